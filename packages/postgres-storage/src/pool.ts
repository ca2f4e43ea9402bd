import type { StorageUnavailable } from "@outlay/domain"
import { Connection } from "./connection.ts"
import { reasonOf, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"
import { Patience } from "./patience.ts"
import type { Troubles } from "./troubles.ts"

/** Hears of a connection, or why there is none. */
type Given = (error: StorageUnavailable | null, connection: Connection | null) => void

interface Waiting {
  readonly given: Given
  readonly rest: () => void
}

/** Connections that are used by one after another. They are made when they are needed. */
export class Pool {
  readonly #settings: Settings
  readonly #all = new Set<Connection>()
  readonly #free: Array<Connection> = []
  readonly #waiting: Array<Waiting> = []
  readonly #patience: Patience
  #opening = 0
  #refused: StorageUnavailable | null = null
  /** Why no further connection could be opened; null where one could be. */
  #obstacle: string | null = null
  readonly #troubles: Troubles

  constructor(settings: Settings, troubles: Troubles) {
    this.#settings = settings
    this.#troubles = troubles
    this.#patience = new Patience(settings.lockTimeoutMs)
  }

  /** How many connections there are, and how many wait for one. */
  get figures(): { readonly open: number; readonly free: number; readonly waiting: number } {
    return { open: this.#all.size, free: this.#free.length, waiting: this.#waiting.length }
  }

  /** Those that wait, and on which no byte has moved for so many milliseconds; asked regularly. */
  silent(millis: number): ReadonlyArray<Connection> {
    return [...this.#all].filter((connection) => connection.silence() >= millis)
  }

  /** When a connection was given back last. */
  get progressed(): number {
    return this.#patience.at
  }

  /** Gives a connection as soon as there is one. Answers how not to wait any more. */
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

  /** Whoever was given a connection gives it back, with no transaction open. */
  give(connection: Connection): void {
    if (connection.isLost || this.#refused !== null) return
    this.#patience.progressed()
    const next = this.#waiting[0]
    if (next === undefined) this.#free.push(connection)
    else this.#drop(next)?.given(null, connection)
  }

  /** From now on there are none, for this reason, and those that there were are lost. */
  refuse(reason: string): void {
    this.#refused = refusal(reason)
    for (const connection of [...this.#all]) connection.destroy()
    for (const waiting of [...this.#waiting]) this.#drop(waiting)?.given(this.#refused, null)
  }

  /** There are connections again. */
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

  /** None was opened: who waits may still get one of those that there are. */
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
