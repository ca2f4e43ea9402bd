import { money, scale } from "../core/money.ts"
import type { LineItem } from "../core/records/transactions.ts"

/**
 * A total in proportion to weights (all ≥ 0): the sum of the first n parts is n weights' share,
 * rounded half-even. Rounding each part alone could leave the last one below 0.
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
 * What a transaction of this total (≥ 0) was for: the amount of each line item, and last what they
 * leave of the total. Where they come to more than it (less was cleared than held) they are in
 * proportion.
 */
export const division = (
  total: number,
  line_items: ReadonlyArray<Pick<LineItem, "amount">>,
): ReadonlyArray<number> => {
  const own = line_items.map((item) => item.amount)
  const itemised = own.reduce((sum, amount) => sum + amount, 0)
  return itemised <= total ? [...own, total - itemised] : [...spread(total, own), 0]
}
