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
  type Patch,
  shown,
  text,
  times,
  volatile,
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

/** Optional features of a business. */
export const Features = Schema.Struct({
  expense_assistant: flag("True if users can have expense assistants."),
  itemised_tax: flag("True if line items have a tax rate."),
  hold_to_wallet: flag("True if an authorisation is declined when the wallet balance is too low."),
})
export interface Features extends Schema.Schema.Type<typeof Features> {}

/** A business: the tenant to which all other records belong. */
export const Business = Schema.Struct({
  client_id: integerId("Id of the business."),
  name: text("Name of the business."),
  currency: currencyCode("Currency of the budgets and of every `amount`."),
  features: Features.annotate({ description: "Optional features." }),
  integration: nullable(choice(integrations), "Connected accounting system; null if none."),
  ...times,
}).annotate({ identifier: "Business", description: "Business." })
export interface Business extends Schema.Schema.Type<typeof Business> {}

/**
 * Funds of a business in one currency. `balance` is in minor units of that currency, after
 * deduction of holds.
 */
export const Wallet = Schema.Struct({
  client_id,
  currency: currencyCode("Currency of the wallet."),
  balance: volatile(balance("Balance; holds are already deducted.", { field: "currency" })),
  ...times,
  updated: volatile(times.updated),
}).annotate({
  identifier: "Wallet",
  description: "Wallet: the funds of a business in one currency.",
})
export interface Wallet extends Schema.Schema.Type<typeof Wallet> {}

/** A business as the operator sees it, with its roles. */
export const BusinessRecord = shown(Business, {
  roles: listOf(NamedRole, "Roles of the business."),
})
export interface BusinessRecord extends Schema.Schema.Type<typeof BusinessRecord> {}

export interface BusinessKey {
  readonly client_id: number
}

/** Features to set. Absent features are off in a new business and unchanged in an existing one. */
export interface FeaturesInput extends Patch<Features> {}

export interface CreateBusiness {
  readonly name: string
  /** ISO 4217; defaults to AUD. */
  readonly currency?: string | undefined
  readonly features?: FeaturesInput | undefined
  readonly integration?: Integration | null | undefined
}

/** "Name, features, integration change." */
export interface UpdateBusiness extends Patch<Omit<CreateBusiness, "currency">> {}
