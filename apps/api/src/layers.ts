import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { CurrentActor, operator, Services, WebhookDeliveries, WebhookSender } from "@outlay/domain"
import { steadyClock } from "@outlay/domain/ports"
import { EventsAsShown } from "@outlay/http-contract"
import { NodeSecrets } from "@outlay/http-server"
import { SqlStores } from "@outlay/sql-storage"
import { moveTarget, type SqliteOptions, SqliteStorage } from "@outlay/sqlite-storage"
import Database from "better-sqlite3"
import { Effect, Layer, type Option } from "effect"
import { databaseFile } from "./commands/flags.ts"
import { isServer, nameOf } from "./database-url.ts"
import { type DatabaseRefused, onPostgres, onSqlite } from "./engine.ts"
import { type CommandFailed, failedAs } from "./failure.ts"
import { makeFolder } from "./make-folder.ts"
import { receiptFiles } from "./receipts.ts"
import type { ReceiptsPlace } from "./receipts-place.ts"
import { copyRows } from "./rows.ts"
import { drawnThumbnails } from "./thumbnails/thumbnails.ts"
import { Arrivals } from "./webhooks/arrivals.ts"

/** Layer of a SQLite file. If it is only read, no new files remain next to it. */
export const fileLayer = (options: SqliteOptions) => {
  const layer = SqliteStorage.engine(options)
  return options.mode === "readable" ? Layer.provide(layer, cleanUpWal(options.file)) : layer
}

/**
 * Removes the log and its index that SQLite creates even for a reader. A reader cannot remove them,
 * but a writer does when it closes as the last connection. If there was a log before, the database
 * is in use or its process died, so it is left as it was.
 */
const cleanUpWal = (file: string) =>
  Layer.effectDiscard(
    Effect.acquireRelease(
      Effect.sync(() => existsSync(`${file}-wal`)),
      (inUse) => (inUse ? Effect.void : Effect.ignore(Effect.try(() => tidy(file)))),
    ),
  )

const tidy = (file: string): void => {
  const db = new Database(file, { fileMustExist: true })
  try {
    // Only a connection that has read opens the log.
    db.prepare("select 1 from sqlite_schema").get()
  } finally {
    db.close()
  }
}

/** Engine of a database: SQLite for a file, PostgreSQL for a URL. */
const engineLayer = (options: SqliteOptions) => {
  const { file, mode = "writable" } = options
  if (!isServer(file)) return onSqlite(fileLayer(options))
  // Commands that read everything have no statement timeout.
  const timeouts = mode === "readable" ? { statementTimeoutMs: 0 } : {}
  return onPostgres({ url: file, mode, ...timeouts })
}

/** Storage with all ports on one database. */
export const storageLayer = (options: SqliteOptions) =>
  SqlStores.layer.pipe(
    Layer.provideMerge(Arrivals.layer),
    Layer.provideMerge(engineLayer(options)),
    Layer.provideMerge(EventsAsShown),
  )

interface Extras {
  readonly webhooks?: Layer.Layer<WebhookSender>
  readonly receipts?: ReceiptsPlace
}

/** Services of the domain on a storage, with the receipt files next to its database by default. */
export const servicesOver = <A, E, R>(
  storage: Layer.Layer<A, E, R>,
  file: string,
  { webhooks = WebhookSender.none, receipts = null }: Extras = {},
) =>
  Layer.mergeAll(
    ...[Services.full, WebhookDeliveries.layer, drawnThumbnails],
    receiptFiles(receipts, file),
  ).pipe(Layer.provideMerge(storage), Layer.provide(Layer.merge(NodeSecrets.layer, webhooks)))

/** Services on the storage of a database. Commands send no webhooks. */
export const servicesLayer = (options: SqliteOptions, extras: Extras = {}) =>
  servicesOver(storageLayer(options), options.file, extras)

/** All services that commands can use. */
export type Everything = Layer.Success<ReturnType<typeof servicesLayer>>

/**
 * Access of a command to the database: `read` writes nothing, `write` requires an existing
 * database, `make` creates a missing one.
 */
