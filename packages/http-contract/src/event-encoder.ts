import { decimalsOf, EventEncoder, type EventResource } from "@outlay/domain"
import { Layer } from "effect"
import { encodeAccountingCode } from "./accounting-codes.ts"
import { encodeMember } from "./budget-members.ts"
import { encodeOwner } from "./budget-owners.ts"
import { encodeRestatedPeriod } from "./budget-periods.ts"
import { encodeBudget } from "./budgets.ts"
import { encodeCategory } from "./categories.ts"
import { encodeCustomFieldBudget } from "./custom-field-budgets.ts"
import { encodeCustomFieldOption } from "./custom-field-options.ts"
import { encodeCustomField } from "./custom-fields.ts"
import { encodeBusiness } from "./operator/businesses.ts"
import { encodeToken } from "./operator/tokens.ts"
import { encodeWallet } from "./operator/wallets.ts"
import { encodeInvite } from "./people.ts"
import { encodePolicy } from "./policies.ts"
import type { Shown } from "./shared/endpoint.ts"
import { encodeTaxRate, millionths } from "./tax-rates.ts"
import { encodeTopup } from "./topups.ts"
import { encodeTransaction } from "./transactions.ts"
import { encodeUser } from "./users.ts"
import { encodeWebhook } from "./webhooks.ts"

/** How the interface shows a record of each kind that events are about. */
const encoders: { readonly [R in EventResource]: (record: never, business: Shown) => object } = {
  accounting_codes: encodeAccountingCode,
  budget_members: encodeMember,
  budget_owners: encodeOwner,
  budget_periods: encodeRestatedPeriod,
  budgets: encodeBudget,
  businesses: encodeBusiness,
  categories: encodeCategory,
  custom_field_budgets: encodeCustomFieldBudget,
  custom_field_options: encodeCustomFieldOption,
  custom_fields: encodeCustomField,
  invites: encodeInvite,
  policies: encodePolicy,
  tax_rates: encodeTaxRate,
  tokens: encodeToken,
  topups: encodeTopup,
  transactions: encodeTransaction,
  users: encodeUser,
  wallets: encodeWallet,
  webhooks: encodeWebhook,
}

type Fields = { readonly [name: string]: unknown }

/** Fields that the interface writes otherwise than the model keeps them, and how to read them. */
type Restore = (shown: Fields, business: Shown) => Fields

const minor = (amount: unknown, currency: unknown): unknown => {
  if (typeof amount !== "number" || typeof currency !== "string") return amount
  const units = Math.round(amount * 10 ** decimalsOf(currency))
  return units === 0 ? 0 : units
}

/** Amounts in the currency of the business. */
const amounts =
  (...names: ReadonlyArray<string>): Restore =>
  (shown, { currency }) =>
    Object.fromEntries(
      names.filter((name) => name in shown).map((name) => [name, minor(shown[name], currency)]),
    )

const balances = amounts("available_amount", "spent_amount", "reset_amount")

const restored: { readonly [R in EventResource]?: Restore } = {
  budget_members: (shown, business) => ({
    ...balances(shown, business),
    id: typeof shown["id"] === "string" ? Number(shown["id"]) : shown["id"],
  }),
  budget_periods: amounts(
    ...["opening_amount", "topped_up_amount", "moved_amount", "spent_amount", "closing_amount"],
  ),
  budgets: balances,
  policies: amounts("above_amount"),
  tax_rates: ({ rate }) =>
    typeof rate === "number" ? { rate: Math.round(rate * millionths) } : {},
  topups: amounts("amount"),
  transactions: (shown, business) => ({
    ...amounts("amount", "gst")(shown, business),
    ...("fx_amount" in shown ? { fx_amount: minor(shown["fx_amount"], shown["currency"]) } : {}),
    ...(Array.isArray(shown["line_items"])
      ? {
          line_items: shown["line_items"].map((item: Fields) => ({
            ...item,
            ...amounts("amount", "gst_amount")(item, business),
          })),
        }
      : {}),
  }),
  wallets: ({ currency, balance }) => ({ balance: minor(balance, currency) }),
}

/**
 * Events as this interface shows their records: "`data` (the resource as the API shows it)". For
 * the layer of a storage. What the interface hides stays hidden, and amounts are in major units.
 */
export const eventEncoder = {
  encode: (resource: EventResource, record: object, business: Shown): object =>
    (encoders[resource] as (record: object, business: Shown) => object)(record, business),
  restore: (resource: EventResource, shown: object, business: Shown): object => ({
    ...shown,
    ...restored[resource]?.(shown as Fields, business),
  }),
}

export const EventsAsShown: Layer.Layer<never> = Layer.succeed(EventEncoder, eventEncoder)
