import type { StorageUnavailable } from "@outlay/domain"
import { LongUnit } from "@outlay/domain/ports"
import { Cache, Savepoints, type Sql, type Statement, type Step } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { type Cause, Context, Effect, Exit } from "effect"
import { runAtOnce, stop } from "./at-once.ts"
import { counted, type Statistics } from "./counts.ts"
import { cursor } from "./cursor.ts"
import type { EngineOptions } from "./engine-options.ts"
import { isBusy, isUnavailable, reasonOf, refusal, verdictOf } from "./failures.ts"
import { alsoTelling, type Listener } from "./listener.ts"
import { answersOf, type Reading } from "./long-answer.ts"
import { Others } from "./others.ts"
import { Pauses } from "./pauses.ts"
import { Queue } from "./queue.ts"
import { every, first, type Prepared, preparedOn } from "./ready-statement.ts"
import { Snapshot } from "./snapshot.ts"
import { Transaction } from "./transaction.ts"
import { sync, TransactionEnd } from "./transaction-end.ts"
import { Turn } from "./turn.ts"
import { type Exits, isKept, overdue, type Unit } from "./unit.ts"
import { View, type Viewed } from "./view.ts"
import { writing } from "./write.ts"

/** Maximum number of units in one commit: the others wait for the next turn. */
const groupSize = 256

/**
 * Runs statements on one connection, which has one transaction at a time: nothing needs a lock, and
 * work must not suspend. Units that arrive in one turn of the event loop run one after another in
 * one BEGIN IMMEDIATE … COMMIT, and return after it. They run without savepoints first; if one of
 * them must be rolled back after it wrote, all run again with savepoints. A long unit pauses
 * between its statements: other units wait, and other reads see the last commit.
 */
export class Engine {
  readonly #db: Database.Database
  readonly #listener: Listener
  readonly #prepared = new Map<object, Prepared<never, unknown>>()
  readonly #queue: Queue
  readonly #begin: string
  readonly #turn: Turn
  readonly #transaction: Transaction
  readonly #savepoints: Savepoints
  readonly #cache = new Cache()
  readonly #viewed: Viewed
  readonly #view: View
  readonly #pauses: Pauses
  readonly #end: TransactionEnd
  /** Number of nested transactions around the running code: 0 outside, 1 in a unit. */
  #depth = 0
  #stopped: string | null = null
  /** Number of writes that were begun. */
  #writes = 0
  /** Failure of work in another unit after it wrote: the transaction around it rolls back. */
  #rollbackCause: Cause.Cause<unknown> | null = null
  #statistics: Statistics = { commits: 0, committed: 0, undone: 0 }

