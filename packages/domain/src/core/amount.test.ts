import { BigDecimal, Equal, Hash, Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, expectTypeOf, test } from "vitest"
import { aBudget, aPolicy, aTransaction, decimal } from "../../test/given.ts"
import * as records from "../fields.ts"
import { Amount, InvalidAmount } from "./amount.ts"
import { currencies, decimalsOf } from "./currencies.ts"
import { annotationsOf, type CurrencyOf } from "./fields.ts"
import { type Money, maxAmount, maxBalance, money, toMinor, zero } from "./money.ts"
import { Budget } from "./records/budgets.ts"
import { Wallet } from "./records/businesses.ts"
import { Movement } from "./records/movements.ts"
import { Policy } from "./records/policies.ts"
import { Transaction } from "./records/transactions.ts"

const aud = (text: string): Amount => Amount.ofUnsafe(text, "AUD")

/** Returns the minor units, or the code of the refusal. */
const minorOf = (text: string | BigDecimal.BigDecimal, currency: string): number | string =>
  Result.match(Amount.of(text, currency), {
    onSuccess: ({ minor }) => minor,
    onFailure: ({ code }) => code,
  })

describe("of", () => {
  test.each([
    ["12.34", "AUD", 1234],
    ["-12.34", "AUD", -1234],
    ["+12", "AUD", 1200],
    ["-0", "AUD", 0],
    ["12", "JPY", 12],
    ["12.000", "JPY", 12],
    ["1.005", "KWD", 1005],
    ["1.0005", "UYW", 10005],
    [decimal("1e3"), "JPY", 1000],
    [aud("12.34"), "AUD", 1234],
    ["9999999999.99", "AUD", 999_999_999_999],
    ["-9999999999.99", "KWD", -9_999_999_999_990],
  ])("%s %s is %d", (text, currency, expected) => expect(minorOf(text, currency)).toBe(expected))

  test.each([
    ["1", "", "unknown_currency"],
    ["1", "aud", "unknown_currency"],
    ["1", "XAU", "unknown_currency"],
    ["", "AUD", "malformed"],
    ["abc", "AUD", "malformed"],
    ["1e3", "AUD", "malformed"],
    ["1,000", "AUD", "malformed"],
    [" 1", "AUD", "malformed"],
    [".5", "AUD", "malformed"],
    ["0".repeat(41), "AUD", "malformed"],
    ["9999999999.991", "KWD", "amount_out_of_range"],
    ["-10000000000", "JPY", "amount_out_of_range"],
    [decimal("1e999999999"), "AUD", "amount_out_of_range"],
    ["0.5", "JPY", "too_many_decimals"],
    ["1.005", "AUD", "too_many_decimals"],
    ["1.0005", "KWD", "too_many_decimals"],
    [decimal("1e-999999999"), "AUD", "too_many_decimals"],
    // Inputs with two errors.
    ["abc", "XXX", "unknown_currency"],
    ["10000000000.001", "XXX", "unknown_currency"],
    ["1000000000000.001e1", "AUD", "malformed"],
    ["10000000000.001", "AUD", "amount_out_of_range"],
  ])("%s %s: %s", (text, currency, code) => expect(minorOf(text, currency)).toBe(code))

  test.each([
    ["1", "aud", "The currency must be an active ISO 4217 code in capitals, such as AUD."],
    ["x", "AUD", "An amount must be a decimal of at most 40 characters, such as -12.30."],
    ["1e10", "AUD", "An amount must be a decimal of at most 40 characters, such as -12.30."],
    ["10000000000", "AUD", "An amount must be between -9999999999.99 and 9999999999.99."],
    ["1.5", "JPY", "JPY amounts can have at most 0 decimal places."],
  ])("%s %s: %s", (text, currency, message) => {
    const refused = Result.flip(Amount.of(text, currency))
    expect(Result.getOrThrow(refused)).toMatchObject({ _tag: "InvalidAmount", message })
    expect(() => Amount.ofUnsafe(text, currency)).toThrow(InvalidAmount)
  })

  test("accepts the bound itself", () =>
    expect(minorOf(String(maxAmount), "AUD")).toBe(maxAmount * 100))
})

describe("fromMinor", () => {
  test.each([
    [1234, "AUD", "12.34 AUD"],
    [-5, "AUD", "-0.05 AUD"],
    [-0, "AUD", "0.00 AUD"],
    [1234, "JPY", "1234 JPY"],
    [1234, "KWD", "1.234 KWD"],
    [maxBalance, "AUD", "9999999999999.99 AUD"],
  ])("%d %s is %s", (minor, currency, shown) => {
    const amount = Amount.fromMinor(minor, currency)
    expect(Amount.format(amount)).toBe(shown)
    expect(String(amount)).toBe(shown)
    const [major, code] = shown.split(" ")
    expect(JSON.parse(JSON.stringify(amount))).toEqual({ amount: major, currency: code })
  })

  test.each([
    [1, "XXX"],
    [0.5, "AUD"],
    [NaN, "AUD"],
    [2 ** 53, "AUD"],
  ])("%d %s is a defect", (minor, currency) =>
    expect(() => Amount.fromMinor(minor, currency)).toThrow(RangeError),
  )
})

