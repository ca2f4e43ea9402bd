import { format, isBalance, maxBalance } from "../core/money.ts"
import { AmountOutOfRange } from "../core/refusals.ts"

/**
 * Refuses a balance beyond `maxBalance`: a sum is exact for as long as it stays a safe integer, and
 * this is far within. Null where it may be.
 */
export const outOfRange = (
  /** As a sentence goes on: "the available amount of budget …". */
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
