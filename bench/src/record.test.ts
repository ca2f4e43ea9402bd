import { expect, test } from "vitest"
import { type Recorded, resultsOf, withRun } from "./record.ts"

const machine = { cpu: "any", cores: 2, memory_gib: 4, system: "any", node: "24", client: "wrk" }

const run = (part: string, rows: number, value: number): Recorded => ({
  ...{ part, rows, rounds: 1, seconds: 1, date: "2026-01-01", machine, comparisons: [] },
  figures: [{ work: part, unit: "ms", value, least: value, most: value, floor: null, detail: "" }],
})

const facts = (record: ReadonlyArray<Recorded>) =>
  record.map(({ part, rows, figures }) => [part, rows, figures[0]?.value])

test.each<readonly [string, Recorded, ReadonlyArray<unknown>]>([
  [
    "replaces the last run of its part and rows",
    run("b", 10, 9),
    [
      ["a", 10, 1],
      ["b", 10, 9],
    ],
  ],
  [
    "stands beside one of other rows",
    run("b", 5, 9),
    [
      ["a", 10, 1],
      ["b", 5, 9],
      ["b", 10, 2],
    ],
  ],
  [
    "stands where its part does",
    run("c", 10, 9),
    [
      ["c", 10, 9],
      ["a", 10, 1],
      ["b", 10, 2],
    ],
  ],
])("a run %s", (_, added, expected) => {
  const record = [run("a", 10, 1), run("b", 10, 2)]
  expect(facts(withRun(record, added, ["c", "a", "b"]))).toEqual(expected)
})

test("results say with how many rows, where a part ran with more than one number of them", () => {
  const works = (runs: ReadonlyArray<Recorded>) => resultsOf(runs).figures.map(({ work }) => work)
  expect(works([run("a", 10_000, 1), run("b", 10_000, 2)])).toEqual(["a", "b"])
  expect(works([run("a", 10_000, 1), run("a", 1_000_000, 2)])).toEqual([
    "a, 10,000 rows",
    "a, 1,000,000 rows",
  ])
})
