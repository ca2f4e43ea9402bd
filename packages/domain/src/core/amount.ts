import { BigDecimal, Data, Equal, Hash, Result, type Schema } from "effect"
import { currencyRule } from "./currencies.ts"
import { annotationsOf, type Balance, type CurrencyOf } from "./fields.ts"
import {
  decimalsOf,
  exceedsBound,
  format,
  isCurrency,
  type Money,
  maxAmount,
  money,
  parseDecimal,
  toMinor,
} from "./money.ts"

/**
 * An amount of money in one currency. It is a `BigDecimal` of major units (12.34), so every command
 * takes it; `minor` has the same value in minor units (1234 cents).
 *
 * If an `Amount` has another currency than the service expects, the call ends in a defect, and
 * nothing changes. Arithmetic with `BigDecimal` returns a plain decimal, without a currency.
 */
export interface Amount extends BigDecimal.BigDecimal {
  /** The ISO 4217 code, in capitals. */
  readonly currency: string
  readonly minor: Money
}

/**
 * A text that is not an amount in its currency. `code` is the API's code for the same error, and
 * `message` a sentence for people.
 */
export class InvalidAmount extends Data.TaggedError("InvalidAmount")<{
  readonly code: "unknown_currency" | "malformed" | "amount_out_of_range" | "too_many_decimals"
  readonly message: string
}> {}

/** The longest text that is read: the bound has 13 characters. */
const maxLength = 40

const of = (
  decimal: string | BigDecimal.BigDecimal,
  currency: string,
): Result.Result<Amount, InvalidAmount> => {
  if (!isCurrency(currency)) return invalid("unknown_currency", notACurrency)
  const parsed = typeof decimal === "string" ? parse(decimal) : decimal
  // A number, from JavaScript, is not an exact amount.
  if (!BigDecimal.isBigDecimal(parsed)) return invalid("malformed", notADecimal)
  if (exceedsBound(parsed)) return invalid("amount_out_of_range", outOfRange)
  const minor = toMinor(parsed, currency, "")
  return Result.isSuccess(minor)
    ? Result.succeed(make(minor.success, currency))
    : invalid("too_many_decimals", minor.failure.message)
}

const invalid = (code: InvalidAmount["code"], message: string) =>
  Result.fail(new InvalidAmount({ code, message }))

const notACurrency = `The currency must be ${currencyRule}.`
const notADecimal = "An amount must be a decimal of at most 40 characters, such as -12.30."
const outOfRange = `An amount must be between -${maxAmount} and ${maxAmount}.`

const parse = (text: string): BigDecimal.BigDecimal | null =>
  text.length > maxLength ? null : parseDecimal(text)

const fromMinor = (minor: number, currency: string): Amount => {
  if (!isCurrency(currency)) throw new RangeError(notACurrency)
  return make(money(minor), currency)
}

const make = (minor: Money, currency: string): Amount => {
  const decimal = { value: BigInt(minor), scale: decimalsOf(currency) }
  return Object.assign(Object.create(prototype), { ...decimal, currency, minor })
}

const text = ({ minor, currency }: Amount): string => format(minor, currency)

const equals = (one: Amount, other: Amount): boolean =>
  one.minor === other.minor && one.currency === other.currency

const isAmount = (value: unknown): value is Amount =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === prototype

/** A `BigDecimal`, but equal only to amounts of the same currency, and shown with it. */
const prototype: object = Object.assign(
  Object.create(Object.getPrototypeOf(BigDecimal.make(0n, 0))),
  {
    [Equal.symbol](this: Amount, that: unknown): boolean {
      return isAmount(that) && equals(this, that)
    },
    [Hash.symbol](this: Amount): number {
      return Hash.combine(Hash.string(this.currency), Hash.number(this.minor))
    },
    toString(this: Amount): string {
      return text(this)
    },
    toJSON(this: Amount): unknown {
      const [amount, currency] = text(this).split(" ")
      return { amount, currency }
    },
  },
)

type Fields = { readonly [name: string]: Schema.Top }

/**
 * A record whose amounts are of type `Amount`, also in lists and nested records. Other fields keep
 * their types.
 */
