import type { UnitOfWork } from "@outlay/domain"
import type { Ids } from "@outlay/domain/ports"
import type * as Postgres from "@outlay/postgres-storage"
import type { Sql } from "@outlay/sql-storage"
import * as Sqlite from "@outlay/sqlite-storage"
import { Context, Effect, Layer, type Scope } from "effect"

/** Counters of the engine since it was opened. */
type Statistics = Sqlite.Statistics

/** The storage engine, as far as commands and the service use it. */
export class Engine extends Context.Service<
  Engine,
  {
    readonly statistics: Effect.Effect<Statistics>
    /** Returns errors of the database itself and deviations from the schema of this program. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, DatabaseRefused>
    /** True if the database is available now. */
    readonly ready: Effect.Effect<boolean>
    /** True if this process does the background work, as one of those that share a database. */
    readonly leads: Effect.Effect<boolean>
    /** True if a running service may use the same database and be blocked by writes here. */
    readonly isServed: Effect.Effect<boolean>
    /**
     * Until the scope ends, calls `tell` every few milliseconds while a unit is blocked by another
     * process that writes the same file.
     */
    readonly onWait: (notify: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Calls `told` with a sentence for each problem of the database, and when it is over. */
    readonly onTrouble: (
      listener: (sentence: string, isOver: boolean) => void,
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Number of read-only units that run concurrently. */
    readonly readers: number
  }
>()("@outlay/api/Engine") {}

export type DatabaseRefused = Sqlite.DatabaseRefused | Postgres.DatabaseRefused

type EngineLayer<Own> = Layer.Layer<Engine | Sql | UnitOfWork | Ids | Own, DatabaseRefused>

/** Engine for a SQLite file. */
export const onSqlite = (
  layer: Layer.Layer<Sqlite.SqliteStorage | Sql | UnitOfWork | Ids, DatabaseRefused>,
): EngineLayer<Sqlite.SqliteStorage> =>
  Layer.provideMerge(
    Layer.effect(
      Engine,
      Effect.map(
        Sqlite.SqliteStorage,
        ({ statistics, integrityFaults, schemaFaults, isServed, onWait }) => ({
          statistics,
          isServed,
          onWait,
          onTrouble: () => Effect.void,
          readers: 1,
          faults: Effect.zipWith(integrityFaults, schemaFaults, (a, b) => [...a, ...b]),
          ready: Effect.succeed(true),
          leads: Effect.succeed(true),
        }),
      ),
    ),
    layer,
  )

/** Each reader has its own page cache, and more readers do not increase the load on the server. */
const mostReaders = 4

/** Engine for a PostgreSQL database. Loads the driver. */
export const onPostgres = (options: Postgres.PostgresOptions): EngineLayer<never> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@outlay/postgres-storage")),
      ({ PostgresStorage }) =>
        Layer.provideMerge(
          Layer.effect(
            Engine,
            Effect.map(PostgresStorage, (storage) => ({
              statistics: storage.statistics,
              faults: storage.schemaFaults,
              ready: Effect.isSuccess(storage.available),
              leads: storage.leads,
              isServed: Effect.succeed(true),
              onWait: () => Effect.void,
              onTrouble: storage.onTrouble,
              readers: Math.min(storage.connections, mostReaders),
            })),
          ),
          PostgresStorage.engine(options),
        ),
    ),
  )
