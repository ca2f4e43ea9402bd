import { type BigDecimal, Result } from "effect"
import { decimalsOf, requireCurrency } from "../../core/currencies.ts"
import { type AmountSign, type Money, maxAmount, money, scale, toMinor } from "../../core/money.ts"
import type { Transaction, TransactionType } from "../../core/records/transactions.ts"
import { AmountOutOfRange, type TooManyDecimals } from "../../core/refusals.ts"
import type { TransactionContext } from "../context.ts"
import { AmountsRequired, FxAmountDiffers, FxAmountRequired, FxSignDiffers } from "../errors.ts"

/** An amount in the currency of the business, and the same in that of the transaction. */
export type Pair = Pick<Transaction, "amount" | "fx_amount">
export type Amounts = Pair & Pick<Transaction, "currency" | "wallet_currency">

export type AmountsRefusal = TooManyDecimals | FxAmountRequired | FxAmountDiffers | FxSignDiffers

/**
 * Returns the amounts of a new transaction. "`fx_amount` has the same sign and, in the business's
 * own currency, the same value"; it moves "the wallet of its currency by `fx_amount`, or where the
 * business has no such wallet the wallet of the business's own currency by `amount`".
 *
 * Refuses, in this order: too many decimals; an `fx_amount` that is missing, differs, or has the
 * other sign.
 *
 * @throws RangeError if `currency` is not a currency code, which the API's schema refuses.
 */
export const amountsOf = (
  { business, wallets }: Pick<TransactionContext, "business" | "wallets">,
  input: {
    readonly amount: BigDecimal.BigDecimal
    readonly currency?: string | undefined
    readonly fx_amount?: BigDecimal.BigDecimal | undefined
  },
  sign: AmountSign = "of any sign",
): Result.Result<Amounts, AmountsRefusal> => {
  const homeCurrency = business.currency
  const currency = input.currency ?? homeCurrency
  if (currency !== homeCurrency) requireCurrency("/currency", currency)
  const pointer = "/fx_amount"
  const amount = toMinor(input.amount, homeCurrency, "/amount", sign)
  if (Result.isFailure(amount)) return Result.fail(amount.failure)
  if (input.fx_amount === undefined) {
    return currency === homeCurrency
      ? Result.succeed(inOne(amount.success, homeCurrency))
      : Result.fail(new FxAmountRequired({ pointer, currency, own_currency: homeCurrency }))
  }
  const fx = toMinor(input.fx_amount, currency, pointer, sign)
  if (Result.isFailure(fx)) return Result.fail(fx.failure)
  if (currency === homeCurrency) {
    return fx.success === amount.success
      ? Result.succeed(inOne(amount.success, homeCurrency))
      : Result.fail(new FxAmountDiffers({ pointer, currency }))
  }
  if (Math.sign(amount.success) * Math.sign(fx.success) < 0) {
    return Result.fail(new FxSignDiffers({ pointer }))
  }
  return Result.succeed({
    amount: amount.success,
    fx_amount: fx.success,
    currency,
    wallet_currency: wallets.some((_) => _.currency === currency) ? currency : homeCurrency,
  })
}

const inOne = (amount: Money, currency: string): Amounts => ({
  amount,
  fx_amount: amount,
  currency,
  wallet_currency: currency,
})

const credits: ReadonlySet<TransactionType> = new Set(["CREDIT", "DEPOSIT_DIRECT_CREDIT"])

/**
 * Returns -1 for a debit, 1 for a credit. "A zero amount takes its sign from the type (CREDIT,
 * DEPOSIT_DIRECT_CREDIT: credit; else debit)"; if only one of the two is 0, the other one
 * determines the sign.
 */
export const signOf = (row: Pair & Pick<Transaction, "transaction_type">): number =>
  Math.sign(row.amount) || Math.sign(row.fx_amount) || (credits.has(row.transaction_type) ? 1 : -1)

export const magnitudes = ({ amount, fx_amount }: Pair): Pair => ({
  amount: money(Math.abs(amount)),
  fx_amount: money(Math.abs(fx_amount)),
})

/** Returns the unsigned amounts that are not refunded yet. */
export const leftOf = (transaction: Transaction): Pair => {
  const whole = magnitudes(transaction)
  return {
    amount: money(whole.amount - transaction.refunded_amount),
    fx_amount: money(whole.fx_amount - transaction.refunded_fx_amount),
  }
}

/** Returns the one of the two amounts that moves the transaction's wallet. */
export const ofWallet = (
  { currency, wallet_currency }: Pick<Transaction, "currency" | "wallet_currency">,
  { amount, fx_amount }: Pair,
): Money => (currency === wallet_currency ? fx_amount : amount)

export type PartRefusal = TooManyDecimals | FxAmountDiffers | AmountsRequired | AmountOutOfRange

/**
 * Returns the unsigned amounts of a command. Without any, it is the whole; if only one is given,
 * the other follows "in proportion, half-even, to the minor unit".
 */
export const partOf = (
  own: string,
  { currency }: Pick<Transaction, "currency">,
  whole: Pair,
  input: {
    readonly amount?: BigDecimal.BigDecimal | undefined
    readonly fx_amount?: BigDecimal.BigDecimal | undefined
  },
): Result.Result<Pair, PartRefusal> =>
  Result.gen(function* () {
    const amount =
      input.amount === undefined
        ? undefined
        : yield* toMinor(input.amount, own, "/amount", "greater than 0")
    const fx_amount =
      input.fx_amount === undefined
        ? undefined
        : yield* toMinor(input.fx_amount, currency, "/fx_amount", "greater than 0")
    if (currency === own) {
      const one = amount ?? fx_amount ?? whole.amount
      if (fx_amount !== undefined && fx_amount !== one) {
        return yield* Result.fail(new FxAmountDiffers({ pointer: "/fx_amount", currency }))
      }
      return { amount: one, fx_amount: one }
    }
    if (amount === undefined && fx_amount === undefined) return whole
    return {
      amount: amount ?? (yield* scaled(whole.amount, fx_amount, whole.fx_amount, own, "/amount")),
      fx_amount:
        fx_amount ?? (yield* scaled(whole.fx_amount, amount, whole.amount, currency, "/fx_amount")),
    }
  })

/** Returns `total` × `part` / `whole`. */
const scaled = (
  total: Money,
  part: Money | undefined,
  whole: Money,
  currency: string,
  pointer: string,
): Result.Result<Money, AmountsRequired | AmountOutOfRange> => {
  if (part === undefined || whole === 0) return Result.fail(new AmountsRequired({ pointer }))
  return (total / whole) * part > maxAmount * 10 ** decimalsOf(currency)
    ? Result.fail(new AmountOutOfRange({ pointer }))
    : Result.succeed(scale(total, part, whole))
}
