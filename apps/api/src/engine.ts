import type { UnitOfWork } from "@outlay/domain"
import type { Ids } from "@outlay/domain/ports"
import type * as Postgres from "@outlay/postgres-storage"
import type { Sql } from "@outlay/sql-storage"
import * as Sqlite from "@outlay/sqlite-storage"
import { Context, Effect, Layer, type Scope } from "effect"

/** What the engine did since it was opened. */
type Statistics = Sqlite.Statistics

/** The engine under the ports, as far as commands and the service know it. */
export class Engine extends Context.Service<
  Engine,
  {
    readonly statistics: Effect.Effect<Statistics>
    /** What is wrong with the database itself, and where its schema is not this program's. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, DatabaseRefused>
    /** Whether the database can be used now. */
    readonly ready: Effect.Effect<boolean>
    /**
     * Whether this process does what the service does unasked: one of those that share a database.
     */
    readonly leads: Effect.Effect<boolean>
    /** Whether a service may wait for what is written here. */
    readonly isServed: Effect.Effect<boolean>
    /**
     * Calls `tell` every few milliseconds while a unit waits for another process that writes the
     * same file, until the scope ends.
     */
    readonly onWait: (tell: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Calls `told` once for each trouble of the database, and when it is over, as logs say it. */
    readonly onTrouble: (
      told: (sentence: string, isOver: boolean) => void,
    ) => Effect.Effect<void, never, Scope.Scope>
    /** How many units that only read go on side by side. */
    readonly readers: number
  }
>()("@outlay/api/Engine") {}

export type DatabaseRefused = Sqlite.DatabaseRefused | Postgres.DatabaseRefused

type EngineLayer<Own> = Layer.Layer<Engine | Sql | UnitOfWork | Ids | Own, DatabaseRefused>

/** Over a file of SQLite. */
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

/** Each has pages of its own in memory, and more of them keep a server no busier. */
const mostReaders = 4

/** Over a database of PostgreSQL; its driver is loaded with it. */
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
