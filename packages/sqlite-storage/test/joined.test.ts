import { Sql } from "@outlay/sql-storage"
import { Cause, Effect, Exit } from "effect"
import { sql as text } from "kysely"
import { describe, expect, test } from "vitest"
import { statement, storage } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const unit = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work))
const joined = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Sql, ({ joined }) => joined(work))
const written = Effect.flatMap(Sql, ({ all }) =>
  Effect.map(all(names, {}), (rows) => rows.map(({ name }) => name)),
)
const failureOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined

describe("work that joins the unit around it", () => {
  const no = Effect.fail("no" as const)
  const half = joined(Effect.andThen(write("b"), no))
  const cases = [
    ["is committed with it", unit(Effect.andThen(write("a"), joined(write("b")))), ["a", "b"]],
    ["is rolled back with it", unit(Effect.andThen(joined(write("a")), no)), []],
    ["is a separate unit if there is none", joined(write("a")), ["a"]],
    ["is rolled back as a separate unit if there is none", half, []],
    [
      "may fail before it writes",
      unit(Effect.andThen(write("a"), Effect.ignore(joined(no)))),
      ["a"],
    ],
    [
      "rolls back everything if it fails later, even if the unit continues",
      unit(Effect.all([write("a"), Effect.ignore(half), write("c")])),
      [],
    ],
    [
      "rolls back everything if one of its rows fails",
      unit(Effect.all([write("a"), Effect.exit(joined(Effect.andThen(write("b"), write("b"))))])),
      [],
    ],
    [
      "rolls back no more than the innermost unit",
      unit(Effect.all([write("a"), Effect.exit(unit(Effect.ignore(half))), write("c")])),
      ["a", "c"],
    ],
    [
      "rolls back everything although a unit inside succeeded",
      unit(Effect.all([Effect.ignore(half), unit(write("c"))])),
      [],
    ],
    [
      "does not affect the other units of the group",
      Effect.all([Effect.exit(unit(Effect.ignore(half))), unit(write("c"))], {
        concurrency: "unbounded",
      }),
      ["c"],
    ],
  ] as const

  test.each(cases)("%s", async (_, work, expected) => {
    const { run } = storage()
    await run(Effect.exit(work as Effect.Effect<unknown, unknown, Sql>))
    expect(await run(written)).toEqual(expected)
  })

  test("makes the unit that is rolled back fail with its error", async () => {
    const { run } = storage()
    const exit = await run(Effect.exit(unit(Effect.ignore(half))))
    expect(failureOf(exit)).toBe("no")
  })
})
