import { Schema } from "effect"
import {
  choice,
  client_id,
  day,
  flag,
  fraction,
  internal,
  listOf,
  nullable,
  type Patch,
  text,
  times,
  uuid,
  visible,
} from "../fields.ts"

export const taxRateScopes = ["DOMESTIC", "INTERNATIONAL", "BOTH", "NONE"] as const
export type TaxRateScope = (typeof taxRateScopes)[number]

export const taxRateSources = ["BUILT_IN", "MANUAL", "INTEGRATION"] as const
export type TaxRateSource = (typeof taxRateSources)[number]

/** Number of parts in a rate of 1 (100 %). */
export const millionths = 1_000_000

const name = text("Display name.")
const rate = fraction("Rate as a fraction: 0.1 is 10 %.", millionths)
const code = nullable(text(), "Code in the accounting system, or null.")
const is_default_for = choice(taxRateScopes, "Transactions that use the rate by default.")
const is_enabled = flag("True if new line items can use it.")

/** State of a rate while the books were closed: "line items of what is locked no longer change". */
export const LockedTaxRate = Schema.Struct({
  through: day("Last UTC day whose transactions show it so."),
  ...{ name, rate, code, is_default_for, is_enabled },
})
export interface LockedTaxRate extends Schema.Schema.Type<typeof LockedTaxRate> {}

/** A tax rate that line items can name if the business has itemised tax. */
export const TaxRate = Schema.Struct({
  client_id,
  id: uuid("Id of the tax rate."),
  name,
  rate,
  code,
  is_default_for,
  is_enabled,
  source: choice(taxRateSources, "Creator: the service, a person or an accounting integration."),
  is_deleted: internal(flag("True if the record is deleted.")),
  locked: internal(
    listOf(LockedTaxRate, "What transactions of locked days show, the earliest days first."),
  ),
  created: internal(times.created),
  updated: internal(times.updated),
}).annotate({
  identifier: "TaxRate",
  description: "Tax rate of line items; `rate` is a fraction: 0.1 is 10 %.",
})
export interface TaxRate extends Schema.Schema.Type<typeof TaxRate> {}

/** A tax rate as the interface shows it. */
export const TaxRateRecord = visible(TaxRate)
export interface TaxRateRecord extends Schema.Schema.Type<typeof TaxRateRecord> {}

export interface TaxRateKey {
  readonly client_id: number
  readonly tax_rate_id: string
}

/** "`{name, rate, code?, is_default_for, is_enabled}`"; `rate` in millionths. */
export interface CreateTaxRate {
  readonly name: string
  readonly rate: number
  readonly code?: string | null | undefined
  readonly is_default_for: TaxRateScope
  readonly is_enabled: boolean
}

/** Changes the fields that are present, and no others. */
export interface UpdateTaxRate extends Patch<CreateTaxRate> {}
