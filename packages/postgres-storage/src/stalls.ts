import type { Connection } from "./connection.ts"
import type { Pool } from "./pool.ts"
import type { Watch } from "./watch.ts"

/**
 * Sessions among these for which the server works, and is not waiting for their client. Without
 * `track_activities` it says only what they wait for.
 */
const working = `select pid from pg_stat_activity
  where pid = any($1::int[]) and state in ('active', 'disabled')
    and wait_event_type is distinct from 'Client'`

/** Ends sessions, so that their locks are free at once. */
const end = "select pg_terminate_backend(pid) from unnest($1::int[]) as pid"

const listOf = (connections: Iterable<Connection>): string =>
  `{${Array.from(connections, ({ pid }) => pid)}}`

/**
 * Ends connections whose bytes get lost, as where a firewall has forgotten one of them, while the
 * database answers on others. Otherwise whoever uses one waits until the system gives it up, which
 * takes a quarter of an hour, and who waits for its locks does, too.
 */
export class Stalls {
  readonly #pool: Pick<Pool, "silent">
  readonly #watch: Pick<Watch, "ask">
  readonly #silentMs: number
  #suspected: ReadonlySet<Connection> = new Set()
  #isLooking = false

  /** In milliseconds: how long a connection waits before the server is asked what it does. */
  constructor(pool: Pick<Pool, "silent">, watch: Pick<Watch, "ask">, silentMs: number) {
    this.#pool = pool
    this.#watch = watch
    this.#silentMs = silentMs
  }

  /** To be called regularly: ends those whom the server had nothing to do for at two looks. */
  look(): void {
    const silent = this.#pool.silent(this.#silentMs)
    if (this.#isLooking) return
    if (silent.length === 0) {
      this.#suspected = new Set()
      return
    }
    this.#isLooking = true
    this.#judge(silent)
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false
      })
  }

  async #judge(silent: ReadonlyArray<Connection>): Promise<void> {
    const { rows } = await this.#watch.ask(working, [listOf(silent)])
    const busy = new Set((rows as ReadonlyArray<{ readonly pid: number }>).map(({ pid }) => pid))
    // What arrived meanwhile may not have been read at the first look.
    const idle = new Set(this.#pool.silent(this.#silentMs).filter(({ pid }) => !busy.has(pid)))
    const stalled = [...idle].filter((connection) => this.#suspected.has(connection))
    this.#suspected = idle
    for (const connection of stalled) connection.destroy()
    // What stands between may have given the session to another client.
    const own = stalled.filter(({ isPooled }) => !isPooled)
    if (own.length > 0) await this.#watch.ask(end, [listOf(own)])
  }
}
