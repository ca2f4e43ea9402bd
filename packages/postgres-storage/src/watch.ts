import type { StorageUnavailable } from "@outlay/domain"
import { Connection, type StatementResult } from "./connection.ts"
import { databaseTime, latestOf, type Timed } from "./database-clock.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf, refusal } from "./failures.ts"
import { type Settings, shownUrl } from "./options.ts"
import { usesBeside } from "./use.ts"

interface Leads {
  readonly leads: boolean
}

/** Time between two requests to the database, in milliseconds. */
const beatMs = 250

/** Receives the findings of a watch. */
export interface Watcher {
  readonly lost: (reason: string) => void
  readonly found: () => void
  /** Called at the response of every beat; the service's time must not be after `latestMs`. */
  readonly responded: (latestMs: number) => void
  /** Called when another process has sent a NOTIFY. */
  readonly notified: () => void
}

/** The session that has this lock leads; the lock is free as soon as that session has ended. */
const lead = "select pg_try_advisory_lock(8031161924371) as leads"

/** Channel on which processes notify each other that credentials have changed. */
export const channel = "outlay_credentials"

/**
 * A separate connection, which regularly checks that the database responds. Its silence shows what
 * no socket does, for example a frozen machine or a cut cable. If the database is lost, it looks
 * for it at every beat.
 */
export class Watch {
  readonly #settings: Settings
  readonly #watcher: Watcher
  #connection: Connection | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false
  #leads = false
  #reason: string | null = "the database was not found yet"

  constructor(settings: Settings, watcher: Watcher) {
    this.#settings = settings
    this.#watcher = watcher
  }

  /** Reason why the database cannot be used; null if it can. */
  get reason(): string | null {
    return this.#reason
  }

  /** True if this process does the work that only one of the processes on a database may do. */
  get leads(): boolean {
    return this.#leads
  }

  /** Connects, and reconnects until `close`. Rejects if the first attempt fails. */
  async start(): Promise<void> {
    await this.#connect()
    this.#schedule()
  }

  /** Runs one statement outside of all transactions. */
  async ask(text: string, values: ReadonlyArray<string | number>): Promise<StatementResult> {
    const connection = this.#connection
    if (connection === null) throw refusal(this.#reason ?? "the database is lost")
    return connection.run(text, values)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#connection?.close()
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#beat(), beatMs)
  }

  #beat(): void {
    const connection = this.#connection
    if (connection === null) {
      this.#connect().then(
        () => this.#schedule(),
        (error) => {
          this.#miss(reasonOf(error))
          this.#schedule()
        },
      )
      return
    }
    const { lostAfterMs } = this.#settings
    const checkLimit = () => {
      // If this process itself stood still, the response may be there, but not read yet.
      const isLate = performance.now() - began > lostAfterMs + beatMs
      if (isLate) limit = setTimeout(checkLimit, lostAfterMs)
      else this.#lose(`it has not answered for ${lostAfterMs} ms`)
      began = performance.now()
    }
    let began = performance.now()
    let limit = setTimeout(checkLimit, lostAfterMs)
    const isIdle = this.#leads || this.#settings.mode === "readable"
    const leadQuery = isIdle ? `select ${this.#leads} as leads` : lead
    const sentMs = began
    connection.run(`${leadQuery}, ${databaseTime}`).then(
      ({ rows: [row] }) => {
        clearTimeout(limit)
        if (connection === this.#connection) this.#leads = (row as Leads).leads
        this.#watcher.responded(latestOf(row as Timed, sentMs))
        this.#schedule()
      },
      (error) => {
        clearTimeout(limit)
        this.#lose(reasonOf(error))
        this.#schedule()
      },
    )
  }

  async #connect(): Promise<void> {
    const connection = await Connection.open(
      this.#settings,
      (lost) => {
        if (lost === this.#connection) this.#lose("the connection to the database is lost")
      },
      true,
    )
    try {
      connection.onNotification(() => this.#watcher.notified())
      // A readable storage may use a standby, which allows neither of these.
      if (this.#settings.mode === "writable") {
        await connection.run(`listen ${channel}`)
        const { rows } = await connection.run(`${lead}, ${usesBeside} as may_use`)
        const { leads, may_use } = rows[0] as Leads & { readonly may_use: boolean }
        if (!may_use) throw beingMoved(this.#settings)
        this.#leads = leads
      }
    } catch (error) {
      connection.destroy()
      throw error
    }
    if (this.#isClosed) return connection.destroy()
    this.#connection = connection
    this.#reason = null
    this.#watcher.found()
  }

  /** It is still lost, maybe for a different reason than before. */
  #miss(reason: string): void {
    if (this.#isClosed || reason === this.#reason) return
    this.#reason = reason
    this.#watcher.lost(reason)
  }

  #lose(reason: string): void {
    const connection = this.#connection
    if (connection === null || this.#isClosed) return
    this.#connection = null
    this.#leads = false
    this.#reason = reason
    this.#watcher.lost(reason)
    connection.destroy()
  }
}

const beingMoved = ({ url }: Settings): DatabaseRefused =>
  new DatabaseRefused({
    file: shownUrl(url),
    reason: "is being moved: wait until outlay move has ended",
  })

/** Returns the error of requests while the database is lost. */
export const lostBecause = (reason: string): StorageUnavailable =>
  refusal(`the database is lost: ${reason}`)
