import { Result } from "effect"
import { toMinor, zero } from "../../core/money.ts"
import type { LineItem, LineItemInput } from "../../core/records/transactions.ts"
import { type TooManyDecimals, UnknownReference } from "../../core/refusals.ts"
import type { GstExceedsAmount } from "../errors.ts"
import type { Draft } from "./draft.ts"
import { defaultRateOf, withinAmount } from "./tax.ts"
import { recordValues } from "./values.ts"

/**
 * Returns the line items of a request. A disabled category is allowed; the expense is then
 * incomplete. An item without a tax rate gets the default of the transaction's `currency`; null
 * means none. `lineIds` has an id for each item.
 *
 * Refuses, in this order, item by item: a category, then a tax rate, that does not exist; too many
 * decimals; more tax than the item's amount.
 */
export const lineItemsOf = (
  draft: Draft,
  currency: string,
  inputs: ReadonlyArray<LineItemInput>,
  lineIds: ReadonlyArray<string>,
): Result.Result<
  ReadonlyArray<LineItem>,
  UnknownReference | TooManyDecimals | GstExceedsAmount
> => {
  const { context, mentioned } = draft
  const homeCurrency = context.business.currency
  const items: Array<LineItem> = []
  for (const [index, input] of inputs.entries()) {
    const at = `/line_items/${index}`
    const category_id = input.category_id ?? null
    const category = category_id === null ? undefined : mentioned.categories.get(category_id)
    if (category_id !== null && category?.is_deleted !== false) {
      const pointer = `${at}/category_id`
      return Result.fail(new UnknownReference({ pointer, what: "category", id: category_id }))
    }
    const tax_rate_id =
      input.tax_rate_id === undefined ? defaultRateOf(draft, currency) : input.tax_rate_id
    if (tax_rate_id !== null && mentioned.tax_rates.get(tax_rate_id)?.is_deleted !== false) {
      const pointer = `${at}/tax_rate_id`
      return Result.fail(new UnknownReference({ pointer, what: "tax rate", id: tax_rate_id }))
    }
    const amount = toMinor(input.amount, homeCurrency, `${at}/amount`, "at least 0")
    if (Result.isFailure(amount)) return Result.fail(amount.failure)
    const gst =
      input.gst_amount === undefined
        ? noGst
        : toMinor(input.gst_amount, homeCurrency, `${at}/gst_amount`, "at least 0")
    if (Result.isFailure(gst)) return Result.fail(gst.failure)
    const within = withinAmount(gst.success, amount.success, homeCurrency, `${at}/gst_amount`)
    if (Result.isFailure(within)) return Result.fail(within.failure)
    items.push({
      id: lineIds[index] as string,
      amount: amount.success,
      gst_amount: gst.success,
      category_id,
      description: input.description ?? "",
      custom_fields: recordValues(input.custom_fields, draft.fieldsByName),
      tax_rate_id,
    })
  }
  return Result.succeed(items)
}

const noGst = Result.succeed(zero)
