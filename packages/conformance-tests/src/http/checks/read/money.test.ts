import { expect, test } from "vitest"
import { daysBefore, holdingsIn } from "./money.ts"

const bothOf = (...names: readonly [string, string]) => [
  { currency: "AUD", name: names[0], amount: 10.5 },
  { currency: "USD", name: names[1], amount: -1 },
]
const both = bothOf("amount", "amount")

test.each([
  [
    "a bare array",
    [
      { currency: "AUD", balance: 10.5 },
      { currency: "USD", balance: -1 },
    ],
    bothOf("balance", "balance"),
  ],
  ["an envelope", { count: 2, next: null, results: both }, both],
  [
    "other names",
    { balances: both.map((one) => ({ iso: one.currency, total: one.amount })) },
    bothOf("total", "total"),
  ],
  ["by currency", { AUD: 10.5, USD: -1 }, bothOf("AUD", "USD")],
  [
    "among other numbers",
    [{ id: 3, currency: "AUD", balance: 10.5, pending: 2 }],
    [{ currency: "AUD", name: "balance", amount: 10.5 }],
  ],
  ["no wallet", [], []],
  ["numbers as text", [{ currency: "AUD", balance: "10.5" }], null],
  ["two numbers with unknown names", [{ currency: "AUD", a: 1, b: 2 }], null],
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
