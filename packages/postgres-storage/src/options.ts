/** Which database, and how it is used. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:5432/database?sslmode=verify-full`, or with a socket's folder,
   * `postgres:///database?host=/run/postgresql`.
   */
  readonly url: string
  /** `readable` neither makes nor migrates tables, and writes nothing. Default `writable`. */
  readonly mode?: "writable" | "readable"
  /** How many connections this process has at most, besides the one that watches. Default 10. */
  readonly poolSize?: number
  /** In milliseconds: how long one statement may take. Default 30 s. */
  readonly statementTimeoutMs?: number
  /** In milliseconds: how long a unit waits for others of its business. Default 5 s. */
  readonly lockTimeoutMs?: number
  /** In milliseconds: a database that has not answered for so long is lost. Default 750 ms. */
  readonly lostAfterMs?: number
}

/** The same, with what is not said. */
export type Settings = Required<PostgresOptions>

export const settingsOf = (options: PostgresOptions): Settings => ({
  mode: "writable",
  poolSize: 10,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 5_000,
  lostAfterMs: 750,
  ...options,
})

/** A database as the operator knows it, without what is secret. */
export const shownUrl = (url: string): string => {
  try {
    const { protocol, host, pathname, searchParams } = new URL(url)
    const folder = searchParams.get("host")
    return `${protocol}//${host}${pathname}${folder === null ? "" : `?host=${folder}`}`
  } catch {
    return "of OUTLAY_DATABASE_URL"
  }
}
