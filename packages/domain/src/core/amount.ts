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
 * accepts it. `minor` is the same value in minor units (1234 cents).
 *
 * If an `Amount` is not in the currency that the service expects, the call ends in a defect and
 * changes nothing. Arithmetic with `BigDecimal` returns a plain decimal, without a currency.
 */
export interface Amount extends BigDecimal.BigDecimal {
  /** ISO 4217 code, in capitals. */
  readonly currency: string
  readonly minor: Money
}

/**
 * Refusal of a text that is not an amount in its currency. `code` is the API's code for the same
 * error, and `message` is a sentence for people.
 */
export class InvalidAmount extends Data.TaggedError("InvalidAmount")<{
  readonly code: "unknown_currency" | "malformed" | "amount_out_of_range" | "too_many_decimals"
  readonly message: string
}> {}

/** Maximum length of a text. The bound itself has 13 characters. */
const maxLength = 40

const of = (
  decimal: string | BigDecimal.BigDecimal,
  currency: string,
): Result.Result<Amount, InvalidAmount> => {
  if (!isCurrency(currency)) return invalid("unknown_currency", notACurrency)
  const parsed = typeof decimal === "string" ? parse(decimal) : decimal
  // JavaScript callers can pass a number, which is not exact.
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

/**
 * Makes an amount a `BigDecimal` that equals only amounts of the same currency, and prints it with
 * its currency.
 */
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
 * A record whose amounts, also those in lists and nested records, are of type `Amount`. Other
 * fields keep their types.
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

/** Returns the value with its amounts as `Amount`, at any depth. */
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

/** Parts of a schema: fields of a struct, members of a union, item of an array. */
interface Parts {
  readonly fields?: Fields
  readonly members?: ReadonlyArray<Schema.Top>
  readonly value?: Schema.Top
}

/** Creates and formats amounts with their currency. */
export const Amount = {
  /**
   * Returns an amount of major units: `Amount.of("12.34", "AUD")`. A text is a plain decimal
   * without an exponent or separators.
   *
   * Refuses, in this order: an unknown currency; a text that is not a decimal; an amount outside ±9
   * 999 999 999.99; more decimals than the currency has, by value (`1.000` is 1).
   *
   * @throws RangeError if the decimal is itself an `Amount` of another currency.
   */
  of,
  /**
   * Same as `of`, for literals in a program.
   *
   * @throws InvalidAmount if `of` refuses.
   */
  ofUnsafe: (decimal: string | BigDecimal.BigDecimal, currency: string): Amount =>
    Result.getOrThrow(of(decimal, currency)),
  /**
   * Returns an amount of minor units: `Amount.fromMinor(1234, "AUD")` is 12.34 AUD. It can exceed
   * the bound of `of`, because it can be a sum.
   *
   * @throws RangeError if the currency is unknown or the number is not a safe integer.
   */
  fromMinor,
  /** Formats plain digits with all decimals of the currency: `-12.30 AUD`, `5 JPY`. */
  format: text,
  /** True if value and currency are equal, as with `Equal.equals`. */
  equals,
  /**
   * Returns a record from a service with its amounts as `Amount`, also in lists and nested records:
   * `Amount.ofRecord(BudgetRecord, budget, business.currency)`. `record` is the schema, from
   * `@outlay/domain/fields`. An amount is in the currency of the business, or in the one that
   * another field of the record names: the `fx_amount` of a transaction is in its `currency`.
   *
   * @throws RangeError if a currency is unknown, or the record has no field that names it. A
   * `Movement` has none; a `MovementRecord` has one.
   */
  ofRecord,
}
