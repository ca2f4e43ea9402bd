import { Witness } from "@outlay/conformance-tests/storage"
import { EventsAsRecorded } from "@outlay/domain"
import { type Cache, Sql, SqlStores } from "@outlay/sql-storage"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import type pg from "pg"
import { atEndOfFile } from "../../../scripts/temporary.ts"
import { PostgresStorage } from "../src/index.ts"
import { connected, wiped } from "./server.ts"

/**
 * Connections that empty databases after a case: a new server process reads the description of
 * every table first, which takes most of the time.
 */
const wipers = new Map<string, pg.Client>()

const wipe = async (url: string): Promise<void> => {
  const wiper = wipers.get(url)
  if (wiper !== undefined) {
    await wiper.query(wiped)
    return
  }
  const client = await connected(url)
  wipers.set(url, client)
  atEndOfFile(async () => {
    wipers.delete(url)
    await client.end()
  })
}

/** On a busy machine, 200 concurrent units take longer than the default. */
const patient = { lockTimeoutMs: 120_000, lostAfterMs: 60_000 }

const opened = (url: string) => PostgresStorage.engine({ url, ...patient })

/** Every port over an engine. */
const portsOver = <A, E, R>(engine: Layer.Layer<A, E, R>) =>
  Witness.layer.pipe(
    Layer.provideMerge(SqlStores.layer),
    Layer.provideMerge(engine),
    Layer.provideMerge(EventsAsRecorded),
  )

/** Every port over an emptied PostgreSQL: one database is used for one case after another. */
export const emptied = (url: string) =>
  portsOver(
    Layer.unwrap(
      Effect.promise(async () => {
        await wipe(url)
        return opened(url)
      }),
    ),
  )

type Engine = Context.Context<Layer.Success<ReturnType<typeof opened>>>

const engines = new Map<string, Promise<Engine>>()

/** Opens a database until the file ends. */
const open = async (url: string): Promise<Engine> => {
  const scope = Scope.makeUnsafe()
  atEndOfFile(() => {
    engines.delete(url)
    return Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return await Effect.runPromise(Layer.buildWithScope(opened(url), scope))
}

/**
 * The same with connections that stay open between cases: a new one takes longer than most cases.
 * The cache of earlier rows is cleared.
 */
export const emptiedWhileOpen = (url: string) =>
  portsOver(
    Layer.unwrap(
      Effect.promise(async () => {
        const engine = engines.get(url) ?? open(url)
        engines.set(url, engine)
        const context = await engine
        await wipe(url)
        const cache = Context.get(context, Sql).cache as Cache
        cache.clear()
        return Layer.succeedContext(context)
      }),
    ),
  )
