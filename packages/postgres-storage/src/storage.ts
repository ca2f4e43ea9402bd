import { hash } from "node:crypto"
import { type StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { type EventEncoder, Ids, Sha256, SteadyClock, type ToldClock } from "@outlay/domain/ports"
import { timestamp } from "@outlay/domain/rules"
import { Sql, SqlStores, unitsOver } from "@outlay/sql-storage"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import type { Statistics } from "./counts.ts"
import { latestBy } from "./database-clock.ts"
import { isDivided } from "./distribute.ts"
import { Engine } from "./engine.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { makeIds } from "./ids.ts"
import { checkMigrated, migrate, schemaFaults } from "./migrate.ts"
import { raiseToNewest } from "./newest-instant.ts"
import { type PostgresOptions, readSettings, type Settings, shownUrl } from "./options.ts"
import { connected } from "./patient-connection.ts"
import { Pool } from "./pool.ts"
import { Stalls } from "./stalls.ts"
import { type TroubleListener, Troubles } from "./troubles.ts"
import { channel, lostBecause, Watch } from "./watch.ts"

const refused = (settings: Settings) => (error: unknown) =>
  error instanceof DatabaseRefused
    ? error
    : new DatabaseRefused({
        file: shownUrl(settings.url),
        reason: `cannot be opened: ${reasonOf(error)}`,
      })

/**
 * One connection runs all queries of the start: each connection is a process of the server, which
 * costs more to start than the queries.
 */
const open = (settings: Settings, clock: Clock.Clock, { raise, after, bound }: ToldClock) =>
  connected(settings, async (connection) => {
    bound(await latestBy(connection))
    if (settings.mode === "readable") await checkMigrated(connection, settings)
    else await migrate(connection, settings, timestamp(clock.currentTimeMillisUnsafe()))
    const troubles = new Troubles()
    const pool = new Pool(settings, troubles)
    const notify = () => void watch.ask(`notify ${channel}`, []).catch(() => undefined)
    const engine = new Engine(pool, settings, after, notify)
    const watch = new Watch(settings, {
      // Until it is back, no one knows what others write, or whether it is the same database.
      lost: (reason) => {
        pool.refuse(`the database is lost: ${reason}`)
        troubles.begin("loss", `The database is lost: ${reason}`)
        engine.forgetAll()
        ids.forget()
      },
      found: () => {
        pool.allow()
        troubles.end("loss", "The database is back")
        engine.forgetAll()
        ids.forget()
      },
      responded: (latestMs) => {
        bound(latestMs)
        stalls.look()
      },
      notified: () => engine.forget(),
    })
    const stalls = new Stalls(pool, watch, settings.lostAfterMs)
    const ids = makeIds(watch)
    await watch.start()
    await raiseToNewest(connection, raise)
    const divided = await isDivided(connection)
    return { pool, engine, watch, ids: ids.ids, settings, divided, troubles }
  })

const acquire = Effect.fnUntraced(function* (settings: Settings) {
  const clock = yield* Clock.Clock
  const steadyClock = yield* SteadyClock
  return yield* Effect.tryPromise({
    try: () => open(settings, clock, steadyClock),
    catch: refused(settings),
  })
})

type Opened = Effect.Success<ReturnType<typeof acquire>>

const release = ({ pool, engine, watch }: Opened) =>
  Effect.promise(async () => {
    await engine.close()
    await pool.close()
    await watch.close()
  })

const make = (options: PostgresOptions) =>
  Effect.map(
    Effect.flatMap(readSettings(options), (settings) =>
      Effect.acquireRelease(acquire(settings), release),
    ),
    ({ engine, watch, ids, settings, pool, divided, troubles }) => {
      const sql = { ...engine.sql, isDivided: divided }
      const storage = PostgresStorage.of({
        shownUrl: shownUrl(settings.url),
        connections: settings.poolSize,
        schemaFaults: Effect.tryPromise({
          try: () => schemaFaults(settings),
          catch: refused(settings),
        }),
        available: Effect.suspend(() =>
          watch.reason === null ? Effect.void : Effect.fail(lostBecause(watch.reason)),
        ),
        onTrouble: (listener) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => troubles.listen(listener)),
              (stop) => Effect.sync(stop),
            ),
          ),
        leads: Effect.sync(() => watch.leads),
        statistics: Effect.sync(() => ({ ...engine.statistics, ...pool.figures })),
      })
      return Context.make(Sql, Sql.of(sql)).pipe(
        Context.add(UnitOfWork, unitsOver(sql, engine.within)),
        Context.add(Ids, Ids.of(ids)),
        Context.add(PostgresStorage, storage),
        Context.add(Sha256, (text) => hash("sha256", text)),
      )
    },
  )

type Ports = PostgresStorage | Sql | UnitOfWork | Ids | Layer.Success<typeof SqlStores.layer>

/** Connections of this process, and number of callers that wait for one. */
interface Figures {
  readonly open: number
  readonly free: number
  readonly waiting: number
}

/** Operations of an operator on the database. */
export class PostgresStorage extends Context.Service<
  PostgresStorage,
  {
    /** The database, without secrets. */
    readonly shownUrl: string
    /** Maximum number of units with a connection at once. */
    readonly connections: number
    /** Differences between its tables and indexes and those of this program. */
    readonly schemaFaults: Effect.Effect<ReadonlyArray<string>, DatabaseRefused>
    /** Fails while the database is lost, with the reason. */
    readonly available: Effect.Effect<void, StorageUnavailable>
    /**
     * Calls `listener` once for each reason why the database is lost or accepts no further
     * connection, and once when that is over, until the scope ends.
     */
    readonly onTrouble: (listener: TroubleListener) => Effect.Effect<void, never, Scope.Scope>
    /**
     * True if this process does the work that only one of the processes on this database may do. If
     * its connection ends, another process takes over.
     */
    readonly leads: Effect.Effect<boolean>
    readonly statistics: Effect.Effect<Statistics & Figures>
  }
>()("@outlay/postgres-storage/PostgresStorage") {
  /**
   * Every port of the domain over one database. Connects, and closes with the layer's scope. Unless
   * the `mode` is `readable`, its tables are created or migrated first.
   */
  static readonly layer = (
    options: PostgresOptions,
  ): Layer.Layer<Ports, DatabaseRefused, EventEncoder> =>
    Layer.provideMerge(SqlStores.layer, PostgresStorage.engine(options))

  /** The same without the ports. */
  static readonly engine = (
    options: PostgresOptions,
  ): Layer.Layer<PostgresStorage | Sql | UnitOfWork | Ids, DatabaseRefused> =>
    Layer.effectContext(make(options))
}
