import { exceedsBound, maxAmount } from "@outlay/domain/rules"
import { BigDecimal, Schema, SchemaTransformation } from "effect"
import { says } from "./code.ts"

/** Returns the number as its shortest decimal, which is its form in JSON. */
export const decimal = (amount: number): BigDecimal.BigDecimal => {
  const text = String(amount === 0 ? 0 : amount)
  if (text.includes("e")) return BigDecimal.fromStringUnsafe(text)
  const point = text.indexOf(".")
  if (point === -1) return BigDecimal.make(BigInt(text), 0)
  const digits = text.slice(0, point) + text.slice(point + 1)
  return BigDecimal.make(BigInt(digits), digits.length - point)
}

const outOfRange = says("amount_out_of_range", `Must be between -${maxAmount} and ${maxAmount}.`, {
  minimum: -maxAmount,
  maximum: maxAmount,
})

const wire = (
  description: string,
  bounds: { readonly minimum: number; readonly maximum: number },
) =>
  Schema.Number.annotate({ description, examples: [12.34] }).check(
    Schema.isFinite(outOfRange).abort(),
    Schema.makeFilter(
      // Only amounts close to the bound need the exact comparison.
      (amount: number) => Math.abs(amount) < maxAmount - 1 || !exceedsBound(decimal(amount)),
      { ...outOfRange, toJsonSchema: () => bounds },
      true,
    ),
  )

const toDecimal = SchemaTransformation.transform({
  decode: decimal,
  encode: (amount: BigDecimal.BigDecimal) => Number(BigDecimal.format(amount)),
})

/** A check without a schema of its own would lose its description in the API document. */
const alone = { toJsonSchema: () => ({}) }

/**
 * "A JSON number in major units", as an exact decimal. "Bound: ±9 999 999 999.99, else 400
 * `amount_out_of_range`." The domain checks that it has no more decimals than its currency.
 */
export const Amount = wire("Amount in major units.", {
  minimum: -maxAmount,
  maximum: maxAmount,
}).pipe(Schema.decodeTo(Schema.BigDecimal, toDecimal))

/** An amount of at least 0. */
export const NonNegativeAmount = wire("Amount in major units, at least 0.", {
  minimum: 0,
  maximum: maxAmount,
})
  .check(
    Schema.makeFilter((amount: number) => amount >= 0, {
      ...says("out_of_range", "Must be at least 0.", { minimum: 0 }),
      ...alone,
    }),
  )
  .pipe(Schema.decodeTo(Schema.BigDecimal, toDecimal))

/** An amount above 0. */
export const PositiveAmount = wire("Amount in major units, greater than 0.", {
  minimum: 0,
  maximum: maxAmount,
})
  .check(
    Schema.makeFilter((amount: number) => amount > 0, {
      ...says("out_of_range", "Must be greater than 0.", { above: 0 }),
      ...alone,
    }),
  )
  .pipe(Schema.decodeTo(Schema.BigDecimal, toDecimal))

/** An amount that is "not 0; positive adds, negative takes away". */
export const NonZeroAmount = wire("Amount in major units, not 0; negative removes funds.", {
  minimum: -maxAmount,
  maximum: maxAmount,
})
  .check(
    Schema.makeFilter((amount: number) => amount !== 0, {
      ...says("zero_amount", "Must not be 0."),
      ...alone,
    }),
  )
  .pipe(Schema.decodeTo(Schema.BigDecimal, toDecimal))
