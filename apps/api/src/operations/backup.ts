import { existsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { timestamp } from "@outlay/domain/rules"
import { FolderFiles } from "@outlay/file-storage"
import { partOf, restore as put, SqliteStorage } from "@outlay/sqlite-storage"
import { Clock, Effect, type Option } from "effect"
import { databaseFile, receiptsPlace } from "../commands/flags.ts"
import { isServer, nameOf } from "../database-url.ts"
import { commandFailed } from "../failure.ts"
import { fileLayer, prepareFile } from "../layers.ts"
import { makeFolder } from "../make-folder.ts"
import { copied, filesOf, receiptFiles, receiptsBeside } from "../receipts.ts"
import { noteOutcome } from "../status.ts"
import { reportingStop, watchedFile } from "../stop.ts"
import { print } from "../terminal.ts"
import { checkReceipts } from "./receipts.ts"

/** Returns the failure for PostgreSQL, with the tools that back it up instead. */
export const serverTools = (database: string) =>
  commandFailed(
    `${nameOf(database)} is PostgreSQL: back it up with pg_dump --format=custom and restore it with pg_restore, or keep every commit with pgBackRest.`,
  )

interface Input {
  readonly file: string
  readonly force: boolean
  readonly databaseUrl: Option.Option<string>
  readonly receiptsUrl: Option.Option<string>
  readonly json: boolean
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** `outlay backup FILE` */
export const backup = (input: Input) =>
  Effect.suspend(() => {
    const isMade = watchedFile(input.file)
    return makeBackup(input).pipe(reportingStop(() => backupSaid(input, isMade())))
  })

const backupSaid = ({ file }: Input, isMade: boolean): string =>
  isMade
    ? `${file} is a whole backup of the database; receipts of the last moments may be missing.`
    : `No backup was made${existsSync(file) ? `: ${file} is unchanged` : ""}. Run it again.`

const makeBackup = (input: Input) =>
  Effect.gen(function* () {
    const { file, force } = input
    const database = yield* databaseFile(input.databaseUrl)
    if (isServer(database)) return yield* serverTools(database)
    const place = yield* receiptsPlace(input.receiptsUrl)
    yield* prepareFile(database, "read")
    const part = partOf(file, database)
    if (part !== null) return yield* commandFailed(`${file} ${part}. Choose another file.`)
    if (existsSync(file) && !force) {
      return yield* commandFailed(
        `${file} already exists. Choose another file, or use --force to replace it.`,
      )
    }
    yield* Effect.try({
      try: () => makeFolder(dirname(file)),
      catch: (error) => commandFailed(`Cannot write ${file}: ${reason(error)}.`),
    })
    const files = yield* filesOf(receiptFiles(place, database))
    const storedFiles = yield* filesOf(FolderFiles.layer(receiptsBeside(file)))
    // Copied before and after the database, because receipts may change while it is copied.
    yield* copied(files, storedFiles)
    const at = timestamp(yield* Clock.currentTimeMillis)
    const storage = fileLayer({ file: database, mode: "readable" })
    yield* SqliteStorage.use((_) => _.backup(file, { replace: force })).pipe(
      Effect.provide(storage),
      Effect.tapError((error) =>
        error._tag === "BackupFailed" && error.isRefused
          ? Effect.void
          : noteOutcome(database, (status) => ({ ...status, backup: { at, succeeded: false } })),
      ),
    )
    const uncopied = yield* copied(files, storedFiles)
    const { size } = statSync(file)
    const note = (succeeded: boolean) =>
      noteOutcome(database, ({ last_success, ...status }) => ({
        ...status,
        backup: { at, succeeded },
        last_success: succeeded ? { at, size } : last_success,
      }))
    const shown = `${database} is backed up as ${file}`
    yield* checkReceipts(file, storedFiles, shown, uncopied).pipe(
      Effect.tapError(() => note(false)),
    )
    yield* note(true)
    yield* print(input.json, { database, file }, shown)
  }).pipe(Effect.scoped)

/** Refuses to replace a database without `force`. */
export const checkTarget = (database: string, force: boolean) =>
  existsSync(database) && !force
    ? Effect.fail(
        commandFailed(
          `${database} already exists. Choose another --database-url, or use --force to replace it.`,
        ),
      )
    : Effect.void

/** Reports the state of the database if a restore is interrupted. */
export const sayingRestored = (file: string, database: string) => {
  const isRestored = watchedFile(database)
  const asBefore = () => (existsSync(database) ? `: ${database} is unchanged` : "")
  return reportingStop(() =>
    isRestored()
      ? `${file} is restored as ${database}.`
      : `Nothing was restored${asBefore()}. Run it again.`,
  )
}

/** `outlay restore FILE` */
export const restore = (input: Input) =>
  Effect.gen(function* () {
    const database = yield* databaseFile(input.databaseUrl)
    if (isServer(database)) return yield* serverTools(database)
    return yield* restoreAs(input, database).pipe(sayingRestored(input.file, database))
  })

const restoreAs = (input: Input, database: string) =>
  Effect.gen(function* () {
    const { file } = input
    const place = yield* receiptsPlace(input.receiptsUrl)
    if (!existsSync(file)) return yield* commandFailed(`There is no file ${file}.`)
    if (existsSync(database) && partOf(file, database) !== null) {
      return yield* commandFailed(`${file} ${partOf(file, database)}. Choose a backup file.`)
    }
    yield* checkTarget(database, input.force)
    yield* prepareFile(database, "make")
    const storedFiles = yield* filesOf(FolderFiles.layer(receiptsBeside(file)))
    const files = yield* filesOf(receiptFiles(place, database))
    const uncopied = yield* copied(storedFiles, files)
    yield* put({ file, database })
    const shown = `${file} is restored as ${database}`
    yield* checkReceipts(database, files, shown, uncopied)
    yield* print(input.json, { database, file }, shown)
  }).pipe(Effect.scoped)
