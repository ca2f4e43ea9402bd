import type { Connection } from "./connection.ts"

/**
 * In milliseconds: so much may a machine's clock be ahead of the database's. Times that are
 * committed hold for every process and for good, so one that is far ahead must not make them.
 */
const toleratedMs = 1_000

/** The database's time in milliseconds, as a column. */
export const databaseTime = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time"

/** A row with that column. */
export interface Timed {
  readonly time: number
}

/** What the service's time must not be after, given a row that was asked for at `sentMs`. */
export const latestOf = ({ time }: Timed, sentMs: number): number =>
  time + toleratedMs + Math.ceil(performance.now() - sentMs)

/** The same, asked for by a connection. */
export const latestBy = async (connection: Connection): Promise<number> => {
  const sentMs = performance.now()
  const { rows } = await connection.told(`select ${databaseTime}`)
  return latestOf(rows[0] as Timed, sentMs)
}
