import { expect, test } from "vitest"
import { type Part, sliced, whole } from "./decision.ts"

const part = (n: number): Part => ({
  writes: [],
  entries: [],
  events: [{ type: "budget.updated", resource: "budgets", data: { n }, previous: {} }],
})

/** Returns, for each slice, its number of parts and the number of parts made by then. */
const slicesOf = (count: number) => {
  let made = 0
  const parts = function* (): Generator<Part> {
    for (let n = 0; n < count; n++) {
      made++
      yield part(n)
    }
  }
  return Array.from(sliced(parts()), ({ events }) => ({ made, eventCount: events.length }))
}

test.each([
  [0, []],
  [1, [{ made: 1, eventCount: 1 }]],
  [100, [{ made: 100, eventCount: 100 }]],
  [
    250,
    [
      { made: 100, eventCount: 100 },
      { made: 200, eventCount: 100 },
      { made: 250, eventCount: 50 },
    ],
  ],
])("%i parts are made lazily, a hundred at a time", (count, slices) => {
  expect(slicesOf(count)).toEqual(slices)
})

test("a whole decision has its own parts first, then those of its slices, in order", () => {
  const decision = { result: "done", ...part(0), slices: sliced([part(1), part(2)]) }
  const { result, events, ...rest } = whole(decision)
  expect(result).toBe("done")
  expect(events.map(({ data }) => data)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
  expect(rest).toEqual({ writes: [], entries: [] })
})

test("a decision without slices is whole", () => {
  const decision = { result: null, ...part(0) }
  expect(whole(decision)).toBe(decision)
})
