import { Effect, Exit, Stream } from "effect"
import { expect, test } from "vitest"
import { StorageUnavailable } from "../core/unit-of-work.ts"
import { merged } from "./merge.ts"

interface Row {
  readonly key: number
  readonly name: string
}

const rowsOf = (keys: ReadonlyArray<number>, name: string): ReadonlyArray<Row> =>
  keys.map((key, n) => ({ key, name: `${name}${n}` }))

/** Streams pages of two rows each, so that groups span pages. */
const sorted = (rows: ReadonlyArray<Row>) => ({
  rows: Stream.fromIterable(rows, { chunkSize: 2 }),
  keyOf: ({ key }: Row) => key,
})

const groups = (...lists: ReadonlyArray<ReadonlyArray<Row>>) =>
  Effect.runSync(
    Stream.runCollect(merged<ReadonlyArray<Row>>(...lists.map(sorted))).pipe(
      Effect.map((all) => all.map(({ key, of }) => [key, of.map((_) => _.map((row) => row.name))])),
    ),
  )

test("groups rows with the same key, across pages", () => {
  expect(groups(rowsOf([1, 2, 2, 2, 5], "a"), rowsOf([2, 3, 5, 5], "b"))).toEqual([
    [1, [["a0"], []]],
    [2, [["a1", "a2", "a3"], ["b0"]]],
    [3, [[], ["b1"]]],
    [5, [["a4"], ["b2", "b3"]]],
  ])
})

test("returns nothing for empty streams", () => {
  expect(groups([], [])).toEqual([])
  expect(groups(rowsOf([1], "a"), [])).toEqual([[1, [["a0"], []]]])
})

test("returns more groups than a page has", () => {
  const keys = Array.from({ length: 2_001 }, (_, n) => n)
  expect(groups(rowsOf(keys, "a"), rowsOf(keys, "b"))).toHaveLength(2_001)
})

test("fails if one of the streams fails", () => {
  const failing = Stream.fail(new StorageUnavailable({ reason: "damaged" }))
  const both = merged<[Row, Row]>(sorted(rowsOf([1], "a")), { rows: failing, keyOf: () => 1 })
  const exit = Effect.runSyncExit(Stream.runDrain(both))
  expect(Exit.isFailure(exit)).toBe(true)
})
