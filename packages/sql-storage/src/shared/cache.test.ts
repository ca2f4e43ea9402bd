import type { TableName } from "@outlay/domain/fields"
import { changed, type Decision, nothing, type Write } from "@outlay/domain/ports"
import { Effect } from "effect"
import { describe, expect, test, vi } from "vitest"
import { Cache } from "./cache.ts"

const deciding = (write: Write): Decision<null> => ({ ...nothing(null), writes: [write] })
const writing = (table: TableName) => deciding({ table, before: null, after: { id: "x" } } as never)

const counting = (results: ReadonlyArray<string | null>) => {
  let queryCount = 0
  const cache = new Cache()
  const find = cache.remembering(["tokens", "roles"], () =>
    Effect.sync(() => results[queryCount++ % results.length] ?? null),
  )
  return { cache, ask: (key = "a") => Effect.runSync(find(key)), queries: () => queryCount }
}

describe("a cached read", () => {
  test("is returned again without a query", () => {
    const { ask, queries } = counting(["one", "two"])
    expect([ask(), ask(), ask()]).toEqual(["one", "one", "one"])
    expect(queries()).toBe(1)
    expect(ask("b")).toBe("two")
  })

  test("is dropped when one of its tables is written, and only then", () => {
    const { cache, ask } = counting(["one", "two"])
    ask()
    cache.wrote([writing("topups")])
    expect(ask()).toBe("one")
    cache.wrote([writing("roles")])
    expect(ask()).toBe("two")
  })

  test.each([
    [
      "a write is rolled back",
      (cache: Cache) => {
        cache.wrote([writing("topups")])
        cache.undone()
      },
    ],
    ["another process has committed", (cache: Cache) => cache.clear()],
  ])("is dropped if %s", (_, happen) => {
    const { cache, ask } = counting(["one", "two"])
    ask()
    happen(cache)
    expect(ask()).toBe("two")
  })

  test("stays cached after a transaction that wrote to none of its tables", () => {
    const { cache, ask } = counting(["one", "two"])
    ask()
    cache.wrote([writing("topups")])
    cache.committed()
    expect(ask()).toBe("one")
    cache.undone()
    expect(ask()).toBe("one")
  })

  test("belongs to one cache: a write through it does not affect another cache", () => {
    const [one, other] = [counting(["one", "two"]), counting(["one", "two"])]
    one.ask()
    other.ask()
    one.cache.wrote([writing("roles")])
    expect([one.ask(), other.ask()]).toEqual(["two", "one"])
  })

  test("is not stored if nothing was found", () => {
    const { ask, queries } = counting([null])
    expect([ask(), ask()]).toEqual([null, null])
    expect(queries()).toBe(2)
  })

  test("is read again after half a second: another process may have written it", () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0)
    const { ask } = counting(["one", "two"])
    ask()
    clock.mockReturnValue(499)
    expect(ask()).toBe("one")
    clock.mockReturnValue(501)
    expect(ask()).toBe("two")
    clock.mockRestore()
  })
})

const budget = { client_id: 1, id: "b", name: "Travel", budget_type: "BUDGET", spent_amount: 0 }

/** Stores the budget of business 1 in a cache, and returns a function that gets it. */
const knowing = (cache: Cache) => {
  cache.namedRows(1).budgets.learn(["b"], [budget as never])
  return () => cache.namedRows(1).budgets.get("b")
}

describe("a row that other records show by name", () => {
  test.each([
    ["its name changes", { name: "Trips" }, false],
    ["only its amounts change", { spent_amount: 5 }, true],
    ["a row of another business changes", { client_id: 2, name: "Trips" }, true],
  ])("is dropped only if its name changes: %s", (_, change, isKnown) => {
    const cache = new Cache()
    const known = knowing(cache)
    cache.wrote([deciding(changed("budgets", budget as never, { ...budget, ...change } as never))])
    expect(known() !== undefined).toBe(isKnown)
  })

  test("is dropped again when the transaction that changed it ends: it may have read it", () => {
    const cache = new Cache()
    cache.wrote([deciding(changed("budgets", budget as never, { ...budget, name: "x" } as never))])
    const known = knowing(cache)
    cache.undone()
    expect(known()).toBeUndefined()
    knowing(cache)
    cache.committed()
    expect(known()).toBeUndefined()
    knowing(cache)
    cache.committed()
    expect(known()).toBe(budget)
  })

  test("is cached as missing if it does not exist", () => {
    const { budgets } = new Cache().namedRows(1)
    expect([budgets.get("b"), budgets.isMissing, budgets.takeMissing()]).toEqual([
      undefined,
      true,
      ["b"],
    ])
    budgets.learn(["b"], [])
    expect([budgets.get("b"), budgets.isMissing]).toEqual([undefined, false])
    budgets.forget("b")
    expect([budgets.get("b"), budgets.isMissing, budgets.size]).toEqual([undefined, true, 0])
  })
})

const learn = (cache: Cache, client_id: number, length: number) => {
  const ids = Array.from({ length }, (_, n) => `${n}`)
  const rows = ids.map((id) => ({ id, name: "Travel", budget_type: "BUDGET" as const }))
  cache.namedRows(client_id).budgets.learn(ids, rows)
  cache.trim()
}

const sizes = (cache: Cache, client_ids: ReadonlyArray<number>) =>
  client_ids.map((client_id) => cache.namedRows(client_id).size > 0)

describe("a bounded cache", () => {
  test("drops the rows of a business that are too large", () => {
    const cache = new Cache({ ofBusiness: 10_000, ofAll: 100_000 })
    learn(cache, 1, 10)
    expect(sizes(cache, [1])).toEqual([true])
    learn(cache, 1, 100)
    expect(sizes(cache, [1])).toEqual([false])
  })

  test("evicts the least recently used business if the total is too large", () => {
    const cache = new Cache({ ofBusiness: 10_000, ofAll: 10_000 })
    for (const client_id of [1, 2, 3]) learn(cache, client_id, 10)
    cache.namedRows(1)
    learn(cache, 4, 20)
    expect(sizes(cache, [1, 2, 3, 4])).toEqual([true, false, true, true])
  })
})
