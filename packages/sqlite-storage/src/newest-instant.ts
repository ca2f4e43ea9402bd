import type { ToldClock } from "@outlay/domain/ports"
import type Database from "better-sqlite3"

/** Every change is recorded by an event; the other instants are of writes without one. */
const instants = `
  select max((
    select created from events where events.client_id = businesses.client_id
    order by sequence desc limit 1
  )) as instant from businesses
  union all select max(last_used_at) from tokens
  union all select max(updated) from webhook_deliveries where status <> 'PENDING'
  union all select max(applied) from migrations`

/**
 * The newest instant of all commits, of any process. Later commits are dated later, so that a
 * client that follows records by their `updated` misses none. It is read at the start, and again
 * when another connection has committed.
 */
export class Newest {
  readonly #clock: ToldClock
  readonly #since: Database.Statement<[number], { instant: string | null; last: number | null }>
  #seen = 0
  #hasCommitted = false
  #last: number

  constructor(db: Database.Database, clock: ToldClock) {
    this.#clock = clock
    this.#since = db.prepare(
      "select max(created) as instant, max(rowid) as last from events where rowid > ?",
    )
    this.#last = db.prepare<[], number | null>("select max(rowid) from events").pluck().get() ?? 0
    const newest = db.prepare<[], string | null>(`select max(instant) from (${instants})`).pluck()
    const instant = newest.get() ?? null
    // One millisecond later, so that new ids come after all ids of that instant.
    if (instant !== null) clock.raise(Date.parse(instant) + 1)
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
    const millis = Date.parse(newestRow?.instant ?? "")
    if (!Number.isNaN(millis)) this.#clock.after(millis)
  }
}
