import type { Statement } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import { connect } from "./connection.ts"
import { type Prepared, preparedOn } from "./ready-statement.ts"

/** In milliseconds: a unit of work that has run for so long lets the event loop go on. */
const sliceTime = 10

/**
 * Lets a long unit of work pause while its transaction stays open. Until it goes on, reads that do
 * not belong to it use a second connection, which sees the last commit.
 */
export class Pauses {
  readonly #db: Database.Database
  readonly #now: () => number
  /** How many ask for a transaction that never stays open between turns of the event loop. */
  #forbidden = 0
  #sliceBegan = 0
  /** Whether the unit has just been resumed: it does something before it pauses again. */
  #isResumed = false
  #resume: (() => void) | null = null
  #second: Database.Database | null = null
  /** While others read the commit before the last: what they wait for that read the last one. */
  #held: PromiseWithResolvers<void> | null = null
  readonly #prepared = new Map<object, Prepared<never, unknown>>()

  constructor(db: Database.Database, now: () => number) {
    this.#db = db
    this.#now = now
    // In memory there is no second connection.
    if (db.memory || db.readonly) this.#forbidden = 1
  }

  /** Whether a unit pauses at the moment, or its commit is not on the disk yet. */
  get isPaused(): boolean {
    return this.#resume !== null || this.#held !== null
  }

  /** To be called when the event loop enters a unit, or a group of them. */
  begin(): void {
    this.#sliceBegan = this.#now()
    this.#isResumed = false
  }

  /** Whether the unit has run for so long that it is to pause. */
  isDue(): boolean {
    if (this.#isResumed) {
      this.#isResumed = false
      return false
    }
    return this.#forbidden === 0 && this.#now() - this.#sliceBegan > sliceTime
  }

  /** Suspends the unit that runs, until `resume` is called. */
  readonly pause: Effect.Effect<void> = Effect.callback((resume) => {
    this.#resume = () => resume(Effect.void)
  })

  /** Runs the unit on, up to its next pause or its end. */
  resume(): void {
    const resume = this.#resume
    this.#resume = null
    this.begin()
    this.#isResumed = true
    resume?.()
  }

  /**
   * Has others read what is committed now, whatever is committed next, until `release`; answers
   * whether it can.
   */
  hold(): boolean {
    if (this.#forbidden > 0) return false
    try {
      this.second.exec("begin")
      this.second.prepare("select 1 from sqlite_schema").get()
    } catch {
      // Somebody reads there, from one turn to the next.
      if (!this.second.inTransaction) return false
      this.second.exec("rollback")
      return false
    }
    this.#held = Promise.withResolvers()
    return true
  }

  release(): void {
    this.second.exec("commit")
    this.#held?.resolve()
    this.#held = null
  }

  /** For reads of several turns, which would keep what is held for longer. */
  readonly isReleased: Effect.Effect<void> = Effect.suspend(() => {
    const held = this.#held
    if (held === null) return Effect.void
    return Effect.andThen(
      Effect.promise(() => held.promise),
      this.isReleased,
    )
  })

  /** For work that reads the connection in several turns: no unit pauses meanwhile. */
  async without<A>(work: () => Promise<A>): Promise<A> {
    this.#forbidden++
    try {
      while (this.isPaused) await new Promise<void>((resolve) => setImmediate(resolve))
      return await work()
    } finally {
      this.#forbidden--
    }
  }

  /** The connection on which the last commit is read while a unit pauses. */
  get second(): Database.Database {
    this.#second ??= connect(this.#db.name, { readonly: true, fileMustExist: true, timeout: 0 })
    return this.#second
  }

  /** A statement on that connection. */
  prepare<P, O>(statement: Statement<P, O>): Prepared<P, O> {
    const known = this.#prepared.get(statement)
    if (known !== undefined) return known as Prepared<P, O>
    const prepared = preparedOn(this.second, statement)
    this.#prepared.set(statement, prepared)
    return prepared
  }

  close(): void {
    this.#prepared.clear()
    this.#second?.close()
    this.#second = null
  }
}
