import type { NamedRole } from "./roles.ts"

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
export interface Features {
  readonly expense_assistant: boolean
  readonly itemised_tax: boolean
  /** Whether an authorisation is declined where its wallet does not hold what it asks. */
  readonly hold_to_wallet: boolean
}

/** A business: the tenant to which every other record belongs. */
export interface Business {
  readonly client_id: number
  readonly name: string
  /** ISO 4217; the currency of its budgets and of every `amount`. */
  readonly currency: string
  readonly features: Features
  readonly integration: Integration | null
  readonly created: string
  readonly updated: string
}

/**
 * Money of a business in one currency; `balance` is in that currency's minor units and includes
 * holds.
 */
export interface Wallet {
  readonly client_id: number
  readonly currency: string
  readonly balance: number
  readonly created: string
  readonly updated: string
}

/** A business as the operator sees it: with its roles. */
export interface BusinessRecord extends Business {
  readonly roles: ReadonlyArray<NamedRole>
}

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
