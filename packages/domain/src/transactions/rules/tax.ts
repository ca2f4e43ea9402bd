import { Result } from "effect"
import { format, type Money } from "../../core/money.ts"
import { defaultTaxRate } from "../../tax-rates/rules.ts"
import { GstExceedsAmount } from "../errors.ts"
import type { Draft } from "./draft.ts"

/**
 * Returns the tax if it does not exceed the amount: "`gst` [is] at most the amount". Both are in
 * the currency of the business; the tax is unsigned.
 */
export const withinAmount = (
  gst: Money,
  amount: number,
  currency: string,
  pointer: string,
): Result.Result<Money, GstExceedsAmount> =>
  gst <= Math.abs(amount)
    ? Result.succeed(gst)
    : Result.fail(new GstExceedsAmount({ pointer, maximum: format(Math.abs(amount), currency) }))

/**
 * Returns the tax rate of a line item without one: "the earliest made of the enabled rates whose
 * `is_default_for` fits (DOMESTIC in the business's own currency, else INTERNATIONAL)", or null.
 */
export const defaultRateOf = (draft: Draft, currency: string): string | null => {
  const { business, tax_rates } = draft.context
  if (tax_rates.length === 0) return null
  const scope = currency === business.currency ? "DOMESTIC" : "INTERNATIONAL"
  const known = draft.rates.get(scope)
  if (known !== undefined) return known
  const taxRateId = defaultTaxRate(tax_rates, scope)?.id ?? null
  draft.rates.set(scope, taxRateId)
  return taxRateId
}
