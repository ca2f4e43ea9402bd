import type { StorageUnavailable } from "@outlay/domain"
import { Connection } from "./connection.ts"
import { reasonOf, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"
import { Patience } from "./patience.ts"
import type { Troubles } from "./troubles.ts"

/** Called with a connection, or with the reason why there is none. */
type Given = (error: StorageUnavailable | null, connection: Connection | null) => void

interface Waiting {
  readonly given: Given
  readonly rest: () => void
}

/** Connections that are used in turn, and opened when they are needed. */
export class Pool {
  readonly #settings: Settings
  readonly #all = new Set<Connection>()
  readonly #free: Array<Connection> = []
  readonly #waiting: Array<Waiting> = []
  readonly #patience: Patience
  #opening = 0
  #refused: StorageUnavailable | null = null
  /** Reason why no further connection could be opened; null if one could. */
  #obstacle: string | null = null
  readonly #troubles: Troubles

  constructor(settings: Settings, troubles: Troubles) {
    this.#settings = settings
    this.#troubles = troubles
    this.#patience = new Patience(settings.lockTimeoutMs)
  }

  /** Number of connections, and of callers that wait for one. */
  get figures(): { readonly open: number; readonly free: number; readonly waiting: number } {
    return { open: this.#all.size, free: this.#free.length, waiting: this.#waiting.length }
  }

  /** Returns waiting connections on which no byte moved for this long. To be called regularly. */
  silent(millis: number): ReadonlyArray<Connection> {
    return [...this.#all].filter((connection) => connection.silence() >= millis)
  }

  /** Time at which a connection was last returned. */
  get progressed(): number {
    return this.#patience.at
  }

  /** Gives a connection as soon as there is one. Returns a function that stops waiting. */
  take(given: Given): () => void {
    if (this.#refused !== null) {
      given(this.#refused, null)
      return () => undefined
    }
    const free = this.#free.pop()
    if (free !== undefined) {
      given(null, free)
      return () => undefined
    }
    const rest = this.#patience.wait(() => this.#drop(waiting)?.given(this.#inUse(), null))
    const waiting: Waiting = { given, rest }
    this.#waiting.push(waiting)
    this.#open()
    return () => {
      this.#drop(waiting)
    }
  }

  /** Returns a connection to the pool, without an open transaction. */
  give(connection: Connection): void {
    if (connection.isLost || this.#refused !== null) return
    this.#patience.progressed()
    const next = this.#waiting[0]
    if (next === undefined) this.#free.push(connection)
    else this.#drop(next)?.given(null, connection)
  }

  /** Refuses all requests for this reason from now on, and ends all connections. */
  refuse(reason: string): void {
    this.#refused = refusal(reason)
    for (const connection of [...this.#all]) connection.destroy()
    for (const waiting of [...this.#waiting]) this.#drop(waiting)?.given(this.#refused, null)
  }

  /** Allows connections again. */
  allow(): void {
    this.#refused = null
  }

  async close(): Promise<void> {
    this.#refused = refusal("storage is closed")
    for (const waiting of [...this.#waiting]) this.#drop(waiting)?.given(this.#refused, null)
    await Promise.all([...this.#all].map((connection) => connection.close()))
  }

  #drop(waiting: Waiting): Waiting | null {
    const at = this.#waiting.indexOf(waiting)
    if (at === -1) return null
    waiting.rest()
    this.#waiting.splice(at, 1)
    return waiting
  }

  #open(): void {
    const { poolSize } = this.#settings
    if (this.#opening >= this.#waiting.length || this.#all.size + this.#opening >= poolSize) return
    this.#opening++
    Connection.open(this.#settings, (lost) => this.#lost(lost)).then(
      (connection) => {
        this.#opening--
        if (this.#refused !== null) return connection.destroy()
        this.#obstacle = null
        this.#troubles.end("opening", "There are further connections to the database again")
        this.#all.add(connection)
        this.give(connection)
      },
      (error) => {
        this.#opening--
        this.#fail(reasonOf(error))
      },
    )
  }

  /** To be called when opening failed: waiting callers may still get an existing connection. */
  #fail(reason: string): void {
    if (this.#refused !== null) return
    const { size } = this.#all
    this.#obstacle = reason
    this.#troubles.begin("opening", `No further connection to the database: ${reason}`)
    if (size > 0) return
    const refused = this.#opening === 0 ? [...this.#waiting] : this.#waiting.slice(0, 1)
    for (const waiting of refused) this.#drop(waiting)?.given(refusal(reason), null)
  }

  #inUse(): StorageUnavailable {
    const others = this.#obstacle === null ? "" : `, and no other can be opened: ${this.#obstacle}`
    return refusal(`every connection is in use${others}`)
  }

  #lost(connection: Connection): void {
    this.#all.delete(connection)
    const at = this.#free.indexOf(connection)
    if (at !== -1) this.#free.splice(at, 1)
    this.#open()
  }
}
