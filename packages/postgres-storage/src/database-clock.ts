import type { Connection } from "./connection.ts"

/**
 * Maximum time that a machine's clock may be ahead of the database's, in milliseconds. Committed
 * times are valid for every process and forever, so a clock that is far ahead must not create them.
 */
const toleratedMs = 1_000

/** Time of the database in milliseconds, as a column. */
export const databaseTime = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time"

/** A row with that column. */
export interface Timed {
  readonly time: number
}

/** Returns the latest time that the service may have, from a row that was requested at `sentMs`. */
export const latestOf = ({ time }: Timed, sentMs: number): number =>
  time + toleratedMs + Math.ceil(performance.now() - sentMs)

/** Requests such a row on a connection, and returns that time. */
export const latestBy = async (connection: Connection): Promise<number> => {
  const sentMs = performance.now()
  const { rows } = await connection.run(`select ${databaseTime}`)
  return latestOf(rows[0] as Timed, sentMs)
}
