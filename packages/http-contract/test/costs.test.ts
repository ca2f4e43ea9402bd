import { Result, Schema } from "effect"
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest"
import { RecordTransaction } from "../src/operator/transaction-bodies.ts"
import { decodeBody, maxFaults, pointerTo } from "../src/shared/faults.ts"
import { text as textParameter } from "../src/shared/query.ts"
import { Email, text } from "../src/shared/text.ts"

/** Records the text that was normalised, which costs the square of its combining marks. */
let normalised: MockInstance<typeof String.prototype.normalize>
beforeEach(() => {
  normalised = vi.spyOn(String.prototype, "normalize")
})
afterEach(() => normalised.mockRestore())

const marks = (length: number): string => `a${"\u0315\u0300".repeat(length)}`.slice(0, length)

const row = {
  external_id: "x",
  transaction_type: "BILL",
  status: "CLEARED",
  auth_date: "2026-01-05T00:00:00Z",
  merchant_name: "x",
  amount: -1,
}

describe("text is checked for its length and its marks before costly operations", () => {
  test.each<[string, unknown, unknown]>([
    ["a name", Schema.Struct({ it: text(128) }), { it: marks(240_000) }],
    ["an e-mail address", Schema.Struct({ it: Email }), { it: `${marks(240_000)}@b.de` }],
    ["a name with many marks", Schema.Struct({ it: text(128) }), { it: marks(128) }],
    [
      "a merchant and its attendees",
      RecordTransaction,
      { ...row, merchant_name: marks(256), attendees: Array(1_000).fill(marks(128)) },
    ],
    [
      "entries of custom fields",
      RecordTransaction,
      { ...row, custom_fields: [{ field_name: marks(129), entry_text: marks(1_001) }] },
    ],
  ])("%s", (_, schema, value) => {
    const result = decodeBody(schema as Schema.Codec<unknown>, value)
    expect(Result.isFailure(result)).toBe(true)
    const lengths = normalised.mock.contexts.map((context) => String(context).length)
    expect(lengths.filter((length) => length > 31)).toEqual([])
  })

  test("also in a query parameter", () => {
    const { parse } = textParameter("A name.", 128)
    expect(parse([marks(2_000)])).toMatchObject({ fault: { code: "too_long" } })
    expect(parse([`${"x".repeat(128)} `])).toMatchObject({ fault: { code: "too_long" } })
    expect(parse([marks(128)])).toMatchObject({ fault: { code: "too_many_marks" } })
    expect(normalised).not.toHaveBeenCalled()
    expect(parse(["e\u0301 "])).toEqual({ value: "é" })
  })
})

const faultsOf = (value: unknown) => {
  const result = decodeBody(RecordTransaction, value)
  return Result.isFailure(result) ? result.failure : []
}

describe("errors of a body stay small", () => {
  test("their number is at most a hundred, and each pointer is shortened", () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`${"k".repeat(1_000)}${n}`, 1]),
    )
    const faults = faultsOf({ ...row, ...wrong })
    expect(faults).toHaveLength(maxFaults)
    expect(Math.max(...faults.map(({ pointer }) => pointer.length))).toBeLessThan(200)
  })

  test("a long pointer does not grow", () => {
    let pointer = ""
    for (let level = 0; level < 64; level++) pointer = pointerTo(pointer, "k".repeat(400_000))
    expect(pointer.length).toBeLessThan(1_200)
    expect(pointerTo("/a", "b~/c")).toBe("/a/b~0~1c")
    expect(pointerTo("", `${"k".repeat(127)}\u{1D11E}`).isWellFormed()).toBe(true)
  })

  test("at most a hundred lists that are too long are reported", () => {
    const long = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`k${n}`, Array(1_001).fill(1)]),
    )
    expect(faultsOf({ ...row, more: long })).toHaveLength(maxFaults)
  })

  test("a very large body reports the errors of its first items, with their positions", () => {
    const items = Array.from({ length: 900 }, () => ({ custom_fields: Array(20).fill({}) }))
    const pointers = faultsOf({ ...row, line_items: items }).map(({ pointer }) => pointer)
    expect(pointers).toHaveLength(maxFaults)
    expect(pointers).toContain("/line_items/0/amount")
    expect(pointers).toContain("/line_items/0/custom_fields/3/field_name")
  })

  test("a very large body with a single error far down reports that error", () => {
    const good = { amount: 1, custom_fields: Array(10).fill({ field_name: "a", entry_text: "b" }) }
    const items = [...Array(700).fill(good), { amount: -1 }]
    expect(faultsOf({ ...row, line_items: items })).toMatchObject([
      { pointer: "/line_items/700/amount", code: "out_of_range" },
    ])
  })
})
