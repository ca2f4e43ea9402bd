import type { StorageUnavailable } from "@outlay/domain"
import { millisOfUuid } from "@outlay/domain/ports"
import {
  Cache,
  newest,
  prepared,
  renamedBy,
  type Sql,
  type Statement,
  type Step,
} from "@outlay/sql-storage"
import { Effect, Exit } from "effect"
import { sql as fragment } from "kysely"
import { counted, type Statistics } from "./counts.ts"
import { cursor } from "./cursor.ts"
import { reasonOf, refusal } from "./failures.ts"
import { commit, Line } from "./line.ts"
import { Names } from "./names.ts"
import type { Settings } from "./options.ts"
import type { Pool } from "./pool.ts"
import { askingPool, borrowed, sendAll, sentAll, sentAllIn, snapshot } from "./questions.ts"
import { changes, every, first, type Ready } from "./ready.ts"
import { rest } from "./rest.ts"
import { Session } from "./session.ts"
import { raiseVersion, readingOf } from "./snapshot.ts"
import { CurrentUnit, Unit } from "./unit.ts"
import { written } from "./write.ts"

type SqlService = Sql["Service"]

/** Locks the row of a business: only the transaction that has it changes the business. */
const lockRow = prepared(
  (p: { readonly client_id: number }) => fragment`
    select 1 as found from businesses where client_id = ${p.client_id} for no key update`,
)

/** Tables of credentials: other processes are notified when they change. */
const credentials = new Set<string>(["tokens", "roles", "users"])

/**
 * Runs statements on the connections of a pool. A unit of work belongs to a fiber, and has a
 * connection from its first statement to its end. Units of one business form a queue in which they
 * share a transaction and lock the row of the business. Units of others run concurrently.
 */
export class Engine {
  readonly #pool: Pool
  readonly #settings: Settings
  readonly #cache = new Cache()
  readonly #names = new Names(this.#cache)
  readonly #lines = new Map<number, Line>()
  readonly #after: (millis: number) => void
  readonly #notify: () => void
  #statistics: Statistics = { commits: 0, committed: 0, undone: 0 }

  /**
   * `after` is called with the newest instant of a business, so that later times are after it;
   * `notify` is called to notify other processes that credentials have changed.
   */
  constructor(pool: Pool, settings: Settings, after: (millis: number) => void, notify: () => void) {
    this.#pool = pool
    this.#settings = settings
    this.#after = after
    this.#notify = notify
  }

  get statistics(): Statistics {
    return this.#statistics
  }

