import type { Socket } from "node:net"
import { type Value, withColumns } from "@outlay/sql-storage"
import pg from "pg"
import { errorOfDriver, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"

/** What the server answers to a statement. */
export interface Answer {
  readonly rows: ReadonlyArray<object>
  /** How many rows it changed, or has. */
  readonly count: number
  /** The server's word for what it did, such as COMMIT. */
  readonly command: string
}

/** Hears of the answer, or of the error that came in its place. */
export type Answered = (error: unknown, answer: Answer) => void

const none: Answer = { rows: [], count: 0, command: "" }

const integer = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no integer that can be held`)
  return value
}

const parsed = (text: string): unknown => (text === "[]" ? [] : JSON.parse(text))

const same = (text: string): unknown => text

/** By the number of a type: bool, int8, int2, int4, json, numeric (a sum of int8), jsonb. */
const parsers: { readonly [oid: number]: (text: string) => unknown } = {
  16: (text) => text === "t",
  20: integer,
  21: integer,
  23: integer,
  114: parsed,
  1700: integer,
  3802: parsed,
}

const types = { getTypeParser: (oid: number) => parsers[oid] ?? same } as pg.CustomTypesConfig

/** A statement as it is sent: parsed and planned once on each connection, under one name on all. */
interface Prepared {
  readonly name: string
  readonly text: string
}

const prepared = new Map<string, Prepared>()

const preparedOf = (text: string): Prepared => {
  const known = prepared.get(text)
  if (known !== undefined) return known
  const made = { name: `s${prepared.size}`, text: withColumns(text) }
  prepared.set(text, made)
  return made
}

/**
 * A connection. Statements are sent at once and answered in their order: what follows another does
 * not wait for it. What fails in a transaction fails all that follows in it.
 */
export class Connection {
  readonly #client: pg.Client
  readonly #lost: (connection: Connection) => void
  #isLost = false
  #isGathering = false

  private constructor(client: pg.Client, lost: (connection: Connection) => void) {
    this.#client = client
    this.#lost = lost
  }

  /** The driver's socket: it has no other way to end what does not answer, and to gather. */
  get #stream(): Socket {
    return (this.#client as unknown as { connection: { stream: Socket } }).connection.stream
  }

  /** What is sent in one turn goes out together. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#stream.uncork()
    })
  }

  /**
   * Opens a connection; `lost` is called once when it is not there any more.
   *
   * @throws what the server or the network says.
   */
  static async open(
    settings: Settings,
    lost: (connection: Connection) => void,
  ): Promise<Connection> {
    const client = new pg.Client({
      connectionString: settings.url,
      application_name: "outlay",
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: Math.max(settings.lostAfterMs, 5_000),
      statement_timeout: settings.statementTimeoutMs,
      lock_timeout: settings.lockTimeoutMs,
      idle_in_transaction_session_timeout: 2 * settings.statementTimeoutMs,
      types,
    })
    const connection = new Connection(client, lost)
    client.on("error", () => connection.#end())
    client.on("end", () => connection.#end())
    try {
      await client.connect()
    } catch (error) {
      connection.#end()
      throw error
    }
    return connection
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Sends a statement that is prepared where it was not. */
  ask(text: string, values: ReadonlyArray<Value>, answered: Answered): void {
    this.#send({ ...preparedOf(text), values: values as Array<Value> }, answered)
  }

  /** Sends a statement that is not asked again. */
  askOnce(text: string, values: ReadonlyArray<Value>, answered: Answered): void {
    this.#send({ text: withColumns(text), values: values as Array<Value> }, answered)
  }

  /** Sends a statement without parameters, or several of them. */
  tell(text: string, answered: Answered = () => undefined): void {
    this.#send({ text }, answered)
  }

  /** The same, awaited. */
  told(text: string, values?: ReadonlyArray<Value>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const answered: Answered = (error, answer) => (error ? reject(error) : resolve(answer))
      if (values === undefined) this.tell(text, answered)
      else this.ask(text, values, answered)
    })
  }

  /** What another connection tells by NOTIFY. */
  heard(told: (payload: string) => void): void {
    this.#client.on("notification", ({ payload }) => told(payload ?? ""))
  }

  /** Ends it at once: what was not answered has failed. */
  destroy(): void {
    this.#stream.destroy()
    this.#end()
  }

  /** Ends it after what was sent. */
  async close(): Promise<void> {
    if (this.#isLost) return
    this.#isLost = true
    await this.#client.end().catch(() => undefined)
  }

  #send(config: pg.QueryConfig<Array<Value>>, answered: Answered): void {
    if (this.#isLost) {
      queueMicrotask(() => answered(refusal("the connection to the database is lost"), none))
      return
    }
    this.#gather()
    this.#client.query(config, (error: unknown, result: pg.QueryResult | undefined) => {
      if (error) answered(errorOfDriver(error), none)
      else {
        const { rows = [], rowCount, command = "" } = result ?? {}
        answered(null, { rows, count: rowCount ?? 0, command })
      }
    })
  }

  #end(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#lost(this)
  }
}
