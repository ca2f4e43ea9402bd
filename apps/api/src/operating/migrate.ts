import { existsSync } from "node:fs"
import { SqliteStorage } from "@outlay/sqlite-storage"
import Database from "better-sqlite3"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { prepareFile } from "../layers.ts"
import { print } from "../terminal.ts"

interface Applied {
  readonly id: number
  readonly name: string
  readonly applied: string
}

/** The steps that a database has taken; none where there is no database. */
const appliedTo = (file: string): ReadonlyArray<Applied> => {
  if (!existsSync(file)) return []
  const db = new Database(file, { readonly: true })
  try {
    const table = "select 1 from sqlite_schema where name = 'migrations'"
    if (db.prepare(table).get() === undefined) return []
    return db.prepare<[], Applied>("select id, name, applied from migrations order by id").all()
  } finally {
    db.close()
  }
}

/** The same, where a file that is no database has no steps: opening it says so better. */
export const steps = (file: string) =>
  Effect.orElseSucceed(
    Effect.try(() => appliedTo(file)),
    (): ReadonlyArray<Applied> => [],
  )

/** `outlay migrate` */
export const migrate = (input: {
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    const file = yield* databaseFile(input.databaseUrl)
    yield* prepareFile(file, "make")
    const before = yield* steps(file)
    yield* Effect.scoped(Effect.provide(Effect.void, SqliteStorage.layer({ file })))
    const all = yield* steps(file)
    const applied = all.filter(({ id }) => before.every((step) => step.id !== id))
    const lines = applied.map(({ name }) => `applied ${name}`)
    const end = applied.length === 0 ? `${file} is up to date` : `${file} is now up to date`
    yield* print(input.json, { file, applied, steps: all.length }, [...lines, end].join("\n"))
  })