export type Access = "read" | "write" | "make"

/** Checks that the database exists, or creates its folder if `access` allows that. */
export const prepareFile = (file: string, access: Access): Effect.Effect<void, CommandFailed> =>
  Effect.suspend(() => {
    if (isServer(file) || existsSync(file)) return Effect.void
    if (access !== "make") {
      return Effect.fail(
        failedAs(
          "unavailable",
          `There is no database ${file}. Create it with outlay migrate, or give --database-url.`,
        ),
      )
    }
    try {
      makeFolder(dirname(file))
      return Effect.void
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return Effect.fail(failedAs("unavailable", `Cannot create the folder of ${file}: ${reason}.`))
    }
  })

/**
 * Runs a command on a database, as the operator. `exclusive` fails if a process serves the
 * database. `receipts` is the location of receipt files, for commands that use them.
 */
export const onFile =
  (
    file: string,
    access: Access,
    {
      exclusive = false,
      receipts = null,
    }: { readonly exclusive?: boolean; readonly receipts?: ReceiptsPlace } = {},
  ) =>
  <A, E>(
    work: Effect.Effect<A, E, Everything>,
  ): Effect.Effect<A, E | CommandFailed | DatabaseRefused> =>
    prepareFile(file, access).pipe(
      Effect.andThen(
        Effect.provide(
          Effect.provideService(work, CurrentActor, operator),
          servicesLayer(
            { file, exclusive, mode: access === "read" ? "readable" : "writable" },
            { receipts },
          ),
        ),
      ),
      Effect.provide(steadyClock),
    )

/** Runs a command on the database given by the flags or the environment. */
export const withDatabase =
  (url: Option.Option<string>, access: Access = "write") =>
  <A, E>(work: Effect.Effect<A, E, Everything>) =>
    Effect.flatMap(databaseFile(url), (file) => onFile(file, access)(work))

/**
 * Runs a command on a temporary copy of a business, so that nothing is saved. The copy of a SQLite
 * file contains all businesses and is next to it, where a file of this size has space. The copy
 * from a server is in the system's temporary folder. The copy has its own folder that no one else
 * can open.
 */
export const withCopy =
  (url: Option.Option<string>, client_id: number) =>
  <A, E>(work: Effect.Effect<A, E, Everything>) =>
    Effect.gen(function* () {
      const database = yield* databaseFile(url)
      yield* prepareFile(database, "write")
      const place = isServer(database) ? join(tmpdir(), "outlay") : database
      const made = Effect.tryPromise({
        try: () => mkdtemp(`${place}-copy-`),
        catch: (error) => withoutCopy(database, (error as Error).message),
      })
      return yield* Effect.acquireUseRelease(
        made,
        (folder) => {
          const copy = join(folder, "copy.db")
          const copied = isServer(database)
            ? copiedBusiness(database, client_id, copy)
            : copiedFile(database, copy)
          return Effect.andThen(copied, onFile(copy, "write")(work))
        },
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
      )
    })

const copiedFile = (file: string, copy: string) =>
  SqliteStorage.use((_) => _.backup(copy, { check: false })).pipe(
    Effect.mapError(({ reason }) => withoutCopy(file, reason)),
    Effect.provide(fileLayer({ file, mode: "readable" })),
  )

const copiedBusiness = (url: string, client_id: number, copy: string) =>
  Effect.gen(function* () {
    const { businessSource } = yield* Effect.promise(() => import("@outlay/postgres-storage"))
    const source = yield* businessSource({ url, statementTimeoutMs: 0 }, client_id)
    yield* copyRows(source, yield* moveTarget(copy))
  }).pipe(
    Effect.catchTag("MoveFailed", ({ reason }) => Effect.fail(withoutCopy(url, reason))),
    Effect.scoped,
  )

const withoutCopy = (database: string, reason: string): CommandFailed =>
  failedAs("unavailable", `Cannot copy ${nameOf(database)} for the dry run: ${reason}.`)
