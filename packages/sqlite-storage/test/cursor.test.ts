import { migrations, Sql } from "@outlay/sql-storage"
import { Effect, Stream } from "effect"
import { sql as text } from "kysely"
import { expect, onTestFinished, test, vi } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { at, file, statement } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const after = statement(
  (p: { name: string }) =>
    text<{ name: string }>`select name from sequences where name > ${p.name} order by name`,
)

/** An engine with two rows, and a spy that counts the statements compiled since. */
const given = async () => {
  const db = open({ file: file(), mode: "writable", migrations, now: at })
  onTestFinished(() => void db.close())
  const engine = new Engine(db, { committed() {}, undone() {}, fatal() {} }, true)
  const run = <A, E>(work: (sql: Sql["Service"]) => Effect.Effect<A, E, Sql>) =>
    Effect.runPromise(Effect.provideService(Effect.flatMap(Sql, work), Sql, engine.sql))
  for (const name of ["~a", "~b"]) await run(({ run }) => run(put, { name }))
  return { run, compiled: vi.spyOn(db, "prepare") }
}

const rows = (sql: Sql["Service"], name: string) =>
  Effect.map(Stream.runCollect(sql.stream(after, { name })), (found) =>
    found.map(({ name }) => name),
  )

test("a statement that is streamed again is not compiled again", async () => {
  const { run, compiled } = await given()
  expect(await run((sql) => rows(sql, "~"))).toEqual(["~a", "~b"])
  const once = compiled.mock.calls.length
  expect(await run((sql) => rows(sql, "~a"))).toEqual(["~b"])
  expect(await run((sql) => rows(sql, "~"))).toEqual(["~a", "~b"])
  expect(compiled).toHaveBeenCalledTimes(once)
})

test("a statement can be streamed and read while it is being streamed", async () => {
  const { run } = await given()
  const seen = await run((sql) =>
    Stream.runCollect(
      Stream.mapEffect(sql.stream(after, { name: "~" }), ({ name }) =>
        Effect.all([rows(sql, name), Effect.map(sql.all(after, { name }), (all) => all.length)]),
      ),
    ),
  )
  expect(seen).toEqual([
    [["~b"], 1],
    [[], 0],
  ])
  expect(await run((sql) => rows(sql, "~"))).toEqual(["~a", "~b"])
})

test("a stream after an incomplete one starts from the beginning", async () => {
  const { run, compiled } = await given()
  const first = await run(({ stream }) => Stream.runHead(stream(after, { name: "~" })))
  expect(first).toMatchObject({ value: { name: "~a" } })
  const once = compiled.mock.calls.length
  expect(await run((sql) => rows(sql, "~"))).toEqual(["~a", "~b"])
  expect(compiled).toHaveBeenCalledTimes(once)
})