  /** Waits for the units that have begun. */
  async close(): Promise<void> {
    while (this.#lines.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  /** To be called when another process has changed credentials, or may have. */
  forget(): void {
    this.#cache.raise(["tokens", "roles", "users", "businesses"])
  }

  /** The same for a database that may not have everything of the one before. */
  forgetAll(): void {
    this.forget()
    this.#names.clear()
  }

  readonly sql: Omit<SqlService, "isDivided"> = {
    cache: this.#cache,
    wrote: (decisions) =>
      this.#inUnit((unit) => {
        for (const { writes } of decisions) for (const { table } of writes) unit.wrote(table)
        this.#cache.raise(unit.tables)
        const renamed = [...renamedBy(decisions)].filter((_) => !unit.renamed.has(_))
        return Effect.forEach(
          renamed,
          (client_id) => {
            unit.renamed.add(client_id)
            return this.#write(unit, changes(raiseVersion, { client_id }))
          },
          { discard: true },
        )
      }, Effect.void),
    all: (statement, params) => this.#one(() => every(statement, params)),
    get: (statement, params) => this.#one(() => first(statement, params)),
    together: (queries) =>
      this.#several(() =>
        queries.map(({ statement, params, first: isOne }) =>
          isOne ? first(statement, params) : every(statement, params),
        ),
      ),
    stream: (statement, params) => this.#stream(statement, params),
    view: (read) =>
      this.#inUnit(
        (unit) =>
          Effect.flatMap(this.#sessionOf(unit), (session) =>
            read(readingOf(session, this.#names, unit.renamed)),
          ),
        Effect.acquireUseRelease(
          borrowed(this.#pool),
          (connection) => {
            connection.execute(snapshot)
            return read(readingOf(connection, this.#names))
          },
          (connection) =>
            Effect.sync(() => {
              connection.execute("ROLLBACK")
              this.#pool.give(connection)
            }),
        ),
      ),
    run: (statement, params) =>
      this.#inUnit(
        (unit) => this.#write(unit, changes(statement, params)),
        Effect.suspend(() =>
          Effect.map(askingPool(this.#pool, [changes(statement, params)]), ([n]) => n as number),
        ),
      ),
    batch: (steps) =>
      this.#inUnit(
        (unit) => this.#batch(unit, steps),
        Effect.suspend(() => this.transaction(this.sql.batch(steps))),
      ),
    rest,
    lock: (client_id) => this.#inUnit((unit) => this.#lock(unit, client_id), Effect.void),
    transaction: (work, options) => this.transaction(work, options),
    joined: (work) => this.#inUnit((unit) => joined(unit, work), this.transaction(work)),
  }

  /** True if it is called in a unit of work. */
  readonly within: Effect.Effect<boolean> = this.#inUnit(
    () => Effect.succeed(true),
    Effect.succeed(false),
  )

  /** See `Sql`. */
  transaction<A, E, R>(
    work: Effect.Effect<A, E, R>,
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    return this.#inUnit((unit) => nested(unit, work, dryRun), this.#unit(work, dryRun))
  }

  /** Runs a separate unit, in which the fiber is until it ends. */
  #unit<A, E, R>(
    work: Effect.Effect<A, E, R>,
    dryRun: boolean,
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const unit = new Unit(dryRun)
        const inUnit = restore(Effect.provideService(work, CurrentUnit, unit))
        return Effect.flatMap(Effect.exit(inUnit), (exit) => this.#end(unit, unit.judged(exit)))
      }),
    )
  }

  #end<A, E>(
    unit: Unit,
    exit: Exit.Exit<A, E | StorageUnavailable>,
  ): Effect.Effect<A, E | StorageUnavailable> {
    const { end } = unit
    unit.isEnded = true
    if (end === null) return exit
    const keep = Exit.isSuccess(exit) && !unit.dryRun
    return Effect.callback((resume) =>
      end(keep, (lost) => {
        const isKept = keep && lost === null
        this.#statistics = counted(this.#statistics, isKept ? 1 : 0, 1, 0)
        resume(lost === null || Exit.isFailure(exit) ? exit : Effect.fail(lost))
      }),
    )
  }

  #inUnit<A, E, R, B, F, S>(
    inside: (unit: Unit) => Effect.Effect<A, E, R>,
    outside: Effect.Effect<B, F, S>,
  ): Effect.Effect<A | B, E | F, R | S> {
    return Effect.withFiber((fiber): Effect.Effect<A | B, E | F, R | S> => {
      const unit = fiber.getRef(CurrentUnit)
      return unit === null || unit.isEnded ? outside : inside(unit)
    })
  }

  #one<A>(ready: () => Ready): Effect.Effect<A, StorageUnavailable> {
    return Effect.map(
      this.#several(() => [ready()]),
      ([result]) => result as A,
    )
  }

  #several(
    ready: () => ReadonlyArray<Ready>,
  ): Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable> {
    return this.#inUnit(
      (unit) => Effect.flatMap(this.#sessionOf(unit), (session) => sentAllIn(session, ready())),
      Effect.suspend(() => {
        const all = ready()
        return all.length === 0 ? Effect.succeed([]) : askingPool(this.#pool, all)
      }),
    )
  }

  #write(unit: Unit, ready: Ready): Effect.Effect<number, StorageUnavailable> {
    return Effect.flatMap(this.#sessionOf(unit), (session) => {
      unit.beforeWrite()
      return Effect.map(sentAll(session, [ready]), ([count]) => count as number)
    })
  }

  #batch(unit: Unit, steps: ReadonlyArray<Step>): Effect.Effect<void, StorageUnavailable> {
    return Effect.flatMap(this.#sessionOf(unit), (session) => {
      unit.beforeWrite()
      return Effect.tap(written(session, steps), () =>
        Effect.sync(() => {
          for (const { leaves } of steps) if (leaves) session.known?.left(leaves())
        }),
      )
    })
  }

  /** Returns the unit's session; opens a separate one if it has none. */
  #sessionOf(unit: Unit): Effect.Effect<Session, StorageUnavailable> {
    return Effect.suspend(() => {
      if (unit.session !== null) return Effect.succeed(unit.session)
      if (unit.waiting !== null) {
        return Effect.callback((resume) => {
          unit.waiting?.push(() => resume(this.#sessionOf(unit)))
        })
      }
      unit.waiting = []
      return Effect.ensuring(
        this.#openIn(unit),
        Effect.sync(() => {
          const waiting = unit.waiting ?? []
          unit.waiting = null
          for (const next of waiting) next()
        }),
      )
    })
  }

  #openIn(unit: Unit): Effect.Effect<Session, StorageUnavailable> {
    // A unit with a connection returns it: no interruption comes in between.
    return Effect.uninterruptibleMask((restore) =>
      Effect.map(restore(borrowed(this.#pool)), (connection) => {
        const session = new Session(connection)
        session.control(this.#settings.mode === "readable" ? snapshot : "BEGIN")
        unit.session = session
        unit.end = (keep, ended) => this.#endAlone(unit, session, keep, ended)
        return session
      }),
    )
  }

  #endAlone(
    unit: Unit,
    session: Session,
    keep: boolean,
    ended: (lost: StorageUnavailable | null) => void,
  ): void {
    const { connection } = session
    if (!keep || unit.writes === 0) {
      session.control("ROLLBACK")
      this.#pool.give(connection)
      ended(null)
      return
    }
    commit(connection, (lost) => {
      this.#pool.give(connection)
      if (lost === null) this.#committed([unit])
      ended(lost)
    })
  }

  #lock(unit: Unit, client_id: number): Effect.Effect<void, StorageUnavailable> {
    if (unit.locked.has(client_id) || this.#settings.mode === "readable") return Effect.void
    const { session } = unit
    if (session !== null) {
      return Effect.callback((resume) =>
        this.#lockIn(session, client_id, (refused) => {
          if (refused === null) unit.locked.add(client_id)
          resume(refused === null ? Effect.void : Effect.fail(refused))
        }),
      )
    }
    return Effect.callback((resume) =>
      Effect.sync(
        this.#lineOf(client_id).enter(unit, (refused) =>
          resume(refused === null ? Effect.void : Effect.fail(refused)),
        ),
      ),
    )
  }

  #lineOf(client_id: number): Line {
    const known = this.#lines.get(client_id)
    if (known !== undefined) return known
    const line = new Line(client_id, {
      pool: this.#pool,
      patience: this.#settings.lockTimeoutMs,
      lock: (session, client_id, locked) => this.#lockIn(session, client_id, locked),
      committed: (units) => this.#committed(units),
      empty: (client_id) => this.#lines.delete(client_id),
    })
    this.#lines.set(client_id, line)
    return line
  }

  /** Locks the business, and raises the clock: later times and ids follow its last commit. */
  #lockIn(
    session: Session,
    client_id: number,
    locked: (refused: StorageUnavailable | null) => void,
  ): void {
    const queries = [first(lockRow, { client_id }), first(newest, { client_id })]
    sendAll(session, queries, (error, results) => {
      if (error) return locked(refusal(`the business is not locked: ${reasonOf(error)}`))
      const last = results[1] as { readonly created: string; readonly id: string } | null
      if (last) this.#after(Math.max(Date.parse(last.created), millisOfUuid(last.id)))
      session.known?.left({ statement: newest, params: { client_id }, result: last })
      locked(null)
    })
  }

  #committed(units: ReadonlyArray<Unit>): void {
    this.#statistics = counted(this.#statistics, 0, 0, 1)
    let haveCredentials = false
    for (const { tables } of units) {
      this.#cache.raise(tables)
      for (const table of tables) if (credentials.has(table)) haveCredentials = true
    }
    if (haveCredentials) this.#notify()
  }

  #stream<P, O>(statement: Statement<P, O>, params: P) {
    const own = new WeakSet<Session>()
    const acquire = this.#inUnit(
      (unit) => this.#sessionOf(unit),
      Effect.map(borrowed(this.#pool), (connection) => {
        connection.execute(snapshot)
        const session = new Session(connection)
        own.add(session)
        return session
      }),
    )
    const release = (session: Session) =>
      Effect.sync(() => {
        if (!own.has(session)) return
        session.control("ROLLBACK")
        this.#pool.give(session.connection)
      })
    return cursor(acquire, release, statement, params)
  }
}

const nested = <A, E, R>(
  unit: Unit,
  work: Effect.Effect<A, E, R>,
  dryRun: boolean,
): Effect.Effect<A, E | StorageUnavailable, R> =>
  Effect.suspend(() => {
    const level = unit.savepoints.enter(dryRun)
    const outerCause = unit.rollbackCause
    unit.rollbackCause = null
    return Effect.flatMap(Effect.exit(work), (exit) => {
      const judged = unit.judged(exit)
      unit.rollbackCause = outerCause
      unit.savepoints.leave(level, Exit.isSuccess(judged) && !dryRun)
      return judged
    })
  })

const joined = <A, E, R>(unit: Unit, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const before = unit.writes
    return Effect.onExit(work, (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit) && unit.writes !== before) unit.rollbackCause ??= exit.cause
      }),
    )
  })