describe("an amount is a decimal", () => {
  const minors = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })

  test("an amount that is formatted and parsed again is equal, in every currency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), minors, (currency, drawn) => {
        const minor = money(Math.trunc(drawn / 10 ** Math.max(0, 2 - decimalsOf(currency))))
        const amount = Amount.fromMinor(minor, currency)
        const [text = ""] = Amount.format(amount).split(" ")
        expect(Amount.ofUnsafe(text, currency)).toEqual(amount)
        expect(Amount.ofUnsafe(amount, currency).minor).toBe(minor)
        expect(toMinor(amount, currency, "/amount")).toEqual(Result.succeed(minor))
        expect(BigDecimal.equals(amount, decimal(text))).toBe(true)
      }),
    )
  })

  test("arithmetic returns a plain decimal", () => {
    const sum = BigDecimal.sum(aud("1.50"), aud("2"))
    expect(BigDecimal.isBigDecimal(aud("1.50"))).toBe(true)
    expect(BigDecimal.format(sum)).toBe("3.5")
    expect(sum).not.toHaveProperty("currency")
  })

  test.each([
    ["the same", aud("5"), aud("5.00"), true],
    ["another value", aud("5"), aud("5.01"), false],
    ["another currency", aud("5"), Amount.ofUnsafe("5", "USD"), false],
    ["another currency, the same minor units", aud("5"), Amount.fromMinor(500, "JPY"), false],
  ])("equality: %s", (_, one, other, same) => {
    expect(Amount.equals(one, other)).toBe(same)
    expect(Equal.equals(one, other)).toBe(same)
    expect(Hash.hash(one) === Hash.hash(other)).toBe(same)
  })

  test("a plain decimal does not equal an amount, in either order", () => {
    expect(Equal.equals(aud("5"), decimal("5"))).toBe(false)
    expect(Equal.equals(decimal("5"), aud("5"))).toBe(false)
  })
})

describe("toMinor", () => {
  test.each([
    ["/amount", "/amount must be in AUD, and it is in USD."],
    ["", "The amount must be in AUD, and it is in USD."],
  ])("an amount of another currency is a defect, at %j", (pointer, message) =>
    expect(() => toMinor(Amount.ofUnsafe("1", "USD"), "AUD", pointer)).toThrow(
      new RangeError(message),
    ),
  )

  test("the currency is checked before the decimals", () =>
    expect(() => toMinor(Amount.ofUnsafe("1.005", "KWD"), "AUD", "/amount")).toThrow(RangeError))
})

describe("ofRecord", () => {
  test("amounts of a budget are in its business's currency; other fields stay the same", () => {
    const budget = aBudget({ reset_amount: money(50_000), spent_amount: money(1) })
    const shown = Amount.ofRecord(Budget, { ...budget, note: money(7) }, "JPY")
    expect(Amount.format(shown.reset_amount)).toBe("50000 JPY")
    expect(Amount.format(shown.spent_amount)).toBe("1 JPY")
    expect(shown).toMatchObject({ id: budget.id, categories: budget.categories, note: 7 })
    expectTypeOf(shown.reset_amount).toEqualTypeOf<Amount>()
    expectTypeOf(shown.note).toEqualTypeOf<Money>()
    expectTypeOf(shown.name).toEqualTypeOf<string>()
    expectTypeOf(shown.period_number).toEqualTypeOf<number>()
  })

  test("amounts of a transaction, also in lists, are in the currency that it names", () => {
    const item = { id: "i", category_id: null, description: "", tax_rate_id: null }
    const amounts = { amount: money(700), gst_amount: money(64), custom_fields: [] }
    const row = aTransaction({
      amount: money(-700),
      currency: "JPY",
      fx_amount: money(-680),
      wallet_currency: "KWD",
      balance_after: money(-5),
      line_items: [{ ...item, ...amounts }],
    })
    const shown = Amount.ofRecord(Transaction, row, "AUD")
    expect([shown.amount, shown.fx_amount, shown.balance_after].map(String)).toEqual([
      "-7.00 AUD",
      "-680 JPY",
      "-0.005 KWD",
    ])
    expect(shown.line_items.map(({ amount }) => Amount.format(amount))).toEqual(["7.00 AUD"])
    expect(shown.line_items[0]).toMatchObject(item)
    const declined = aTransaction({ balance_after: null })
    expect(Amount.ofRecord(Transaction, declined, "AUD").balance_after).toBeNull()
    expectTypeOf(shown.balance_after).toEqualTypeOf<Amount | null>()
  })

  test.each([
    [null, null],
    [money(100), "1.00 AUD"],
  ])("a nullable amount of a policy: %s", (above_amount, expected) => {
    const shown = Amount.ofRecord(Policy, aPolicy({ above_amount }), "AUD")
    expect(shown.above_amount === null ? null : String(shown.above_amount)).toBe(expected)
  })

  test("a total is an amount in the currency of its wallet", () => {
    const { created, updated } = aBudget()
    const wallet = { client_id: 7, currency: "KWD", balance: maxBalance, created, updated }
    const { balance } = Amount.ofRecord(Wallet, wallet, "AUD")
    expect(Amount.format(balance)).toBe("999999999999.999 KWD")
  })

  test("a record without the field that names its currency is a defect", () => {
    const { fx_amount } = Movement.fields
    expect(() => Amount.ofRecord(Schema.Struct({ fx_amount }), { fx_amount: zero }, "AUD")).toThrow(
      new RangeError("The record has no currency, which its amounts are in."),
    )
  })

  test("every record except a stored movement has the currencies of its amounts", () => {
    const bare = Object.entries(records).flatMap(([name, record]) => {
      const fields = Schema.isSchema(record) && "fields" in record ? record.fields : {}
      return Object.values(fields as Record<string, Schema.Top>).flatMap((field) => {
        const own = annotationsOf(field)["currency"] as CurrencyOf | undefined
        const isThere = own === undefined || own === "business" || own.field in (fields as object)
        return isThere ? [] : [name]
      })
    })
    expect([...new Set(bare)]).toEqual(["Movement"])
  })

  test("an unknown currency is a defect", () =>
    expect(() => Amount.ofRecord(Budget, aBudget(), "XXX")).toThrow(RangeError))
})