export type AmountsOf<F extends Fields, R> = {
  readonly [K in keyof R]: K extends keyof F
    ? F[K] extends Balance
      ? Amount
      : WithAmounts<R[K]>
    : R[K]
}

type WithAmounts<A> = A extends Money
  ? Amount
  : A extends string | number | boolean
    ? A
    : A extends ReadonlyArray<infer Item>
      ? ReadonlyArray<WithAmounts<Item>>
      : A extends object
        ? { readonly [K in keyof A]: WithAmounts<A[K]> }
        : A

const ofRecord = <const F extends Fields, R extends Schema.Struct<F>["Type"]>(
  record: Schema.Struct<F>,
  row: R,
  currency: string,
): AmountsOf<F, R> => withAmounts(record.fields, row as Row, currency) as AmountsOf<F, R>

type Row = { readonly [name: string]: unknown }

const withAmounts = (fields: Fields, row: Row, currency: string): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in row)
      .map(([name, field]) => [name, valueOf(field, row[name], row, currency)]),
  ),
})

/** A value as it is shown: an amount of its currency, or what its parts come to. */
const valueOf = (schema: Schema.Top, value: unknown, row: Row, currency: string): unknown => {
  if (value === null || value === undefined) return value
  const own = annotationsOf(schema)["currency"] as CurrencyOf | undefined
  if (own !== undefined) return fromMinor(Number(value), currencyIn(row, own, currency))
  const { fields, members, value: item } = schema as Parts
  if (fields !== undefined) return withAmounts(fields, value as Row, currency)
  if (Array.isArray(value)) {
    return item === undefined ? value : value.map((each) => valueOf(item, each, row, currency))
  }
  const [member, other] = members ?? []
  return member !== undefined && other?.ast._tag === "Null"
    ? valueOf(member, value, row, currency)
    : value
}

const currencyIn = (row: Row, own: CurrencyOf, currency: string): string => {
  if (own === "business") return currency
  const found = row[own.field]
  if (typeof found === "string") return found
  throw new RangeError(`The record has no ${own.field}, which its amounts are in.`)
}

/** What a schema is made of: a struct's fields, a union's members, an array's item. */
interface Parts {
  readonly fields?: Fields
  readonly members?: ReadonlyArray<Schema.Top>
  readonly value?: Schema.Top
}

/** Creates and formats amounts with their currency. */
export const Amount = {
  /**
   * An amount of major units: `Amount.of("12.34", "AUD")`. A text is a plain decimal, with neither
   * an exponent nor separators.
   *
   * Refused, in this order: an unknown currency; a text that is no decimal; an amount outside
   * ±9 999 999 999.99; more decimals than the currency has, by value (`1.000` is 1).
   *
   * @throws RangeError when the decimal is itself an `Amount`, of another currency.
   */
  of,
  /**
   * The same, for amounts that are literals of a program.
   *
   * @throws InvalidAmount when it is refused.
   */
  ofUnsafe: (decimal: string | BigDecimal.BigDecimal, currency: string): Amount =>
    Result.getOrThrow(of(decimal, currency)),
  /**
   * An amount of minor units: `Amount.fromMinor(1234, "AUD")` is 12.34 AUD. It may be larger than
   * `of` allows, because it can be a sum.
   *
   * @throws RangeError when the currency is unknown, or the number is not a safe integer.
   */
  fromMinor,
  /** Plain digits with all decimals of the currency: `-12.30 AUD`, `5 JPY`. */
  format: text,
  /** True if the value and the currency are the same, as with `Equal.equals`. */
  equals,
  /**
   * A record that a service returned, with its amounts as `Amount`, also in lists and nested
   * records: `Amount.ofRecord(BudgetRecord, budget, business.currency)`. `record` is the schema,
   * from `@outlay/domain/fields`. An amount is in the business's currency, or in the one that
   * another field of the record has: the `fx_amount` of a transaction is in its `currency`.
   *
   * @throws RangeError when a currency is unknown, or the record has no such field: a `Movement`
   * has none, a `MovementRecord` has.
   */
  ofRecord,
}
