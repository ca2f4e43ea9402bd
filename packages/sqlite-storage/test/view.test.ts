import { Sql, sliceWeight } from "@outlay/sql-storage"
import { Effect } from "effect"
import { sql as text } from "kysely"
import { expect, test } from "vitest"
import { statement, storage } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const third = () => sliceWeight / 3 + 1

/** Reads all names and their number; each name has this weight. */
const read = (weigh: () => number) =>
  Effect.flatMap(Sql, ({ view }) =>
    view(
      Effect.fnUntraced(function* ({ all, get, pause }) {
        const first = (yield* get(names, {}))?.name
        const rows = yield* all(names, {}, weigh)
        const again = yield* all(names, {}, () => 0)
        return {
          first,
          names: rows.map(({ name }) => name).join(""),
          again: again.length,
          atOnce: pause === null,
        }
      }),
    ),
  )

/** Runs work; returns its result and the number of turns of the event loop that it took. */
const turnsOf = async <A>(work: () => Promise<A>) => {
  let turns = 0
  let going = true
  const count = () => {
    turns++
    if (going) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  going = false
  return { turns, result }
}

const letters = Effect.forEach([..."abcdefghijkl"], write, { discard: true })

test("a small amount is read at once", async () => {
  const { run } = storage()
  await run(letters)
  const result = await run(read(() => 1))
  expect(result).toEqual({ first: "a", names: "abcdefghijkl", again: 12, atOnce: true })
})

test("a large amount is read in slices, one per turn, as of one instant", async () => {
  const { run } = storage()
  await run(letters)
  const { turns, result } = await turnsOf(async () => {
    const reading = run(read(third))
    // Others run in between, and their commits are of another instant.
    const writing = run(write("aa"))
    const [found] = await Promise.all([reading, writing])
    return found
  })
  expect(result).toEqual({ first: "a", names: "abcdefghijkl", again: 12, atOnce: false })
  expect(turns).toBeGreaterThanOrEqual(4)
  expect((await run(read(() => 1))).again).toBe(13)
})

test("several such reads run one after another, and all return", async () => {
  const { run } = storage()
  await run(letters)
  const results = await Promise.all([run(read(third)), run(read(third)), run(read(third))])
  expect(results.map((result) => result.names)).toEqual(Array(3).fill("abcdefghijkl"))
})

test("in a unit of work, everything is read at once, with what the unit wrote", async () => {
  const { run } = storage()
  await run(letters)
  const within = Effect.andThen(write("m"), read(third))
  const result = await run(Effect.flatMap(Sql, ({ transaction }) => transaction(within)))
  expect(result).toMatchObject({ names: "abcdefghijklm", atOnce: true })
})

test("an error in a read is a defect, and the next read succeeds", async () => {
  const { run } = storage()
  await run(letters)
  const failing = Effect.flatMap(Sql, ({ view }) =>
    view(({ all, pause }) =>
      Effect.andThen(all(names, {}, third), () =>
        pause === null ? Effect.void : Effect.die("wrong"),
      ),
    ),
  )
  await expect(run(failing)).rejects.toThrow("wrong")
  expect((await run(read(third))).again).toBe(12)
})
