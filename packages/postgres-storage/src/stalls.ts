import type { Connection } from "./connection.ts"
import type { Pool } from "./pool.ts"
import type { Watch } from "./watch.ts"

/**
 * Sessions among these for which the server is working, and not waiting for their client. Without
 * `track_activities`, it only shows what they wait for.
 */
const working = `select pid from pg_stat_activity
  where pid = any($1::int[]) and state in ('active', 'disabled')
    and wait_event_type is distinct from 'Client'`

/** Ends sessions, so that their locks are free at once. */
const end = "select pg_terminate_backend(pid) from unnest($1::int[]) as pid"

const listOf = (connections: Iterable<Connection>): string =>
  `{${Array.from(connections, ({ pid }) => pid)}}`

/**
 * Ends connections whose bytes get lost, for example because a firewall has dropped them, while the
 * database responds on others. Otherwise, their users wait until the system closes them, which
 * takes a quarter of an hour, and so do those who wait for their locks.
 */
export class Stalls {
  readonly #pool: Pick<Pool, "silent">
  readonly #watch: Pick<Watch, "ask">
  readonly #silentMs: number
  #suspected: ReadonlySet<Connection> = new Set()
  #isLooking = false

  /** `silentMs`: time that a connection waits before the server is asked what it is doing. */
  constructor(pool: Pick<Pool, "silent">, watch: Pick<Watch, "ask">, silentMs: number) {
    this.#pool = pool
    this.#watch = watch
    this.#silentMs = silentMs
  }

  /** To be called regularly: ends those for which the server had nothing to do at two looks. */
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
    // A response that has just arrived may not have been read at the first look.
    const idle = new Set(this.#pool.silent(this.#silentMs).filter(({ pid }) => !busy.has(pid)))
    const stalled = [...idle].filter((connection) => this.#suspected.has(connection))
    this.#suspected = idle
    for (const connection of stalled) connection.destroy()
    // A pooler may have given the session to another client.
    const own = stalled.filter(({ isPooled }) => !isPooled)
    if (own.length > 0) await this.#watch.ask(end, [listOf(own)])
  }
}
