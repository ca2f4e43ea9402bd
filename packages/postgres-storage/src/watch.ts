import type { StorageUnavailable } from "@outlay/domain"
import { type Answer, Connection } from "./connection.ts"
import { reasonOf, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"

/** In milliseconds: how often the database is asked whether it is there. */
const beat = 250

/** Who hears of it. */
export interface Watcher {
  readonly lost: (reason: string) => void
  readonly found: () => void
  /** What another process told by NOTIFY. */
  readonly told: () => void
}

/** The channel on which processes tell each other that credentials have changed. */
export const channel = "outlay_credentials"

/**
 * A connection of its own, which asks again and again whether the database is there: it finds out
 * by silence what no socket tells, as where a machine is frozen or a cable is cut. When the
 * database is lost it looks for it, at every beat.
 */
export class Watch {
  readonly #settings: Settings
  readonly #watcher: Watcher
  #connection: Connection | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false
  #reason: string | null = "the database was not found yet"

  constructor(settings: Settings, watcher: Watcher) {
    this.#settings = settings
    this.#watcher = watcher
  }

  /** Why the database cannot be used; null where it can. */
  get reason(): string | null {
    return this.#reason
  }

  /** Looks for the database, and again until `close`. Rejects where it is not there at once. */
  async start(): Promise<void> {
    await this.#connect()
    this.#schedule()
  }

  /** One statement beside all transactions. */
  async ask(text: string, values: ReadonlyArray<string | number>): Promise<Answer> {
    const connection = this.#connection
    if (connection === null) throw refusal(this.#reason ?? "the database is lost")
    return connection.told(text, values)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#connection?.close()
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#beat(), beat)
  }

  #beat(): void {
    const connection = this.#connection
    if (connection === null) {
      this.#connect().then(
        () => this.#schedule(),
        () => this.#schedule(),
      )
      return
    }
    const { lostAfterMs } = this.#settings
    const judge = () => {
      // Where this process itself stood still, the answer may be there and not be read yet.
      const isLate = performance.now() - began > lostAfterMs + beat
      if (isLate) limit = setTimeout(judge, lostAfterMs)
      else this.#lose(`it has not answered for ${lostAfterMs} ms`)
      began = performance.now()
    }
    let began = performance.now()
    let limit = setTimeout(judge, lostAfterMs)
    connection.told("select 1").then(
      () => {
        clearTimeout(limit)
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
    const connection = await Connection.open(this.#settings, (lost) => {
      if (lost === this.#connection) this.#lose("the connection to the database is lost")
    })
    try {
      connection.heard(() => this.#watcher.told())
      await connection.told(`listen ${channel}`)
    } catch (error) {
      connection.destroy()
      throw error
    }
    if (this.#isClosed) return connection.destroy()
    this.#connection = connection
    this.#reason = null
    this.#watcher.found()
  }

  #lose(reason: string): void {
    const connection = this.#connection
    if (connection === null || this.#isClosed) return
    this.#connection = null
    this.#reason = reason
    this.#watcher.lost(reason)
    connection.destroy()
  }
}

/** Why nothing can be asked. */
export const lostBecause = (reason: string): StorageUnavailable =>
  refusal(`the database is lost: ${reason}`)
