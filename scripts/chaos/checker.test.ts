import { describe, expect, test } from "vitest"
import { Bag, Chance } from "./chance.ts"
import { type Found, isClean, judge, longestSilence, type Promised } from "./checker.ts"
import { isSafePatroni } from "./tools.ts"

const nothing = { lost: [], doubled: [], changed: [], unasked: [] }

/**
 * History of 300 keys: acknowledged once, acknowledged twice, unknown but applied, unknown and not
 * applied.
 */
const history = () => {
  const promised: Array<Promised> = []
  const found: Array<Found> = []
  for (let n = 0; n < 300; n++) {
    const kind = n % 2 === 0 ? "topup" : "record"
    const key = `key-${n}`
    const id = `id-${n}`
    const ids = [[id], [id, id], [], []][n % 4] ?? []
    promised.push({ kind, key, amount: n + 1, ids })
    if (n % 4 !== 3) found.push({ kind, key, amount: n + 1, id })
  }
  return { promised, found }
}

const row = (n: number): Found => history().found[n] as Found

const planted: ReadonlyArray<{
  readonly fault: string
  readonly found: (rows: ReadonlyArray<Found>) => ReadonlyArray<Found>
  readonly verdict: object
}> = [
  {
    fault: "a write that was acknowledged is lost",
    found: (rows) => rows.filter(({ key }) => key !== "key-100"),
    verdict: { lost: ["topup key-100"] },
  },
  {
    fault: "one of two that were acknowledged twice is lost",
    found: (rows) => rows.filter(({ key }) => key !== "key-101"),
    verdict: { lost: ["record key-101"] },
  },
  {
    fault: "a write has two effects",
    found: (rows) => [...rows, { ...row(4), id: "another" }],
    verdict: { doubled: [`record ${row(4).key}`] },
  },
  {
    fault: "a write of which nobody knows whether it was done has two effects",
    found: (rows) => [...rows, { kind: "topup", key: "key-2", amount: 3, id: "another" }],
    verdict: { doubled: ["topup key-2"] },
  },
  {
    fault: "what was acknowledged has another amount",
    found: (rows) => rows.map((_) => (_.key === "key-0" ? { ..._, amount: 2 } : _)),
    verdict: { changed: ["topup key-0"] },
  },
  {
    fault: "what was acknowledged has another id: it was lost, and done again",
    found: (rows) => rows.map((_) => (_.key === "key-0" ? { ..._, id: "another" } : _)),
    verdict: { changed: ["topup key-0"] },
  },
  {
    fault: "what nobody knows to be done has another amount",
    found: (rows) => rows.map((_) => (_.key === "key-2" ? { ..._, amount: 9 } : _)),
    verdict: { changed: ["topup key-2"] },
  },
  {
    fault: "there is what nobody asked for",
    found: (rows) => [...rows, { kind: "record", key: "key-0", amount: 1, id: "id-0" }],
    verdict: { unasked: ["record key-0"] },
  },
]

describe("the checker of histories", () => {
  test("finds nothing if all promises were kept", () => {
    const { promised, found } = history()
    expect(judge(promised, found)).toEqual(nothing)
    expect(isClean(judge(promised, found.toReversed()))).toBe(true)
  })

  test.each(planted)("finds that $fault", ({ found: plant, verdict }) => {
    const { promised, found } = history()
    const judged = judge(promised, plant(found))
    expect(judged).toEqual({ ...nothing, ...verdict })
    expect(isClean(judged)).toBe(false)
  })

  test("finds two different responses to one key, even if there is one row", () => {
    const { found } = history()
    const promised = [{ kind: "topup", key: "key-0", amount: 1, ids: ["id-0", "another"] }] as const
    expect(judge(promised, found.slice(0, 1))).toEqual({ ...nothing, doubled: ["topup key-0"] })
  })
})

test.each([
  ["none", [], 90],
  ["one", [40], 60],
  ["several, and others outside", [5, 12, 15, 70, 99, 105], 55],
])("the longest silence from 10 to 100 with responses at %s", (_, responseTimes, longest) => {
  expect(longestSilence(10, 100, responseTimes)).toBe(longest)
})

test("a seed has one sequence, and every choice is drawn", () => {
  const drawn = (seed: number) => {
    const chance = new Chance(seed)
    return Array.from({ length: 200 }, () => chance.of(["a", "b", "c"]))
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
  expect(new Set(drawn(7))).toEqual(new Set(["a", "b", "c"]))
  const chance = new Chance(1)
  const spans = Array.from({ length: 200 }, () => chance.from(3, 5))
  expect(new Set(spans)).toEqual(new Set([3, 4, 5]))
})

test("a bag draws every item before it draws one again", () => {
  const bag = new Bag(["a", "b", "c"], new Chance(3))
  const drawn = Array.from({ length: 60 }, () => bag.next())
  for (let n = 0; n < 60; n += 3) {
    expect(new Set(drawn.slice(n, n + 3))).toEqual(new Set(["a", "b", "c"]))
  }
  expect(new Set(Array.from({ length: 20 }, (_, n) => drawn[3 * n])).size).toBe(3)
})

test.each([
  ["patroni 3.0.2", false],
  ["patroni 2.1.9", false],
  ["", false],
  ["patroni 3.0.3", true],
  ["patroni.py 4.1.4", true],
  ["patroni 3.1", true],
])("Patroni %s keeps writes acknowledged by another leader: %s", (version, isSafe) => {
  expect(isSafePatroni(version)).toBe(isSafe)
})
