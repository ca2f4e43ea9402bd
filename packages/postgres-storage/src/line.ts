import { StorageUnavailable } from "@outlay/domain"
import type { Connection } from "./connection.ts"
import { reasonOf, refusal } from "./failures.ts"
import { Patience } from "./patience.ts"
import type { Pool } from "./pool.ts"
import { Session } from "./session.ts"
import type { Unit } from "./unit.ts"

/** Hears that it is its turn, or why it never is. */
type Granted = (refused: StorageUnavailable | null) => void

interface Waiting {
  readonly unit: Unit
  readonly granted: Granted
  readonly rest: () => void
}

interface Ended {
  readonly unit: Unit
  readonly keep: boolean
  readonly answer: (lost: StorageUnavailable | null) => void
}

/** What lines share. */
export interface Lines {
  readonly pool: Pool
  /** In milliseconds: how long a unit waits for its turn while no other has one. */
  readonly patience: number
  /** Locks the business, whose transaction has begun; raises the clock to its newest event. */
  readonly lock: (
    session: Session,
    client_id: number,
    locked: (refused: StorageUnavailable | null) => void,
  ) => void
  /** One transaction was committed, with these units in it. */
  readonly committed: (units: ReadonlyArray<Unit>) => void
  /** The line has nobody. */
  readonly empty: (client_id: number) => void
}

/** How many units one commit makes durable at most. */
const groupSize = 256

/**
 * In milliseconds: so long a transaction takes on further units, or longer where commits are slow,
 * so that most of the time is the units'; but not for ever.
 */
const groupTime = { least: 20, most: 250, ofCommit: 4 }

/** Commits; tells why it may not have been, or null. */
export const commit = (
  connection: Connection,
  committed: (lost: StorageUnavailable | null) => void,
): void => {
  const isThere = !connection.isLost
  const unknown = (reason: string) => new StorageUnavailable({ reason, isUnknown: true })
  connection.tell("COMMIT", (error, { command, warnings }) => {
    if (error && isThere) committed(unknown(`the answer to a commit is lost: ${reasonOf(error)}`))
    else if (error) committed(refusal(reasonOf(error)))
    else if (command !== "COMMIT") committed(refusal("the transaction was rolled back"))
    // It answers so when somebody cancels its wait for a standby, which may not have it.
    else if (warnings > 0) committed(unknown("PostgreSQL confirmed a commit with a warning"))
    else committed(null)
  })
}

/**
 * The units of one business in this process, one after another. Those that arrive while one runs
 * share its transaction, and each but the first has a savepoint: all are answered after the commit.
 */
export class Line {
  readonly #client_id: number
  readonly #lines: Lines
  readonly #waiting: Array<Waiting> = []
  readonly #patience: Patience
  #ended: Array<Ended> = []
  #isBusy = false
  /** Whether it waits for a connection, as long as others have theirs. */
  #isWithout = false
  #begun = 0
  /** How long the last commit took, in milliseconds. */
  #commitTime = 0

  constructor(client_id: number, lines: Lines) {
    this.#client_id = client_id
    this.#lines = lines
    const { patience, pool } = lines
    this.#patience = new Patience(patience, () => (this.#isWithout ? pool.progressed : 0))
  }

  /** Tells the unit when it is its turn. Answers how it waits no more. */
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

  /** Begins a transaction for those that wait, or gives the connection back. */
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

  /** Whoever is next has the session, until it ends. */
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
    // What it does wrong must not undo what is there already.
    const scope = session.isDirty ? unit.savepoints.enter(unit.dryRun) : null
    if (scope !== null) unit.savepoints.write()
    unit.end = (keep, answer) => {
      this.#ended.push({ unit, keep, answer })
      if (scope !== null) unit.savepoints.leave(scope, keep)
      if (keep && unit.writes > 0) session.isDirty = true
      const isSpoilt = scope === null && !keep && (unit.writes > 0 || session.aborted !== null)
      if (!isSpoilt) this.#next(session)
      else {
        session.restart()
        this.#answer(null)
        this.#begin(session.connection)
      }
    }
    next.granted(null)
  }

  #commit(session: Session): void {
    const { connection } = session
    // What was read may wait for a standby: it is an answer only when the standby has it, too. A
    // commit waits for that, also where nothing was written, since the business is locked.
    if (!this.#ended.some(({ keep }) => keep)) {
      session.control("ROLLBACK")
      this.#answer(connection.isLost ? refusal("the connection to the database is lost") : null)
      this.#begin(connection)
      return
    }
    const begun = performance.now()
    commit(connection, (lost) => {
      this.#commitTime = performance.now() - begun
      if (lost === null) {
        this.#lines.committed(this.#ended.filter(({ keep }) => keep).map(({ unit }) => unit))
      }
      this.#answer(lost)
      this.#begin(connection)
    })
  }

  #answer(lost: StorageUnavailable | null): void {
    const ended = this.#ended
    this.#ended = []
    for (const { answer } of ended) answer(lost)
  }
}
