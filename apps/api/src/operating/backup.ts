import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { makeDurable, SqliteStorage } from "@outlay/sqlite-storage"
import Database from "better-sqlite3"
import { Effect, type Option } from "effect"
import { databaseFile } from "../commands/flags.ts"
import { commandFailed } from "../failure.ts"
import { fileLayer, prepareFile } from "../layers.ts"
import { makeFolder } from "../make-folder.ts"
import { print } from "../terminal.ts"
import { steps } from "./migrate.ts"

interface Input {
  readonly file: string
  readonly force: boolean
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const attempt = (what: string, work: () => void | Promise<void>) =>
  Effect.tryPromise({
    try: async () => work(),
    catch: (error) => commandFailed(`${what}: ${reason(error)}.`),
  })

/** What SQLite finds wrong with a copy, which is brought to the form that this program needs. */
const faultsOf = (copy: string) =>
  Effect.provide(
    SqliteStorage.use(({ integrityFaults }) => integrityFaults),
    SqliteStorage.layer({ file: copy }),
  )

/** `outlay backup` */
export const backup = (input: Input) =>
  Effect.gen(function* () {
    const { file } = input
    const database = yield* databaseFile(input.databaseUrl)
    yield* prepareFile(database, "read")
    if (resolve(file) === resolve(database)) {
      return yield* commandFailed(`${file} is the database itself: give another file.`)
    }
    if (existsSync(file) && !input.force) {
      return yield* commandFailed(`${file} is there: give another file, or --force to replace it.`)
    }
    yield* attempt(`${file} cannot be written`, () => {
      makeFolder(dirname(file))
      rmSync(file, { force: true })
    })
    yield* Effect.provide(
      SqliteStorage.use((storage) => storage.backup(file)),
      fileLayer({ file: database, mode: "readable" }),
    )
    yield* print(input.json, { database, file }, `${database} is backed up as ${file}`)
  })

/** `outlay restore` */
export const restore = (input: Input) =>
  Effect.gen(function* () {
    const { file } = input
    const database = yield* databaseFile(input.databaseUrl)
    if (!existsSync(file)) return yield* commandFailed(`There is no file ${file}.`)
    if (resolve(file) === resolve(database)) {
      return yield* commandFailed(`${file} is the database itself: give a backup.`)
    }
    if (existsSync(database) && !input.force) {
      return yield* commandFailed(
        `${database} is there: give another --database-url, or --force to replace it.`,
      )
    }
    yield* prepareFile(database, "make")
    const part = `${database}.restoring`
    yield* attempt(`${file} cannot be copied`, () => copyFileSync(file, part))
    yield* Effect.gen(function* () {
      if ((yield* steps(part)).length === 0) {
        return yield* commandFailed(`${file} was not restored: it is no backup, or damaged.`)
      }
      const faults = yield* Effect.mapError(faultsOf(part), ({ reason }) =>
        commandFailed(`${file} was not restored: it ${reason}.`),
      )
      if (faults.length > 0) {
        return yield* commandFailed(`${file} is damaged, and was not restored: ${faults[0]}.`)
      }
      yield* attempt(`${database} cannot be replaced`, async () => {
        await makeDurable(part)
        replace(part, database)
        await makeDurable(database)
      })
    }).pipe(Effect.ensuring(Effect.sync(() => discard(part))))
    yield* print(input.json, { database, file }, `${file} is restored as ${database}`)
  })

/**
 * Puts a database in the place of another that nobody uses: what is still in the old one's log must
 * not be read into the new one.
 */
const replace = (part: string, database: string): void => {
  if (existsSync(database)) {
    const db = new Database(database, { timeout: 1000 })
    try {
      db.pragma("locking_mode = EXCLUSIVE")
      db.exec("BEGIN EXCLUSIVE")
      db.exec("ROLLBACK")
    } catch (error) {
      throw new Error(`something is using it (${reason(error)}); stop the service first`)
    } finally {
      db.close()
    }
  }
  for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true })
  renameSync(part, database)
}

const discard = (file: string): void => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true })
}
