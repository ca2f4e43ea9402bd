import type { StorageUnavailable } from "@outlay/domain"
import { Cache, type Reading, sliceWeight } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { Effect, Semaphore } from "effect"
import { connect } from "./connection.ts"
import type { Others } from "./others.ts"
import { first, type Prepare, preparedOn } from "./ready-statement.ts"
import type { Snapshot } from "./snapshot.ts"

/** Parts of an engine that a view needs. */
export interface Viewed {
  readonly db: Database.Database
  /** Cached rows of the last commit, and in a unit also of its writes. */
  readonly cache: Cache
  readonly others: Others
  readonly snapshot: Snapshot
  /** Returns true if a unit of work is running. */
  readonly within: () => boolean
  /** Returns true if a unit is paused: the connection has its transaction. */
  readonly isPaused: () => boolean
  /** Waits until the last commit is on the disk. */
  readonly isOnDisk: Effect.Effect<void>
  /**
   * Prepares a statement on the connection that shows the last commit, and in a unit also the
   * unit's writes.
   */
  readonly prepare: Prepare
  readonly failed: (error: unknown) => Effect.Effect<never, StorageUnavailable>
}

/** Thrown if there is more than one slice, which is read in another way. */
class TooMuch extends Error {}

const nextTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/**
 * Reads of one instant. A small amount is read at once, by the engine's own connection, and again
 * if another connection commits before the end. A large amount is read from the start by a separate
 * connection, whose read transaction shows the last commit for as long as that takes, one slice per
 * turn of the event loop. Only one such read runs at a time.
 */
export class View {
  readonly #engine: Viewed
  readonly #one = Semaphore.makeUnsafe(1)
  readonly #whole: Reading
  readonly #little: Reading
  #second: Database.Database | null = null

  constructor(engine: Viewed) {
    this.#engine = engine
    this.#whole = this.#atOnce(Number.POSITIVE_INFINITY)
    this.#little = this.#atOnce(sliceWeight)
  }

  readonly read = <A, E, R>(
    read: (reading: Reading) => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.suspend(() => {
      const { db, within } = this.#engine
      // A database in memory has no second connection.
      if (within() || db.memory) return read(this.#whole)
      return Effect.catchDefect(this.#undisturbed(read), (defect) =>
        defect instanceof TooMuch ? this.#inSlices(read) : Effect.die(defect),
      )
    })

  /**
   * Cached rows were read earlier. They are valid in the snapshot in which everything is read, and
   * otherwise if no other connection has committed since. The third attempt reads the last commit
   * in slices, regardless of others.
   */
  #undisturbed<A, E, R>(
    read: (reading: Reading) => Effect.Effect<A, E, R>,
    again = 1,
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    const { others, snapshot, failed, isPaused } = this.#engine
    try {
      if (!isPaused()) snapshot.begin()
    } catch (error) {
      return failed(error)
    }
    const { begun } = snapshot
    const { changes } = others
    return Effect.flatMap(read(this.#little), (result) => {
      if (snapshot.lasts(begun)) return Effect.succeed(result)
      try {
        if (others.look() === changes) return Effect.succeed(result)
      } catch (error) {
        return failed(error)
      }
      return again === 0 ? this.#inSlices(read) : this.#undisturbed(read, again - 1)
    })
  }

  /** Closes the second connection after the current read. */
  close(): Promise<void> {
    const closed = Effect.sync(() => {
      this.#second?.close()
      this.#second = null
    })
    return Effect.runPromise(this.#one.withPermits(1)(closed))
  }

  #atOnce(maxWeight: number): Reading {
    const { prepare } = this.#engine
    return {
      cache: this.#engine.cache,
      isInProcess: true,
      pause: null,
      get: (statement, params) => this.#try(() => first(prepare(statement), params)),
      all: (statement, params, weigh) =>
        Effect.suspend(() => {
          let weight = 0
          const rows: Array<object> = []
          try {
            const { statement: found, bind, decode } = prepare(statement)
            for (const row of found.iterate(...bind(params))) {
              weight += weigh(row as object)
              if (weight > maxWeight) return Effect.die(new TooMuch())
              rows.push(row as object)
            }
            return Effect.succeed(rows.map(decode))
          } catch (error) {
            return this.#engine.failed(error)
          }
        }),
    }
  }

  #inSlices<A, E, R>(
    read: (reading: Reading) => Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | StorageUnavailable, R> {
    return this.#one.withPermits(1)(
      Effect.acquireUseRelease(
        Effect.andThen(
          this.#engine.isOnDisk,
          this.#try(() => this.#begin()),
        ),
        (db) => read(this.#sliced(db)),
        (db) => Effect.sync(() => end(db)),
      ),
    )
  }

  #begin(): Database.Database {
    const { name } = this.#engine.db
    this.#second ??= connect(name, { readonly: true, fileMustExist: true, timeout: 0 })
    this.#second.exec("begin")
    return this.#second
  }

  #sliced(db: Database.Database): Reading {
    const prepare: Prepare = (statement) => {
      // Fails if the engine has stopped.
      this.#engine.prepare(statement)
      return preparedOn(db, statement)
    }
    return {
      cache: new Cache(),
      isInProcess: true,
      pause: nextTurn,
      get: (statement, params) => this.#try(() => first(prepare(statement), params)),
      all: (statement, params, weigh) =>
        Effect.flatMap(
          this.#try(() => {
            const { statement: found, bind, decode } = prepare(statement)
            return { rows: found.iterate(...bind(params)), decode }
          }),
          ({ rows, decode }) =>
            Effect.ensuring(
              this.#gathered(rows, decode, weigh),
              Effect.sync(() => rows.return?.()),
            ),
        ),
    }
  }

  #gathered<O>(
    rows: Iterator<unknown>,
    decode: (row: object) => O,
    weigh: (row: object) => number,
  ): Effect.Effect<ReadonlyArray<O>, StorageUnavailable> {
    const decoded: Array<O> = []
    const slice = (): boolean => {
      for (let weight = 0; weight < sliceWeight; ) {
        const { value, done } = rows.next()
        if (done) return true
        weight += weigh(value as object)
        decoded.push(decode(value as object))
      }
      return false
    }
    const go: Effect.Effect<ReadonlyArray<O>, StorageUnavailable> = Effect.flatMap(
      this.#try(slice),
      (done) => (done ? Effect.succeed(decoded) : Effect.andThen(nextTurn, go)),
    )
    return go
  }

  #try<A>(f: () => A): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend(() => {
      try {
        return Effect.succeed(f())
      } catch (error) {
        return this.#engine.failed(error)
      }
    })
  }
}

const end = (db: Database.Database): void => {
  if (db.open && db.inTransaction) db.exec("rollback")
}
