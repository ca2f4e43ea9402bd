import { SqliteStorage, stepsOf } from "@outlay/sqlite-storage"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { prepareFile } from "../layers.ts"
import { print } from "../terminal.ts"

/** `outlay migrate` */
export const migrate = (input: {
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    const file = yield* databaseFile(input.databaseUrl)
    yield* prepareFile(file, "make")
    const before = yield* stepsOf(file)
    yield* Effect.scoped(Effect.provide(Effect.void, SqliteStorage.engine({ file })))
    const all = yield* stepsOf(file)
    const applied = all.filter(({ id }) => before.every((step) => step.id !== id))
    const lines = applied.map(({ name }) => `applied ${name}`)
    const end = applied.length === 0 ? `${file} is up to date` : `${file} is now up to date`
    yield* print(input.json, { file, applied, steps: all.length }, [...lines, end].join("\n"))
  })
