import { migrations } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { at } from "./given.ts"

const nothing = () => undefined

/** Returns the number of commits before each unit; they arrive together and last this long. */
const groupsOf = async (lasting: ReadonlyArray<number>): Promise<ReadonlyArray<number>> => {
  const db = open({ file: ":memory:", mode: "writable", migrations, now: at })
  let time = 0
  const listener = { committed: nothing, undone: nothing, fatal: nothing }
  const engine = new Engine(db, listener, true, { now: () => time })
  const units = lasting.map((millis) =>
    engine.transaction(
      Effect.sync(() => {
        time += millis
        return engine.statistics.commits
      }),
    ),
  )
  const groups = await Effect.runPromise(Effect.all(units, { concurrency: "unbounded" }))
  db.close()
  return groups
}

test.each([
  ["a long unit is a group", [20, 0], [0, 1]],
  ["short units share a group", [1, 1, 1, 1], [0, 0, 0, 0]],
  ["a unit that begins within 15 ms belongs to it", [5, 5, 4, 9, 1, 1], [0, 0, 0, 0, 1, 1]],
  ["a unit that would begin later does not", [15, 1, 14, 30, 2], [0, 1, 1, 2, 3]],
])("a group accepts units for 15 ms: %s", async (_, lasting, groups) => {
  expect(await groupsOf(lasting)).toEqual(groups)
})

test("units keep their order from group to group", async () => {
  const groups = await groupsOf(Array.from({ length: 600 }, (_, n) => n % 4))
  expect(groups).toEqual(groups.toSorted((a, b) => a - b))
  expect(groups.at(-1)).toBe(59)
})
