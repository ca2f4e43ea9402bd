import { Schema } from "effect"
import {
  balance,
  choice,
  client_id,
  currencyCode,
  flag,
  integerId,
  listOf,
  nullable,
  shown,
  text,
  times,
} from "../fields.ts"
import { NamedRole } from "./roles.ts"

export const integrations = [
  "MANUAL",
  "XERO",
  "MYOB",
  "QUICKBOOKS",
  "NETSUITE",
  "BUSINESS_CENTRAL",
] as const
export type Integration = (typeof integrations)[number]

/** What a business has beyond the common service. */
export const Features = Schema.Struct({
  expense_assistant: flag("Whether users may have expense assistants."),
  itemised_tax: flag("Whether line items name a tax rate."),
  hold_to_wallet: flag(
    "Whether an authorisation is declined where its wallet does not hold what it asks for.",
  ),
})
export interface Features extends Schema.Schema.Type<typeof Features> {}

/** A business: the tenant to which every other record belongs. */
export const Business = Schema.Struct({
  client_id: integerId("The id of the business."),
  name: text("The name of the business."),
  currency: currencyCode("The currency of its budgets, and of every `amount`."),
  features: Features.annotate({ description: "What it has beyond the common service." }),
  integration: nullable(
    choice(integrations),
    "The accounting system that is connected; null for none.",
  ),
  ...times,
}).annotate({ identifier: "Business", description: "A business, as the operator sees it." })
export interface Business extends Schema.Schema.Type<typeof Business> {}

/**
 * Money of a business in one currency; `balance` is in that currency's minor units and includes
 * holds.
 */
export const Wallet = Schema.Struct({
  client_id,
  currency: currencyCode("The currency of the wallet."),
  balance: balance("What the wallet holds; holds are already out of it.", { field: "currency" }),
  ...times,
}).annotate({ identifier: "Wallet", description: "The money of a business in one currency." })
export interface Wallet extends Schema.Schema.Type<typeof Wallet> {}

/** A business as the operator sees it: with its roles. */
export const BusinessRecord = shown(Business, {
  roles: listOf(NamedRole, "The roles of the business."),
})
export interface BusinessRecord extends Schema.Schema.Type<typeof BusinessRecord> {}

export interface BusinessKey {
  readonly client_id: number
}

/** The features that are named; the others are off in a new business, and stay in an old one. */
export interface FeaturesInput {
  readonly expense_assistant?: boolean | undefined
  readonly itemised_tax?: boolean | undefined
  readonly hold_to_wallet?: boolean | undefined
}

export interface CreateBusiness {
  readonly name: string
  /** ISO 4217, AUD when absent. */
  readonly currency?: string | undefined
  readonly features?: FeaturesInput | undefined
  readonly integration?: Integration | null | undefined
}

/** "Name, features, integration change." */
export interface UpdateBusiness {
  readonly name?: string | undefined
  readonly features?: FeaturesInput | undefined
  readonly integration?: Integration | null | undefined
}
