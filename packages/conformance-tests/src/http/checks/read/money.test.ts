import { expect, test } from "vitest"
import { daysBefore, holdingsIn } from "./money.ts"

const both = [
  { currency: "AUD", amount: 10.5 },
  { currency: "USD", amount: -1 },
]

test.each([
  [
    "a bare array",
    [
      { currency: "AUD", balance: 10.5 },
      { currency: "USD", balance: -1 },
    ],
    both,
  ],
  ["an envelope", { count: 2, next: null, results: both }, both],
  [
    "other names",
    { balances: both.map((one) => ({ iso: one.currency, total: one.amount })) },
    both,
  ],
  ["by currency", { AUD: 10.5, USD: -1 }, both],
  [
    "among other numbers",
    [{ id: 3, currency: "AUD", balance: 10.5, pending: 2 }],
    [{ currency: "AUD", amount: 10.5 }],
  ],
  ["no wallet", [], []],
  ["numbers as text", [{ currency: "AUD", balance: "10.5" }], null],
  ["two numbers of no known name", [{ currency: "AUD", a: 1, b: 2 }], null],
  ["no currency", [{ balance: 1 }], null],
  ["nothing", {}, null],
  ["a word", "AUD", null],
])("balances as %s", (_, body, holdings) => {
  expect(holdingsIn(body)).toEqual(holdings)
})

test("days before an instant, in UTC", () => {
  expect(daysBefore(Date.parse("2026-03-02T00:00:00Z"), 0)).toBe("2026-03-02")
  expect(daysBefore(Date.parse("2026-03-01T23:59:59Z"), 1)).toBe("2026-02-28")
})
