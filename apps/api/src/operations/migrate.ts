import { migrations } from "@outlay/sql-storage"
import { SqliteStorage, type Step, stepsOf } from "@outlay/sqlite-storage"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { isServer, nameOf } from "../database-url.ts"
import { type DatabaseRefused, onPostgres } from "../engine.ts"
import { failedAs } from "../failure.ts"
import { prepareFile } from "../layers.ts"
import { print } from "../terminal.ts"

/** Returns the migrations applied to a database. */
const stepsTaken = (database: string): Effect.Effect<ReadonlyArray<Step>, DatabaseRefused> =>
  isServer(database)
    ? Effect.flatMap(
        Effect.promise(() => import("@outlay/postgres-storage")),
        (postgres) => postgres.stepsOf({ url: database }),
      )
    : stepsOf(database)

/** Migrates a database to the current schema. */
const brought = (database: string): Effect.Effect<void, DatabaseRefused> =>
  isServer(database)
    ? Effect.provide(Effect.void, onPostgres({ url: database }))
    : Effect.provide(Effect.void, SqliteStorage.engine({ file: database }))

const divided = (url: string) =>
  Effect.flatMap(
    Effect.promise(() => import("@outlay/postgres-storage")),
    (postgres) => postgres.distribute({ url }),
  )

/** `outlay migrate` */
export const migrate = (input: {
  readonly check: boolean
  readonly distribute: boolean
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    const database = yield* databaseFile(input.databaseUrl)
    const file = nameOf(database)
    if (input.distribute && (input.check || !isServer(database))) {
      return yield* failedAs("usage", "--distribute is for PostgreSQL with Citus, without --check.")
    }
    const before = yield* stepsTaken(database)
    const isTaken = (id: number) => before.some((step) => step.id === id)
    const missing = migrations.filter(({ id }) => !isTaken(id)).map(({ name }) => name)
    if (input.check && missing.length > 0) {
      const steps = missing.join(", ")
      return yield* failedAs("refused", `${file} lacks ${steps}. Run outlay migrate.`)
    }
    if (!input.check) {
      yield* prepareFile(database, "make")
      yield* brought(database)
    }
    const distributed = input.distribute ? yield* divided(database) : []
    const all = input.check ? before : yield* stepsTaken(database)
    const applied = all.filter(({ id }) => !isTaken(id))
    const lines = [
      ...applied.map(({ name }) => `applied ${name}`),
      ...distributed.map(
        ({ table, isDivided }) => `${table} is ${isDivided ? "divided by business" : "everywhere"}`,
      ),
    ]
    const end = applied.length === 0 ? `${file} is up to date` : `${file} is now up to date`
    const result = { file, applied, steps: all.length, ...(input.distribute && { distributed }) }
    yield* print(input.json, result, [...lines, end].join("\n"))
  })
