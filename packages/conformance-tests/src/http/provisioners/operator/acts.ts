import { type ActName, ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { TransactionSpec } from "../../../interface/world/spec.ts"
import type { Json } from "../../check.ts"
import { acceptInvite } from "./catalogue.ts"
import { numberOf } from "./creation.ts"
import type { Speaking } from "./requests.ts"
import { issue, revoke } from "./tokens.ts"
import { recordOne } from "./transactions.ts"

/** Data of the created businesses, by `client_id`. */
export type Known = Map<
  string,
  {
    readonly roles: { readonly [role: string]: string }
    /** Ids of tokens, by token. */
    readonly tokens: Map<string, string>
  }
>

type Act = (parameters: Json) => Promise<Json>
export type Acts = { readonly [act in ActName]?: Act }

const amountOf = (amount: string | undefined) =>
  amount === undefined ? {} : { amount: numberOf(amount) }

/** Acts have ids instead of keys. */
const asGiven = { user: String, budget: String, category: String }

export const actsOf = (
  operator: Speaking,
  known: Known,
  crash: (() => Promise<void>) | undefined,
): Acts => {
  let count = 0
  const oursOf = (client_id: unknown) => `/operator/v1/businesses/${String(client_id)}`
  const business = (client_id: unknown) => {
    const found = known.get(String(client_id))
    if (found !== undefined) return found
    throw new ProvisioningFailed(`Business ${String(client_id)} was not made here`)
  }

  return {
    "set-clock": ({ now }) => operator.ask("PUT", "/operator/v1/clock", { now }),
    authorise: async ({ client_id, user_id, budget_id, amount, merchant_name, category_id }) => {
      count++
      const response = await operator.ask("POST", `${oursOf(client_id)}/authorisations`, {
        external_id: `act-${count}`,
        user_id: Number(user_id),
        budget_id,
        amount: numberOf(amount),
        merchant_name,
        ...(category_id === undefined ? {} : { category_id }),
      })
      return { approved: response.approved, transaction_id: String(response.transaction.id) }
    },
    "record-transaction": async ({ client_id, transaction }) => {
      const row = transaction as TransactionSpec
      return { transaction_id: await recordOne(operator, oursOf(client_id), row, asGiven) }
    },
    "clear-transaction": async ({ client_id, transaction_id, amount }) => {
      const path = `${oursOf(client_id)}/transactions/${transaction_id}/clear`
      await operator.ask("POST", path, amountOf(amount))
      return {}
    },
    "refund-transaction": async ({ client_id, transaction_id, amount }) => {
      const path = `${oursOf(client_id)}/transactions/${transaction_id}/refund`
      await operator.ask("POST", path, amountOf(amount))
      return {}
    },
    "accept-invite": async ({ client_id, invite_id, first_name, last_name }) => {
      const at = { operator, ours: oursOf(client_id) }
      return { user_id: await acceptInvite(at, String(invite_id), { first_name, last_name }) }
    },
    "issue-token": async ({ client_id, role, user_id }) => {
      const { roles, tokens } = business(client_id)
      const { id, token } = await issue(operator, oursOf(client_id), {
        name: `act ${++count}`,
        role_id: roles[role] ?? "",
        ...(user_id === undefined ? {} : { user_id: Number(user_id) }),
      })
      tokens.set(token, id)
      return { token }
    },
    "revoke-token": async ({ client_id, token }) => {
      const id = business(client_id).tokens.get(token)
      if (id === undefined) throw new ProvisioningFailed("The token was not issued here")
      await revoke(operator, oursOf(client_id), id)
      return {}
    },
    "sync-custom-field": async ({ client_id, created_by, name, field_type, options }) => {
      const path = `${oursOf(client_id)}/sync/custom-fields`
      const made = await operator.ask("POST", path, {
        created_by,
        name,
        field_type,
        ...(options === undefined || options.length === 0
          ? {}
          : { options: options.map((text: string) => ({ text })) }),
      })
      return { custom_field_id: String(made.id) }
    },
    "make-tax-rate": async ({ client_id, ...rate }) => {
      const made = await operator.ask("POST", `${oursOf(client_id)}/tax-rates`, rate)
      return { tax_rate_id: String(made.id) }
    },
    ...(crash === undefined
      ? {}
      : {
          crash: async () => {
            await crash()
            return {}
          },
        }),
  }
}
