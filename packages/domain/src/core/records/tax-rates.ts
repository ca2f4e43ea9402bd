export const taxRateScopes = ["DOMESTIC", "INTERNATIONAL", "BOTH", "NONE"] as const
export type TaxRateScope = (typeof taxRateScopes)[number]

export const taxRateSources = ["BUILT_IN", "MANUAL", "INTEGRATION"] as const
export type TaxRateSource = (typeof taxRateSources)[number]

/** A rate of tax that line items can name, where the business has itemised tax. */
export interface TaxRate {
  readonly client_id: number
  readonly id: string
  readonly name: string
  /** Millionths, so that it is exact: 100000 is 10 %. */
  readonly rate: number
  /** What the accounting system calls it, or null. */
  readonly code: string | null
  /** The transactions for which it is proposed. */
  readonly is_default_for: TaxRateScope
  readonly is_enabled: boolean
  readonly source: TaxRateSource
  readonly created: string
  readonly updated: string
}

/** A tax rate as the interface shows it. */
export type TaxRateRecord = Pick<
  TaxRate,
  "id" | "name" | "rate" | "code" | "is_default_for" | "is_enabled" | "source"
>

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

/** Changes the fields that are named, and no others. */
export interface UpdateTaxRate {
  readonly name?: string | undefined
  readonly rate?: number | undefined
  readonly code?: string | null | undefined
  readonly is_default_for?: TaxRateScope | undefined
  readonly is_enabled?: boolean | undefined
}
