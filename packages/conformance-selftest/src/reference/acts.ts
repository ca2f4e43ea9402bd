import {
  type ActName,
  type CustomFieldSpec,
  ProvisioningFailed,
  type RoleSpec,
  type TransactionSpec,
} from "@outlay/conformance-tests"
import { stated } from "./amounts.ts"
import * as ids from "./ids.ts"
import { settled } from "./ledger.ts"
import { type Business, type Fields, nowOf, type State, type Transaction } from "./model.ts"
import { accepted } from "./people-creation.ts"
import { byId, cleared, recorded, refunded } from "./records.ts"
import type { Rules } from "./rules.ts"
import { fieldMade } from "./settings-creation.ts"

interface Acting {
  readonly state: State
  readonly rules: Rules
  readonly parameters: Fields
}

const textOf = ({ parameters }: Acting, name: string): string => String(parameters[name])

const businessOf = (acting: Acting): Business => {
  const business = acting.state.businesses.get(textOf(acting, "client_id"))
  if (business === undefined)
    throw new ProvisioningFailed(`no business ${textOf(acting, "client_id")}`)
  settled(acting.rules, business, nowOf(acting.state))
  return business
}

/** Returns an optional amount, which is a number or decimal text. */
const amountOf = (acting: Acting, name: string): number | undefined => {
  const given = acting.parameters[name]
  return given === undefined || given === null ? undefined : Math.abs(stated(String(given)))
}

const transactionOf = (acting: Acting, business: Business): Transaction => {
  const request = textOf(acting, "transaction_id")
  const transaction = business.transactions.find(({ id }) => id === request)
  if (transaction === undefined) throw new ProvisioningFailed(`no transaction ${request}`)
  return transaction
}

const identified = ({ id }: { readonly id: string | number }) => ({ id: String(id) })

/** Requests an authorisation: approved if the user may spend from the budget, and it has enough. */
const authorise = (acting: Acting) => {
  const { state, rules } = acting
  const business = businessOf(acting)
  const request = amountOf(acting, "amount") ?? 0
  const to = byId(business)
  const user = to.users.get(textOf(acting, "user_id"))
  const budget = to.budgets.get(textOf(acting, "budget_id"))
  const member = budget.members.find(
    ({ person, is_deleted }) => !is_deleted && "user" in person && person.user === user,
  )
  const available = member === undefined ? 0 : rules.memberFunds(budget, member).available
  const approved = member !== undefined && !budget.is_deleted && available >= request
  const amount = String(-request / 1000)
  const transaction = recorded(
    rules,
    business,
    {
      key: "",
      transaction_type: "CARD_TRANSACTION",
      status: approved ? "AUTHED" : "DECLINED",
      auth_date: new Date(nowOf(state)).toISOString(),
      merchant_name: textOf(acting, "merchant_name"),
      amount,
      gst: "0",
      user: String(user.id),
      budget: budget.id,
      attendees: [],
      receipt_urls: [],
      custom_fields: [],
      line_items: [],
    },
    to,
  )
  return { approved, transaction_id: transaction.id, transaction: identified(transaction) }
}

/** Acts that it does not support: its state is in memory, and it has no tax rates. */
type Lacking = "crash" | "make-tax-rate"

const offered: { readonly [name in Exclude<ActName, Lacking>]: (acting: Acting) => unknown } = {
  "set-clock": (acting) => {
    acting.state.ahead = Date.parse(textOf(acting, "now")) - Date.now()
    return {}
  },
  authorise,
  "record-transaction": (acting) => {
    const business = businessOf(acting)
    const spec = acting.parameters["transaction"] as TransactionSpec
    const { id } = recorded(acting.rules, business, spec, byId(business))
    return { id, transaction_id: id }
  },
  "clear-transaction": (acting) => {
    const business = businessOf(acting)
    const transaction = transactionOf(acting, business)
    const size = amountOf(acting, "amount")
    const amount = size === undefined ? undefined : Math.sign(transaction.amount) * size
    cleared(acting.rules, business, transaction, nowOf(acting.state), amount)
    return identified(transaction)
  },
  "refund-transaction": (acting) => {
    const business = businessOf(acting)
    const transaction = transactionOf(acting, business)
    const size = amountOf(acting, "amount")
    refunded(acting.rules, business, transaction, nowOf(acting.state), size)
    return identified(transaction)
  },
  "accept-invite": (acting) => {
    const business = businessOf(acting)
    const request = textOf(acting, "invite_id")
    const invite = business.invites.find(({ id, used }) => !used && String(id) === request)
    if (invite === undefined) throw new ProvisioningFailed(`no invite ${request} waits`)
    const names = {
      first_name: textOf(acting, "first_name"),
      last_name: textOf(acting, "last_name"),
    }
    const user = accepted(business, invite, names, nowOf(acting.state))
    return { user_id: String(user.id), ...identified(user) }
  },
  "issue-token": (acting) => {
    const business = businessOf(acting)
    const names: { readonly [name in RoleSpec]: number } = {
      admin: 0,
      reader: 1,
      manager: 2,
      least: 3,
    }
    const role = business.roles[names[textOf(acting, "role") as RoleSpec]]
    if (role === undefined) throw new ProvisioningFailed(`no role ${textOf(acting, "role")}`)
    const { user_id } = acting.parameters
    const user = user_id === undefined ? null : byId(business).users.get(String(user_id))
    const token = ids.secret()
    const rest = { business, role, user, expires: null, revoked: false }
    acting.state.tokens.set(token, { text: token, ...rest })
    return { token }
  },
  "revoke-token": (acting) => {
    const token = acting.state.tokens.get(textOf(acting, "token"))
    if (token === undefined) throw new ProvisioningFailed("no such token")
    token.revoked = true
    return {}
  },
  "sync-custom-field": (acting) => {
    const business = businessOf(acting)
    const given = acting.parameters
    const texts = Array.isArray(given["options"]) ? given["options"] : []
    const spec = {
      key: "",
      name: textOf(acting, "name"),
      field_type: given["field_type"] as CustomFieldSpec["field_type"],
      budget_setting: "ALL_CURRENT_AND_NEW",
      created_by: given["created_by"] as CustomFieldSpec["created_by"],
      options: texts.map((option: unknown) => ({
        key: "",
        text: typeof option === "string" ? option : String((option as Fields)["text"]),
      })),
    } as const
    const field = fieldMade(business, spec, nowOf(acting.state))
    return { custom_field_id: field.id, ...identified(field) }
  },
}

export const actNames = Object.keys(offered) as ReadonlyArray<keyof typeof offered>

/** Performs an act from outside the interface; undefined if this server does not support it. */
export const acted = (name: ActName, acting: Acting): unknown =>
  name === "crash" || name === "make-tax-rate" ? undefined : offered[name](acting)
