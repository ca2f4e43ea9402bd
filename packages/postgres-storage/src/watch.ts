import type { StorageUnavailable } from "@outlay/domain"
import { type Answer, Connection } from "./connection.ts"
import { databaseTime, latestOf, type Timed } from "./database-clock.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf, refusal } from "./failures.ts"
import { type Settings, shownUrl } from "./options.ts"
import { usesBeside } from "./use.ts"

interface Leads {
  readonly leads: boolean
}

/** In milliseconds: how often the database is asked whether it is there. */
const beatMs = 250

/** Who hears of it. */
export interface Watcher {
  readonly lost: (reason: string) => void
  readonly found: () => void
  /** It has answered, as it does at every beat; the service's time must not be after this. */
  readonly heard: (latestMs: number) => void
  /** What another process told by NOTIFY. */
  readonly told: () => void
}

/** Who has this lock of a session leads: it is free as soon as that session has ended. */
const lead = "select pg_try_advisory_lock(8031161924371) as leads"

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
  #leads = false
  #reason: string | null = "the database was not found yet"

  constructor(settings: Settings, watcher: Watcher) {
    this.#settings = settings
    this.#watcher = watcher
  }

  /** Why the database cannot be used; null where it can. */
  get reason(): string | null {
    return this.#reason
  }

  /** Whether this process is the one of all that share the database that does what needs one. */
  get leads(): boolean {
    return this.#leads
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
    const judge = () => {
      // Where this process itself stood still, the answer may be there and not be read yet.
      const isLate = performance.now() - began > lostAfterMs + beatMs
      if (isLate) limit = setTimeout(judge, lostAfterMs)
      else this.#lose(`it has not answered for ${lostAfterMs} ms`)
      began = performance.now()
    }
    let began = performance.now()
    let limit = setTimeout(judge, lostAfterMs)
    const isIdle = this.#leads || this.#settings.mode === "readable"
    const asked = isIdle ? `select ${this.#leads} as leads` : lead
    const sentMs = began
    connection.told(`${asked}, ${databaseTime}`).then(
      ({ rows: [row] }) => {
        clearTimeout(limit)
        if (connection === this.#connection) this.#leads = (row as Leads).leads
        this.#watcher.heard(latestOf(row as Timed, sentMs))
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
      connection.heard(() => this.#watcher.told())
      // What only reads may be a standby, which takes neither of these.
      if (this.#settings.mode === "writable") {
        await connection.told(`listen ${channel}`)
        const { rows } = await connection.told(`${lead}, ${usesBeside} as may_use`)
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

  /** It is still not there, and maybe for another reason than the one that it was lost for. */
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

/** Why nothing can be asked. */
export const lostBecause = (reason: string): StorageUnavailable =>
  refusal(`the database is lost: ${reason}`)
