import { format, isBalance, maxBalance } from "../core/money.ts"
import { AmountOutOfRange } from "../core/refusals.ts"

/**
 * Refuses a balance beyond `maxBalance`. A sum is exact as long as it is a safe integer, and the
 * bound is far below that. Returns null if the balance is allowed.
 */
export const outOfRange = (
  /** Name for use within a sentence: "the available amount of budget …". */
  name: string,
  minor: number,
  currency: string,
  pointer?: string,
): AmountOutOfRange | null =>
  isBalance(minor)
    ? null
    : new AmountOutOfRange({
        ...(pointer === undefined ? {} : { pointer }),
        balance: { name, maximum: format(maxBalance, currency) },
      })
