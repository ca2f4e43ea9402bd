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

/** A database file; one that is only read has nothing more beside it afterwards than before. */
export const fileLayer = (options: SqliteOptions) => {
  const layer = SqliteStorage.engine(options)
  return options.mode === "readable" ? Layer.provide(layer, cleanUpWal(options.file)) : layer
}

/**
 * SQLite makes a log and its index for a reader, too, and a reader may not take them away: one that
 * may write does so when it closes as the last. Where there was a log before, somebody uses the
 * database, or died in doing so: then it is left as it was found.
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
    // Only a connection that has read knows of the log.
    db.prepare("select 1 from sqlite_schema").get()
  } finally {
    db.close()
  }
}

/** The engine of a database: SQLite of a file, or PostgreSQL of a URL. */
const engineLayer = (options: SqliteOptions) => {
  const { file, mode = "writable" } = options
  if (!isServer(file)) return onSqlite(fileLayer(options))
  // Who reads everything reads for as long as it takes.
  const timeouts = mode === "readable" ? { statementTimeoutMs: 0 } : {}
  return onPostgres({ url: file, mode, ...timeouts })
}

/** The storage: every port, over one database. */
export const storageLayer = (options: SqliteOptions) =>
  SqlStores.layer.pipe(
    Layer.provideMerge(Arrivals.layer),
    Layer.provideMerge(engineLayer(options)),
    Layer.provideMerge(EventsAsShown),
  )

interface Beside {
  readonly webhooks?: Layer.Layer<WebhookSender>
  readonly receipts?: ReceiptsPlace
}

/** The domain's services over a storage, with the files of receipts beside its database. */
export const servicesOver = <A, E, R>(
  storage: Layer.Layer<A, E, R>,
  file: string,
  { webhooks = WebhookSender.none, receipts = null }: Beside = {},
) =>
  Layer.mergeAll(
    ...[Services.full, WebhookDeliveries.layer, drawnThumbnails],
    receiptFiles(receipts, file),
  ).pipe(Layer.provideMerge(storage), Layer.provide(Layer.merge(NodeSecrets.layer, webhooks)))

/** The same over that storage; commands send no webhooks. */
export const servicesLayer = (options: SqliteOptions, beside: Beside = {}) =>
  servicesOver(storageLayer(options), options.file, beside)

/** All that commands are written with. */
export type Everything = Layer.Success<ReturnType<typeof servicesLayer>>

/**
 * What a command does with the database: `read` writes nothing, `write` wants it to be there,
 * `make` makes it when it is not.
 */
export type Access = "read" | "write" | "make"

/** Whether the file can be used so; its folder is made where the file may be. */
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
 * Runs a command on a database file, as the operator; `exclusive`: not beside a process that serves
 * it. A command that touches the files of receipts says where they are.
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

/** Runs a command on the database that the flags or the environment name. */
export const withDatabase =
  (url: Option.Option<string>, access: Access = "write") =>
  <A, E>(work: Effect.Effect<A, E, Everything>) =>
    Effect.flatMap(databaseFile(url), (file) => onFile(file, access)(work))

/**
 * The same on a copy of a business that is thrown away, so that everything happens and nothing is
 * kept. The copy of a file has all businesses, and lies beside it, where there is room for one as
 * large; that of a server's lies where the system has temporary files. It is in a folder of its
 * own, which nobody else may open.
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
