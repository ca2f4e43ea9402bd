import { StorageUnavailable } from "@outlay/domain"
import type { Connection } from "./connection.ts"
import { reasonOf, refusal } from "./failures.ts"
import { Patience } from "./patience.ts"
import type { Pool } from "./pool.ts"
import { Session } from "./session.ts"
import type { Unit } from "./unit.ts"

/** Called when it is the unit's turn, or with the reason why it never will be. */
type Granted = (refused: StorageUnavailable | null) => void

interface Waiting {
  readonly unit: Unit
  readonly granted: Granted
  readonly rest: () => void
}

interface Ended {
  readonly unit: Unit
  readonly keep: boolean
  readonly onEnd: (lost: StorageUnavailable | null) => void
}

/** Shared parts of all queues. */
export interface Lines {
  readonly pool: Pool
  /** Maximum time that a unit waits while no other unit has a turn, in milliseconds. */
  readonly patience: number
  /** Locks the business for a transaction, and raises the clock to its newest event. */
  readonly lock: (
    session: Session,
    client_id: number,
    locked: (refused: StorageUnavailable | null) => void,
  ) => void
  /** Called when a transaction with these units was committed. */
  readonly committed: (units: ReadonlyArray<Unit>) => void
  /** Called when the queue is empty. */
  readonly empty: (client_id: number) => void
}

/** Maximum number of units in one commit. */
const groupSize = 256

/**
 * Time for which a transaction accepts further units, in milliseconds. It is longer if commits are
 * slow, so that units get most of the time, but it is limited.
 */
const groupTime = { least: 20, most: 250, ofCommit: 4 }

/** Commits. Calls back with the reason why it may have failed, or null. */
export const commit = (
  connection: Connection,
  committed: (lost: StorageUnavailable | null) => void,
): void => {
  const isThere = !connection.isLost
  const unknown = (reason: string) => new StorageUnavailable({ reason, isUnknown: true })
  connection.execute("COMMIT", (error, { command, warnings }) => {
    if (error && isThere) committed(unknown(`the answer to a commit is lost: ${reasonOf(error)}`))
    else if (error) committed(refusal(reasonOf(error)))
    else if (command !== "COMMIT") committed(refusal("the transaction was rolled back"))
    // The server warns if someone cancels its wait for a standby, which may not have the commit.
    else if (warnings > 0) committed(unknown("PostgreSQL confirmed a commit with a warning"))
    else committed(null)
  })
}

/**
 * Queue of the units of one business in this process, which run one after another. Those that
 * arrive while one runs share its transaction, and each but the first has a savepoint. All return
 * after the commit.
 */
export class Line {
  readonly #client_id: number
  readonly #lines: Lines
  readonly #waiting: Array<Waiting> = []
  readonly #patience: Patience
  #ended: Array<Ended> = []
  #isBusy = false
  /** True if it waits for a connection, which it does as long as others get theirs. */
  #isWithout = false
  #begun = 0
  /** Duration of the last commit, in milliseconds. */
  #commitTime = 0

  constructor(client_id: number, lines: Lines) {
    this.#client_id = client_id
    this.#lines = lines
    const { patience, pool } = lines
    this.#patience = new Patience(patience, () => (this.#isWithout ? pool.progressed : 0))
  }

  /** Calls `granted` when it is the unit's turn. Returns a function that leaves the queue. */
  enter(unit: Unit, granted: Granted): () => void {
    const rest = this.#patience.wait(() => {
      this.#drop(waiting)
      granted(refusal("other units of the business take too long"))
    })
    const waiting: Waiting = { unit, granted, rest }
    this.#waiting.push(waiting)
    if (!this.#isBusy) this.#start()
    return () => this.#drop(waiting)
  }

  #drop(waiting: Waiting): void {
    waiting.rest()
    const at = this.#waiting.indexOf(waiting)
    if (at !== -1) this.#waiting.splice(at, 1)
  }

  #start(): void {
    this.#isBusy = true
    this.#isWithout = true
    this.#lines.pool.take((refused, connection) => {
      this.#isWithout = false
      this.#patience.progressed()
      if (connection === null) {
        this.#refuse(refused as StorageUnavailable)
        this.#finish()
      } else this.#begin(connection)
    })
  }

  #refuse(reason: StorageUnavailable): void {
    for (const waiting of [...this.#waiting]) {
      this.#drop(waiting)
      waiting.granted(reason)
    }
  }

  /** Begins a transaction for the waiting units, or returns the connection. */
  #begin(connection: Connection): void {
    if (this.#waiting.length === 0 || connection.isLost) {
      this.#lines.pool.give(connection)
      this.#finish()
      return
    }
    const session = new Session(connection, this.#client_id)
    this.#begun = performance.now()
    session.control("BEGIN")
    this.#lines.lock(session, this.#client_id, (refused) => {
      if (refused === null) this.#next(session)
      else {
        session.control("ROLLBACK")
        this.#refuse(refused)
        this.#begin(connection)
      }
    })
  }

  #finish(): void {
    this.#isBusy = false
    if (this.#waiting.length > 0) this.#start()
    else this.#lines.empty(this.#client_id)
  }

  /** Gives the session to the next unit until that ends, or commits. */
  #next(session: Session): void {
    const [next] = this.#waiting
    if (next === undefined || this.#isFull) this.#commit(session)
    else this.#give(next, session)
  }

  get #isFull(): boolean {
    const { length } = this.#ended
    if (length === 0 || length >= groupSize) return length > 0
    const { least, most, ofCommit } = groupTime
    const time = Math.min(Math.max(least, ofCommit * this.#commitTime), most)
    return performance.now() - this.#begun > time
  }

  #give(next: Waiting, session: Session): void {
    this.#drop(next)
    this.#patience.progressed()
    const { unit } = next
    unit.session = session
    unit.locked.add(this.#client_id)
    // An error in it must not undo what earlier units wrote.
    const scope = session.isDirty ? unit.savepoints.enter(unit.dryRun) : null
    if (scope !== null) unit.savepoints.write()
    unit.end = (keep, onEnd) => {
      this.#ended.push({ unit, keep, onEnd })
      if (scope !== null) unit.savepoints.leave(scope, keep)
      if (keep && unit.writes > 0) session.isDirty = true
      const isSpoilt = scope === null && !keep && (unit.writes > 0 || session.aborted !== null)
      if (!isSpoilt) this.#next(session)
      else {
        session.restart()
        this.#callBack(null)
        this.#begin(session.connection)
      }
    }
    next.granted(null)
  }

  #commit(session: Session): void {
    const { connection } = session
    // Data that was read may still wait for a standby, and is only valid when the standby has it.
    // A commit waits for that, even if nothing was written, because the business is locked.
    if (!this.#ended.some(({ keep }) => keep)) {
      session.control("ROLLBACK")
      this.#callBack(connection.isLost ? refusal("the connection to the database is lost") : null)
      this.#begin(connection)
      return
    }
    const begun = performance.now()
    commit(connection, (lost) => {
      this.#commitTime = performance.now() - begun
      if (lost === null) {
        this.#lines.committed(this.#ended.filter(({ keep }) => keep).map(({ unit }) => unit))
      }
      this.#callBack(lost)
      this.#begin(connection)
    })
  }

  #callBack(lost: StorageUnavailable | null): void {
    const ended = this.#ended
    this.#ended = []
    for (const { onEnd } of ended) onEnd(lost)
  }
}
