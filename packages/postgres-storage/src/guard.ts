import pg from "pg"
import { Connection } from "./connection.ts"
import type { Settings } from "./options.ts"
import { Stalls } from "./stalls.ts"

/** Minimum time between two looks, in milliseconds, because each look needs a connection. */
const leastMs = 1_000

/** Sends a query on a separate connection, which responds soon or counts as lost. */
const askedBeside = async (
  settings: Settings,
  text: string,
  values: ReadonlyArray<string | number>,
) => {
  const other = await Connection.open(settings, () => undefined)
  const overdue = setTimeout(() => other.destroy(), Math.max(settings.lostAfterMs, leastMs))
  try {
    return await other.run(text, values)
  } finally {
    clearTimeout(overdue)
    await other.close()
  }
}

/**
 * Ends a connection that no watch looks after once its bytes get lost or the database is gone. Its
 * statements may take any time, so a time limit would not show that. Returns a function that stops
 * the guard.
 */
export const guarded = (connection: Connection, settings: Settings): (() => void) => {
  const everyMs = Math.max(settings.lostAfterMs, leastMs)
  let failures = 0
  const pool = {
    silent: (millis: number) => (connection.silence() >= millis ? [connection] : []),
  }
  const ask = async (text: string, values: ReadonlyArray<string | number>) => {
    try {
      const response = await askedBeside(settings, text, values)
      failures = 0
      return response
    } catch (error) {
      // A server that refuses is running; one that does not respond may only be late, once.
      const isThere = error instanceof pg.DatabaseError
      failures = isThere ? 0 : failures + 1
      if (failures > 1) connection.destroy()
      throw error
    }
  }
  const stalls = new Stalls(pool, { ask }, everyMs)
  const timer = setInterval(() => stalls.look(), everyMs / 2)
  timer.unref()
  return () => clearInterval(timer)
}
