import { TransactionRecord } from "@outlay/domain/fields"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type CommonTexts, packed, unpacked } from "./event-json.ts"
import { shapes, words } from "./event-shapes.ts"

const texts: CommonTexts = { created: "2026-11-02T09:30:00.000Z", record: "t1" }

describe("the JSON of an event", () => {
  test.each<readonly [what: string, value: unknown, stored: string]>([
    ["an object of a known shape", { id: "b1", name: "Travel" }, '[23,"b1","Travel"]'],
    ["any other object", { name: "Travel", id: "b1" }, '{"name":"Travel","id":"b1"}'],
    ["an empty object", {}, "{}"],
    ["a list", [1, [], "x"], '[0,1,[0],"x"]'],
    ["a known word", "CLEARED", "[-2]"],
    ["the time of the event", { updated: texts.created }, "[28,[]]"],
    ["the key of its record", [texts.record], "[0,[true]]"],
    ["values that are not text", [null, true, 1.5], "[0,null,true,1.5]"],
  ])("is packed: %s", (_, value, stored) => {
    const json = JSON.stringify(value)
    expect(packed({ of: value }, texts)).toBe(`{"of":${stored}}`)
    expect(unpacked(stored, texts)).toBe(json)
  })

  test.each([
    ["{", "no JSON"],
    ["[999]", "an unknown shape"],
    ["[23,1]", "a missing value"],
    ["[-999]", "an unknown word"],
  ])("is returned unchanged: %s, %s", (stored) => {
    expect(unpacked(stored, texts)).toBe(stored)
  })

  const text = fc.oneof(fc.string(), fc.constantFrom("", ...Object.values(texts), ...words))
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -99, max: 99 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("json")),
      fc.dictionary(text, tie("json")),
      fc
        .tuple(fc.constantFrom(...shapes), fc.array(tie("json")))
        .map(([shape, values]) =>
          Object.fromEntries(shape.split(" ").map((name, n) => [name, values[n] ?? null])),
        ),
    ),
  }))

  test("is restored exactly, for any value", () => {
    fc.assert(
      fc.property(json, fc.record({ created: text, record: text }), (value, of) => {
        const written = JSON.stringify({ value })
        expect(unpacked(packed({ value }, of), of)).toBe(written)
      }),
    )
  })
})

test("numbers never change: new shapes and words are added at the end", () => {
  expect([shapes.length, words.length]).toEqual([40, 18])
  expect([shapes[0], shapes.at(38), shapes.at(39)]).toEqual([
    "token_id type user_id",
    "cleared_date status updated",
    "display_name muted_notifications",
  ])
  expect([words[0], words.at(17)]).toEqual(["CARD_TRANSACTION", "DEPOSIT_DIRECT_DEBIT"])
  expect(new Set(shapes).size + new Set(words).size).toBe(shapes.length + words.length)
})

test.each([["TransactionRecord", TransactionRecord]])(
  "the most common record has a shape: %s",
  (_, { fields }) => {
    expect(shapes).toContain(Object.keys(fields).toSorted().join(" "))
  },
)
