import { money, scale } from "../core/money.ts"
import type { LineItem } from "../core/records/transactions.ts"

/**
 * Divides a total in proportion to weights (all ≥ 0). The sum of the first n parts is the share of
 * the first n weights, rounded half-even. Rounding each part separately could make the last one
 * negative.
 */
export const spread = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === total) return weights
  const last = weights.length - 1
  if (whole === 0 || total === 0) return weights.map((_, n) => (n === last ? total : 0))
  let weight = 0
  let before = 0
  return weights.map((each, n) => {
    weight += each
    const until: number = n === last ? total : scale(money(total), money(weight), money(whole))
    const part = until - before
    before = until
    return part
  })
}

/**
 * Divides the total of a transaction (≥ 0) into the amounts of its line items and, as the last
 * part, the remainder. If the line items exceed the total (less was cleared than held), they are
 * reduced in proportion.
 */
export const division = (
  total: number,
  line_items: ReadonlyArray<Pick<LineItem, "amount">>,
): ReadonlyArray<number> => {
  const own = line_items.map((item) => item.amount)
  const itemised = own.reduce((sum, amount) => sum + amount, 0)
  return itemised <= total ? [...own, total - itemised] : [...spread(total, own), 0]
}
