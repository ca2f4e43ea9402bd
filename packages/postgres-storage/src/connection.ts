import type { Socket } from "node:net"
import { type Value, withColumns } from "@outlay/sql-storage"
import pg from "pg"
import { openingReason } from "./connection-faults.ts"
import { errorOfDriver, refusal } from "./failures.ts"
import type { Settings } from "./options.ts"

/** Response of the server to a statement. */
export interface StatementResult {
  readonly rows: ReadonlyArray<object>
  /** Number of rows that it changed, or returned. */
  readonly count: number
  /** The server's name for what it did, such as COMMIT. */
  readonly command: string
  /** Number of warnings without a specific code that came with it. */
  readonly warnings: number
}

/** Called with the response, or with the error instead of it. */
export type Callback = (error: unknown, result: StatementResult) => void

/** Placeholder for the response if there is an error. */
export const none: StatementResult = { rows: [], count: 0, command: "", warnings: 0 }

const integer = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no integer that can be held`)
  return value
}

const parsed = (text: string): unknown => (text === "[]" ? [] : JSON.parse(text))

const same = (text: string): unknown => text

/** Parsers by type id: bool, int8, int2, int4, json, numeric (a sum of int8), jsonb. */
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

/** A statement as it is sent: parsed and planned once per connection, with the same name on all. */
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
 * Time without a byte after which the systems at both ends probe each other, in milliseconds. The
 * server's default is two hours, in which it would hold the locks of a machine that is gone.
 */
const keepAliveInitialDelayMillis = 30_000

/** Maximum time to wait for the end of a connection, in milliseconds. */
const maxLeaveMs = 2_000

/** Slowest connection on which data that is being sent does not count as lost: 2 Mbit/s. */
const leastBytesPerMs = 250

/**
 * Multiple of `lost_after` after which the server ends an idle session that holds a lock: it has no
 * other way to find out that a machine is gone. No healthy process is idle for so long.
 */
const idleTimes = 20
const leastIdleMs = 4_000

/**
 * Returns the statement that sets the limits of a session and reads its number. They are not
 * connection parameters, because PgBouncer refuses those. The role and the database may have other
 * defaults, but a unit must see what was committed before it got its lock, and receive the warning
 * about a commit that no standby confirmed.
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

/** PostgreSQL 17 and later can limit transactions, but those of imports and reports are long. */
const unlimited = `case when current_setting('transaction_timeout', true) is not null
  then set_config('transaction_timeout', '0', false) end`

const asOpening = (error: unknown, { url }: Settings, limitMs: number): unknown =>
  error instanceof pg.DatabaseError ? error : refusal(openingReason(error, url, limitMs))

/** Returns an unconnected client. The driver reads the files that the URL names, every time. */
const clientOf = (settings: Settings, limitMs: number): pg.Client => {
  try {
    return new pg.Client({
      connectionString: settings.url,
      application_name: "outlay",
      pipeline: true,
      keepAlive: true,
      // Firewalls drop connections that are idle for minutes; the system's default delay is two
      // hours.
      keepAliveInitialDelayMillis,
      connectionTimeoutMillis: limitMs,
      types,
    })
  } catch (error) {
    throw asOpening(error, settings, limitMs)
  }
}

/**
 * A connection. Statements are sent at once and answered in order: no statement waits for the one
 * before it. An error in a transaction fails everything that follows in it.
 */
export class Connection {
  readonly #client: pg.Client
  readonly #lost: (connection: Connection) => void
  #isLost = false
  #isGathering = false
  #pid = 0
  #unanswered = 0
  /** Number of bytes sent when no response was pending. */
  #settledBytes = 0
  /** Warnings since the last response: they belong to the next one. */
  #warnings = 0
  /** Bytes received and to be sent at the last look, and the time since which that is so. */
  #moved = { received: 0, toSend: 0, since: 0 }

  private constructor(client: pg.Client, lost: (connection: Connection) => void) {
    this.#client = client
    this.#lost = lost
  }

  /** Socket of the driver, which itself can neither gather writes nor end a silent connection. */
  get #stream(): Socket {
    return (this.#client as unknown as { connection: { stream: Socket } }).connection.stream
  }

  /** Sends everything of one turn together. */
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
   * Opens a connection; `lost` is called once when it has ended. The server ends the connection of
   * a watch if it is idle, because a watch never is for long.
   *
   * @throws an error of the server, or the reason why there is no connection.
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
    // The driver's own limit ends once it is connected, before the first response.
    const overdue = setTimeout(() => connection.destroy(), 2 * limitMs)
    try {
      await client.connect()
      const { rows } = await connection.run(begun(settings, isWatch))
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

  /** True if a pooler is in between: server and client have different numbers of the session. */
  get isPooled(): boolean {
    return (this.#client as unknown as { readonly processID: number }).processID !== this.#pid
  }

  /**
   * Returns the time for which it has waited without any byte moved, in milliseconds, if it is
   * called regularly. The time that a slow connection needs for the bytes is subtracted, because
   * nothing shows when they have left the system.
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

  /** Sends a statement, which is prepared at its first use. */
  ask(text: string, values: ReadonlyArray<Value>, callback: Callback): void {
    this.#send({ ...preparedOf(text), values: values as Array<Value> }, callback)
  }

  /** Sends a statement that is not sent again. */
  askOnce(text: string, values: ReadonlyArray<Value>, callback: Callback): void {
    this.#send({ text: withColumns(text), values: values as Array<Value> }, callback)
  }

  /** Sends one or more statements without parameters. */
  execute(text: string, callback: Callback = () => undefined): void {
    this.#send({ text }, callback)
  }

  /** The same as a promise. */
  run(text: string, values?: ReadonlyArray<Value>): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result))
      if (values === undefined) this.execute(text, callback)
      else this.ask(text, values, callback)
    })
  }

  /** Calls `notified` when another connection sends a NOTIFY. */
  onNotification(notified: (payload: string) => void): void {
    this.#client.on("notification", ({ payload }) => notified(payload ?? ""))
  }

  /** Ends it at once: all pending statements fail. */
  destroy(): void {
    this.#stream.destroy()
    this.#end()
  }

  /** Ends it after what was sent; at once if the server does not respond in time. */
  async close(): Promise<void> {
    if (this.#isLost) return
    this.#isLost = true
    const overdue = setTimeout(() => this.#stream.destroy(), maxLeaveMs)
    await this.#client.end().catch(() => undefined)
    clearTimeout(overdue)
  }

  #send(config: pg.QueryConfig<Array<Value>>, callback: Callback): void {
    if (this.#isLost) {
      queueMicrotask(() => callback(refusal("the connection to the database is lost"), none))
      return
    }
    if (this.#unanswered === 0) this.#settledBytes = this.#stream.bytesWritten
    this.#gather()
    this.#unanswered++
    this.#client.query(config, (error: unknown, result: pg.QueryResult | undefined) => {
      this.#unanswered--
      const warnings = this.#warnings
      this.#warnings = 0
      if (error) callback(errorOfDriver(error), none)
      else {
        const { rows = [], rowCount, command = "" } = result ?? {}
        callback(null, { rows, count: rowCount ?? 0, command, warnings })
      }
    })
  }

  #end(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#lost(this)
  }
}
