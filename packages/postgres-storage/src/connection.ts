import type { Socket } from "node:net"
import { type Value, withColumns } from "@outlay/sql-storage"
import pg from "pg"
import { openingReason } from "./connection-faults.ts"
import { errorOfDriver, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"

/** What the server answers to a statement. */
export interface Answer {
  readonly rows: ReadonlyArray<object>
  /** How many rows it changed, or has. */
  readonly count: number
  /** The server's word for what it did, such as COMMIT. */
  readonly command: string
  /** How many warnings without a code of their own it gave with it. */
  readonly warnings: number
}

/** Hears of the answer, or of the error that came in its place. */
export type Answered = (error: unknown, answer: Answer) => void

/** What stands for an answer where there is an error. */
export const none: Answer = { rows: [], count: 0, command: "", warnings: 0 }

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
 * In milliseconds: after so long without a byte, the systems at both ends ask each other. The
 * server's default is two hours, for which the locks of a machine that is gone would be held.
 */
const keepAliveInitialDelayMillis = 30_000

/** In milliseconds: how long the end of a connection is waited for. */
const maxLeaveMs = 2_000

/** The slowest connection for which what is being sent does not count as lost: 2 Mbit a second. */
const leastBytesPerMs = 250

/**
 * So many times `lost_after` a session that holds a lock says nothing before the server ends it: it
 * has no other way to find out that a machine is gone. No process that is well stands still for so
 * long.
 */
const idleTimes = 20
const leastIdleMs = 4_000

/**
 * Sets the limits of a session, and answers its number. They are no parameters of the connection,
 * which PgBouncer refuses. The role and the database may have defaults of their own: a unit must
 * see what was committed before it had its lock, and hear of a commit that no standby confirmed.
 */
const begun = (settings: Settings, isWatch: boolean): string => {
  const { mode, statementTimeoutMs, lockTimeoutMs, lostAfterMs } = settings
  const isPatient = mode === "readable" || statementTimeoutMs === 0
  const maxIdleMs = Math.max(leastIdleMs, idleTimes * lostAfterMs)
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: isPatient ? 2 * statementTimeoutMs : maxIdleMs,
    idle_session_timeout: isWatch ? maxIdleMs : 0,
    tcp_keepalives_idle: keepAliveInitialDelayMillis / 1_000,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    default_transaction_isolation: "read committed",
    client_min_messages: "warning",
  }
  const set = Object.entries(limits).map(([name, to]) => `set_config('${name}', '${to}', false)`)
  return `select ${set}, ${unlimited}, pg_backend_pid() as pid`
}

/** PostgreSQL 17 and later can limit whole transactions: those of imports and reports are long. */
const unlimited = `case when current_setting('transaction_timeout', true) is not null
  then set_config('transaction_timeout', '0', false) end`

const asOpening = (error: unknown, { url }: Settings, limitMs: number): unknown =>
  error instanceof pg.DatabaseError ? error : refusal(openingReason(error, url, limitMs))

/** A client that is not connected. The driver reads the files that the URL names, every time. */
const clientOf = (settings: Settings, limitMs: number): pg.Client => {
  try {
    return new pg.Client({
      connectionString: settings.url,
      application_name: "outlay",
      pipeline: true,
      keepAlive: true,
      // Firewalls forget what says nothing for minutes: the system's own delay is two hours.
      keepAliveInitialDelayMillis,
      connectionTimeoutMillis: limitMs,
      types,
    })
  } catch (error) {
    throw asOpening(error, settings, limitMs)
  }
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
  #pid = 0
  #unanswered = 0
  /** How many bytes were sent when all of them had been answered. */
  #settledBytes = 0
  /** Those since the last answer: they belong to the next. */
  #warnings = 0
  /** What was received and what was to be sent at the last look, and since when that is so. */
  #moved = { received: 0, toSend: 0, since: 0 }

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
   * Opens a connection; `lost` is called once when it is not there any more. The server ends one
   * that watches, and so is never idle for long, when it is.
   *
   * @throws what the server says, or why there is no connection.
   */
  static async open(
    settings: Settings,
    lost: (connection: Connection) => void,
    isWatch = false,
  ): Promise<Connection> {
    const limitMs = Math.max(settings.lostAfterMs, 5_000)
    const client = clientOf(settings, limitMs)
    const connection = new Connection(client, lost)
    client.on("error", () => connection.#end())
    client.on("end", () => connection.#end())
    client.on("notice", ({ code }) => {
      if (code === "01000") connection.#warnings++
    })
    // The driver's own limit ends when it is connected, before the first statement is answered.
    const overdue = setTimeout(() => connection.destroy(), 2 * limitMs)
    try {
      await client.connect()
      const { rows } = await connection.told(begun(settings, isWatch))
      connection.#pid = (rows[0] as { readonly pid: number }).pid
    } catch (error) {
      connection.#end()
      throw asOpening(error, settings, limitMs)
    } finally {
      clearTimeout(overdue)
    }
    return connection
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** The server's number of the session. */
  get pid(): number {
    return this.#pid
  }

  /** Whether something between gives it a session of the server, and another number of it. */
  get isPooled(): boolean {
    return (this.#client as unknown as { readonly processID: number }).processID !== this.#pid
  }

  /**
   * For how many milliseconds it has waited and no byte has moved, if that is asked regularly, less
   * what a slow connection takes for the bytes: nothing says when they have left the system.
   */
  silence(): number {
    const { bytesRead: received, writableLength: toSend, bytesWritten } = this.#stream
    const now = performance.now()
    const { received: before, toSend: left, since } = this.#moved
    if (this.#unanswered > 0 && received === before && toSend === left)
      return now - since - (bytesWritten - this.#settledBytes) / leastBytesPerMs
    this.#moved = { received, toSend, since: now }
    return 0
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

  /** Ends it after what was sent; where the server takes no leave, without it. */
  async close(): Promise<void> {
    if (this.#isLost) return
    this.#isLost = true
    const overdue = setTimeout(() => this.#stream.destroy(), maxLeaveMs)
    await this.#client.end().catch(() => undefined)
    clearTimeout(overdue)
  }

  #send(config: pg.QueryConfig<Array<Value>>, answered: Answered): void {
    if (this.#isLost) {
      queueMicrotask(() => answered(refusal("the connection to the database is lost"), none))
      return
    }
    if (this.#unanswered === 0) this.#settledBytes = this.#stream.bytesWritten
    this.#gather()
    this.#unanswered++
    this.#client.query(config, (error: unknown, result: pg.QueryResult | undefined) => {
      this.#unanswered--
      const warnings = this.#warnings
      this.#warnings = 0
      if (error) answered(errorOfDriver(error), none)
      else {
        const { rows = [], rowCount, command = "" } = result ?? {}
        answered(null, { rows, count: rowCount ?? 0, command, warnings })
      }
    })
  }

  #end(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#lost(this)
  }
}
