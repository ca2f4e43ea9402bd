import { millisOfUuid, type ToldClock } from "@outlay/domain/ports"
import { newestInstant } from "@outlay/sql-storage"
import type Database from "better-sqlite3"

const newestId = `
  select max((
    select id from events where events.client_id = businesses.client_id
    order by sequence desc limit 1
  )) from businesses`

/** Newest instant and id of the events committed by others, and their last row. */
interface Found {
  readonly instant: string | null
  readonly id: string | null
  readonly last: number | null
}

/**
 * The newest instant of all commits, of any process. Later commits are dated later, so that a
 * client that follows records by their `updated` misses none. It is read at the start, and again
 * when another connection has committed.
 */
export class Newest {
  readonly #clock: ToldClock
  readonly #since: Database.Statement<[number], Found>
  #seen = 0
  #hasCommitted = false
  #last: number

  constructor(db: Database.Database, clock: ToldClock) {
    this.#clock = clock
    this.#since = db.prepare(
      `select max(created) as instant, max(id) as id, max(rowid) as last
       from events where rowid > ?`,
    )
    this.#last = db.prepare<[], number | null>("select max(rowid) from events").pluck().get() ?? 0
    const instant = db.prepare<[], string | null>(newestInstant).pluck().get() ?? null
    // One millisecond later, so that new ids come after all ids of that instant.
    if (instant !== null) clock.raise(Date.parse(instant) + 1)
    const id = db.prepare<[], string | null>(newestId).pluck().get() ?? null
    if (id !== null) clock.raise(millisOfUuid(id) + 1)
  }

  /** To be called when a transaction that the clock has dated was committed. */
  committed(): void {
    this.#hasCommitted = true
  }

  /**
   * To be called when a transaction has begun, before anything reads the time. `changes` is the
   * number of times that another connection has committed.
   */
  look(changes: number): void {
    if (this.#hasCommitted) this.#clock.after()
    this.#hasCommitted = false
    if (changes === this.#seen) return
    this.#seen = changes
    const newestRow = this.#since.get(this.#last)
    this.#last = newestRow?.last ?? this.#last
    const { instant, id } = newestRow ?? { instant: null, id: null }
    // An id is given after the instant at which its unit began.
    if (instant === null || id === null) return
    this.#clock.after(Math.max(Date.parse(instant), millisOfUuid(id)))
  }
}
