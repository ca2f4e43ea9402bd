import { hash } from "node:crypto"
import { UnitOfWork } from "@outlay/domain"
import { type EventEncoder, Ids, now, Sha256, SteadyClock } from "@outlay/domain/ports"
import { migrations, Sql, SqlStores, unitsOver } from "@outlay/sql-storage"
import { Context, Effect, Layer, type Scope } from "effect"
import { backup } from "./backup.ts"
import type { BackupOptions } from "./backup-options.ts"
import { Checkpointer } from "./checkpointer.ts"
import type { Statistics } from "./counts.ts"
import { Engine } from "./engine.ts"
import { type BackupFailed, DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { makeIds, Numbers } from "./ids.ts"
import { isServed, lock, lockForReading } from "./locks.ts"
import { Newest } from "./newest-instant.ts"
import { open } from "./open.ts"
import { integrityFaults, schemaFaults } from "./soundness.ts"
import type { TurnOptions } from "./turn.ts"

export interface SqliteOptions {
  /** A path in an existing folder, or ":memory:". The file is created if it does not exist. */
  readonly file: string
  /** `readable` neither creates nor migrates a database, and writes nothing. Default `writable`. */
  readonly mode?: "writable" | "readable"
  /**
   * True to take the lock of the process that serves the database; refused while another process
   * has it. Processes without the lock can use the database at the same time. Default false.
   */
  readonly exclusive?: boolean
  /** True if units that arrive together share a commit and its fsync. Default true. */
  readonly groupCommit?: boolean
  /**
   * Called once if the state on disk is unknown (a failed fsync) or the file is damaged. From then
   * on, every call fails; the process should exit and be restarted.
   */
  readonly onFatal?: (reason: string) => void
}

const acquire = Effect.fnUntraced(function* (options: SqliteOptions) {
  const { file, mode = "writable", groupCommit = true } = options
  const opened = yield* now
  const db = yield* Effect.try({
    try: () => open({ file, mode, migrations, now: opened }),
    catch: (error) =>
      error instanceof DatabaseRefused
        ? error
        : new DatabaseRefused({ file, reason: `cannot be opened: ${reasonOf(error)}` }),
  })
  const numbers = new Numbers()
  const newest = db.readonly ? null : new Newest(db, yield* SteadyClock)
  const listener = {
    begun: (changes: number) => newest?.look(changes),
    committed: () => {
      numbers.committed()
      newest?.committed()
      checkpointer?.committed()
    },
    undone: () => numbers.undone(),
    fatal: (reason: string) => options.onFatal?.(reason),
  }
  const isBeside = options.exclusive !== true && !db.readonly && !db.memory
  const service = isBeside ? besideService(db.name) : null
  const waits = new Set<() => void>()
  const onRefused = () => {
    for (const notify of waits) notify()
  }
  const engine = new Engine(db, listener, groupCommit, { ...service, onRefused })
  const checkpointer =
    db.readonly || db.memory ? null : new Checkpointer(db, (error) => engine.failed(error))
  const isServed = () => service?.givesWay() ?? options.exclusive === true
  return { db, numbers, engine, checkpointer, isServed, waits }
})

/** Time for which the presence of a service is cached, in milliseconds. */
const servedLookIntervalMs = 1_000

/** Processes other than the service yield to it while it is running. */
const besideService = (file: string): Required<Pick<TurnOptions, "givesWay">> => {
  let looked = Number.NEGATIVE_INFINITY
  let served = false
  return {
    givesWay: () => {
      const now = performance.now()
      if (now - looked > servedLookIntervalMs) {
        looked = now
        served = isServed(file)
      }
      return served
    },
  }
}

type Opened = Effect.Success<ReturnType<typeof acquire>>

const release = ({ db, engine, checkpointer }: Opened) =>
  Effect.promise(async () => {
    await engine.close("storage is closed")
    await checkpointer?.close()
    // If this fails, the next start makes a checkpoint.
    if (!db.readonly) Effect.runSync(Effect.ignore(Effect.try(() => checkpoint(db))))
    db.close()
  })

const checkpoint = (db: Opened["db"]): unknown => db.pragma("wal_checkpoint(TRUNCATE)")

/** Opens the database after locking it, and closes it before releasing the lock. */
const opened = (options: SqliteOptions) => {
  const { file, mode, exclusive = false } = options
  return Effect.andThen(
    mode === "readable" ? lockForReading(file) : lock(file, exclusive ? "serving" : "shared"),
    Effect.acquireRelease(acquire(options), release),
  )
}

const make = (options: SqliteOptions) =>
  Effect.map(opened(options), ({ db, engine, numbers, isServed, waits }) => {
    const { sql } = engine
    const units = unitsOver(
      sql,
      Effect.sync(() => engine.within),
    )
    const storage = SqliteStorage.of({
      file: options.file,
      backup: (file, how) => backup({ db, undisturbed: (_) => engine.undisturbed(_) }, file, how),
      integrityFaults: Effect.sync(() => integrityFaults(db)),
      schemaFaults: Effect.sync(() => schemaFaults(db)),
      statistics: Effect.sync(() => engine.statistics),
      isServed: Effect.sync(isServed),
      onWait: (notify) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => waits.add(notify)),
            () => Effect.sync(() => waits.delete(notify)),
          ),
        ),
    })
    return Context.make(Sql, Sql.of(sql)).pipe(
      Context.add(UnitOfWork, units),
      Context.add(Ids, Ids.of(makeIds(sql, numbers))),
      Context.add(SqliteStorage, storage),
      Context.add(Sha256, (text) => hash("sha256", text)),
    )
  })

type Ports = SqliteStorage | Sql | UnitOfWork | Ids | Layer.Success<typeof SqlStores.layer>

/** The operations of an operator on the database file. */
export class SqliteStorage extends Context.Service<
  SqliteStorage,
  {
    readonly file: string
    /**
     * Copies the database to a file while it is in use. The file appears, or is replaced if the
     * options allow that, only when the copy is complete, checked and durable.
     */
    readonly backup: (file: string, options?: BackupOptions) => Effect.Effect<void, BackupFailed>
    /** The errors that SQLite finds in the file; empty if there are none. Reads the whole file. */
    readonly integrityFaults: Effect.Effect<ReadonlyArray<string>>
    /** Differences between its tables and indexes and those of this program. */
    readonly schemaFaults: Effect.Effect<ReadonlyArray<string>>
    readonly statistics: Effect.Effect<Statistics>
    /** True if this process serves the database, or another one did a second ago. */
    readonly isServed: Effect.Effect<boolean>
    /**
     * Until the scope ends, calls `notify` every few milliseconds while a unit waits for a write of
     * another process.
     */
    readonly onWait: (notify: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@outlay/sqlite-storage/SqliteStorage") {
  /**
   * Every port of the domain over one file. Opens the database, and closes it with the layer's
   * scope. Unless the `mode` is `readable`, the database is created or migrated first.
   */
  static readonly layer = (
    options: SqliteOptions,
  ): Layer.Layer<Ports, DatabaseRefused, EventEncoder> =>
    Layer.provideMerge(SqlStores.layer, SqliteStorage.engine(options))

  /** The same without the ports, for programs that add a layer, or that need only the file. */
  static readonly engine = (
    options: SqliteOptions,
  ): Layer.Layer<SqliteStorage | Sql | UnitOfWork | Ids, DatabaseRefused> =>
    Layer.effectContext(make(options))
}