  constructor(
    db: Database.Database,
    listener: Listener,
    groupCommit: boolean,
    { synced = sync, ...turn }: EngineOptions = {},
  ) {
    this.#db = db
    this.#turn = new Turn(turn)
    this.#listener = alsoTelling(this.#cache, listener)
    this.#queue = new Queue(this.#turn, groupCommit ? groupSize : 1, (_) => this.#group(_))
    this.#begin = db.readonly ? "BEGIN" : "BEGIN IMMEDIATE"
    this.#pauses = new Pauses(db, this.#turn.now)
    this.#transaction = new Transaction(db)
    const known = { db, transaction: this.#transaction, pauses: this.#pauses }
    const callbacks = { listener: this.#listener, stop: this.#stop.bind(this) }
    this.#end = new TransactionEnd({ ...known, ...callbacks }, synced)
    this.#savepoints = new Savepoints(this.#transaction)
    const others = new Others(db, () => this.#cache.clear())
    const snapshot = new Snapshot(db, others, this.failed.bind(this))
    this.#viewed = {
      ...{ db, others, snapshot, cache: this.#cache },
      ...{ within: () => this.within, isPaused: () => this.#pauses.isPaused },
      prepare: (statement) => this.#prepare(statement),
      isOnDisk: this.#pauses.isReleased,
      failed: this.#failed.bind(this),
    }
    this.#view = new View(this.#viewed)
  }

  /** True if a unit of work is running. */
  get within(): boolean {
    return this.#depth > 0
  }

  readonly #reading: Reading = {
    prepare: (statement) => this.#prepare(statement),
    within: () => this.within,
    isDue: () => this.#pauses.isDue(),
    pause: Effect.suspend(() => this.#pauses.pause),
    attempt: (read) => this.#attempt(read),
  }

  get statistics(): Statistics {
    return this.#statistics
  }

  readonly sql: Sql["Service"] = {
    ...{ isDivided: false, cache: this.#cache, lock: () => Effect.void },
    wrote: (decisions) => Effect.sync(() => this.#cache.wrote(decisions)),
    all: (statement, params) => this.#use(statement, (prepared) => every(prepared, params)),
    get: (statement, params) => this.#use(statement, (prepared) => first(prepared, params)),
    together: (queries) =>
      Effect.suspend(() =>
        Effect.flatMap(answersOf(queries, this.#reading), (results) => this.#paced(results)),
      ),
    stream: (statement, params) => cursor(this.#viewed, statement, params),
    view: (read) => this.#view.read(read),
    run: (statement, params) =>
      this.#use(statement, ({ statement, bind }) => statement.run(...bind(params)).changes),
    batch: (steps) =>
      Effect.suspend(() =>
        this.#depth === 0 ? this.transaction(this.sql.batch(steps)) : this.#batch(steps),
      ),
    rest: Effect.suspend(() => this.#paced(undefined)),
    transaction: (work, options) => this.transaction(work, options),
    joined: (work) =>
      Effect.suspend(() => (this.#depth === 0 ? this.transaction(work) : this.#joined(work))),
  }

  transaction<A, E, R>(
    work: Effect.Effect<A, E, R>,
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    return Effect.suspend(() =>
      this.#depth > 0 ? this.#nested(work, dryRun) : this.#queued(work, dryRun),
    )
  }

  /** Accepts no more work. Pending units end first, or have waited for long enough. */
  async close(reason: string): Promise<void> {
    await this.#queue.drain()
    this.#stopped ??= reason
    await this.#view.close()
    this.#viewed.snapshot.forbid()
    this.#pauses.close()
    this.#end.close()
  }

  /** Runs work that reads the connection in several turns, never in the middle of a unit. */
  undisturbed<A>(work: () => Promise<A>): Promise<A> {
    return this.#viewed.snapshot.without(() => this.#pauses.without(work))
  }

  /** To be called when something outside of the transactions has failed. */
  failed(error: unknown): void {
    if (verdictOf(error) === "fatal") this.#stop(reasonOf(error))
  }

  #use<P, O, A>(
    statement: Statement<P, O>,
    f: (prepared: Prepared<P, O>) => A,
  ): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend(() => {
      try {
        const prepared = this.#prepare(statement)
        if (!prepared.statement.readonly) {
          if (this.#depth === 0) {
            return this.transaction(Effect.suspend(() => this.#attempt(() => f(prepared))))
          }
          this.#beforeWrite()
        }
        return this.#paced(f(prepared))
      } catch (error) {
        return this.#failed(error)
      }
    })
  }

  #batch(steps: ReadonlyArray<Step>): Effect.Effect<void, StorageUnavailable> {
    const rows = writing(steps, (statement) => this.#prepare(statement))
    const isEnded = (): boolean => {
      this.#beforeWrite()
      while (!this.#pauses.isDue()) if (rows.next().done) return true
      return false
    }
    const go: Effect.Effect<void, StorageUnavailable> = Effect.suspend(() =>
      Effect.flatMap(this.#attempt(isEnded), (ended) =>
        ended ? Effect.void : Effect.andThen(this.#pauses.pause, go),
      ),
    )
    return go
  }

  /** Returns the result of a statement, after a pause if the unit has run for long. */
  #paced<A>(result: A): Effect.Effect<A> {
    return this.#depth > 0 && this.#pauses.isDue()
      ? Effect.as(this.#pauses.pause, result)
      : Effect.succeed(result)
  }

  #beforeWrite(): void {
    this.#writes++
    if (!this.#transaction.isLost) this.#savepoints.write()
  }

  #attempt<A>(f: () => A): Effect.Effect<A, StorageUnavailable> {
    try {
      return Effect.succeed(f())
    } catch (error) {
      return this.#failed(error)
    }
  }

  #prepare<P, O>(statement: Statement<P, O>): Prepared<P, O> {
    if (this.#stopped !== null) throw refusal(this.#stopped)
    if (this.#depth === 0 && this.#pauses.isPaused) return this.#pauses.prepare(statement)
    if (this.#depth === 0) this.#viewed.snapshot.begin()
    // Otherwise, the rest of a unit would commit itself, statement by statement.
    if (this.#depth > 0 && this.#transaction.isLost) throw this.#transaction.loss
    const known = this.#prepared.get(statement)
    if (known !== undefined) return known as Prepared<P, O>
    const prepared = preparedOn(this.#db, statement)
    this.#prepared.set(statement, prepared)
    return prepared
  }

  #failed(error: unknown): Effect.Effect<never, StorageUnavailable> {
    if (isUnavailable(error)) return Effect.fail(error)
    this.#transaction.failed(error)
    const verdict = verdictOf(error)
    if (verdict === "fault") return Effect.die(error)
    if (verdict === "fatal") this.#stop(reasonOf(error))
    return Effect.fail(refusal(reasonOf(error)))
  }

  #stop(reason: string): void {
    if (this.#stopped !== null) return
    this.#stopped = `storage has stopped: ${reason}`
    this.#listener.fatal(reason)
  }

  #nested<A, E, R>(
    work: Effect.Effect<A, E, R>,
    dryRun: boolean,
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    const depth = this.#depth + 1
    if (this.#transaction.isLost) return Effect.fail(this.#transaction.loss)
    const level = this.#savepoints.enter(dryRun)
    this.#depth = depth
    const outerCause = this.#rollbackCause
    this.#rollbackCause = null
    return Effect.flatMap(Effect.exit(work), (exit) => {
      // After work that suspended, the unit around it is over.
      if (this.#depth !== depth) return exit
      this.#depth--
      const judged = this.#judged(exit)
      this.#rollbackCause = outerCause
      this.#leave(level, Exit.isSuccess(judged) && !dryRun)
      return judged
    })
  }

  #joined<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> {
    const before = this.#writes
    return Effect.onExit(work, (exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit) && this.#writes !== before) this.#rollbackCause ??= exit.cause
      }),
    )
  }

  /** Returns the outcome of work at the end of its transaction: failed if a part spoilt it. */
  #judged<A, E>(exit: Exit.Exit<A, E>): Exit.Exit<A, E> {
    return this.#rollbackCause === null || Exit.isFailure(exit)
      ? exit
      : Exit.failCause(this.#rollbackCause as Cause.Cause<E>)
  }

  #leave(level: number, keep: boolean): void {
    if (!keep) this.#listener.undone()
    this.#savepoints.leave(level, keep)
  }

  #queued<A, E, R>(
    work: Effect.Effect<A, E, R>,
    dryRun: boolean,
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    return Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | StorageUnavailable>((resume) => {
        const unit: Unit = {
          run: () => runAtOnce(context, work),
          dryRun,
          isLong: Context.get(context, LongUnit),
          finish: (exit) => resume(exit as Exit.Exit<A, E | StorageUnavailable>),
          queuedAt: this.#turn.now(),
          cancelled: false,
        }
        this.#queue.add(unit)
        return Effect.sync(() => {
          unit.cancelled = true
        })
      }),
    )
  }

  /**
   * Runs units in one transaction, as many of the first as there is time for, and returns their
   * outcomes once these are durable. While another process holds the lock, it returns only failures
   * of units that have waited for too long. Yields when a unit pauses.
   */
  *#group(
    units: ReadonlyArray<Unit>,
    isHopeful = units.length > 1,
  ): Generator<Promise<void> | void, Exits> {
    try {
      if (this.#stopped !== null) throw refusal(this.#stopped)
      this.#viewed.snapshot.end()
      this.#end.begin(units.some(({ isLong }) => isLong))
      const held = this.#holder()
      if (held !== null) return overdue(units, this.#turn, held)
      const begun = this.#turn.now()
      this.#pauses.begin()
      this.#transaction.begun()
      this.#savepoints.begin(isHopeful)
      this.#listener.begun?.(this.#viewed.others.look())
      const exits: Array<Exit.Exit<unknown, unknown>> = []
      for (const unit of units) {
        if (exits.length > 0 && this.#turn.isFull(begun)) break
        exits.push(yield* units.length === 1 ? this.#run(unit) : this.#unit(unit))
        if (!this.#savepoints.isSpoilt) continue
        yield* this.#end.end(false)
        return yield* this.#group(units, false)
      }
      const keptCount = exits.filter((exit, n) => isKept(exit, units[n] as Unit)).length
      if (this.#stopped !== null) throw refusal(this.#stopped)
      yield* this.#end.end(keptCount > 0)
      this.#statistics = counted(this.#statistics, keptCount, exits.length)
      this.#turn.held(begun)
      return exits
    } catch (error) {
      return this.#lost(error, units)
    }
  }

  /** Begins a transaction. Returns the error if another process holds the lock. */
  #holder(): StorageUnavailable | null {
    try {
      this.#transaction.control(this.#begin)
      return null
    } catch (error) {
      if (!isBusy(error)) throw error
      this.#turn.refused()
      return refusal(reasonOf(error))
    }
  }

  /** Runs a unit among others, which can be rolled back without them. */
  *#unit(unit: Unit): Generator<void, Exit.Exit<unknown, unknown>> {
    if (this.#transaction.isLost) return Exit.void
    const level = this.#savepoints.enter(unit.dryRun)
    const exit = yield* this.#run(unit)
    this.#leave(level, isKept(exit, unit))
    return exit
  }

  *#run(unit: Unit): Generator<void, Exit.Exit<unknown, unknown>> {
    this.#rollbackCause = null
    this.#depth = 1
    try {
      let ran = unit.run()
      while (!Exit.isExit(ran)) {
        if (!this.#pauses.isPaused) return stop(ran)
        const depth = this.#depth
        this.#depth = 0
        this.#listener.paused?.()
        yield
        this.#listener.paused?.()
        this.#depth = depth
        this.#pauses.resume()
        ran = ran.pollUnsafe() ?? ran
      }
      return this.#judged(ran)
    } finally {
      this.#depth = 0
    }
  }

  /** Fails the whole group, also refusals: they were based on writes that are now rolled back. */
  #lost(
    error: unknown,
    units: ReadonlyArray<Unit>,
  ): ReadonlyArray<Exit.Exit<unknown, StorageUnavailable>> {
    this.#listener.undone()
    try {
      if (this.#transaction.isThere) this.#transaction.control("ROLLBACK")
    } catch (again) {
      this.#stop(reasonOf(again))
    }
    const exit = Exit.fail(isUnavailable(error) ? error : refusal(reasonOf(error)))
    return units.map(() => exit)
  }
}
