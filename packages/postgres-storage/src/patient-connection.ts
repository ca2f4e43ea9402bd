import { Connection } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { guarded } from "./guard.ts"
import { type Settings, shownUrl } from "./options.ts"

export const refuse = (settings: Settings, reason: string): never => {
  throw new DatabaseRefused({ file: shownUrl(settings.url), reason })
}

const shared =
  "is reached through a pooler that gives a session to several clients in turn, such as " +
  "PgBouncer in transaction mode: set its pool_mode to session, or connect without it"

/**
 * Returns true if a pooler gives one session of the server to two clients, or several to one
 * client: locks, settings and prepared statements belong to a session.
 */
const isShared = async (connection: Connection, settings: Settings): Promise<boolean> => {
  const other = await Connection.open(settings, () => undefined)
  try {
    if (other.pid === connection.pid) return true
    // A pooler reuses the last session first: this keeps it away from the other client.
    await other.run("begin")
    const pids = await Promise.all(
      [connection, other].map(async (each) => {
        const { rows } = await each.run("select pg_backend_pid() as pid")
        return (rows[0] as { readonly pid: number }).pid
      }),
    )
    return pids[0] !== connection.pid || pids[1] !== other.pid
  } finally {
    await other.close()
  }
}

/** Runs work on a separate connection, on which a statement may take any time. */
export const connected = async <A>(
  settings: Settings,
  work: (connection: Connection) => Promise<A>,
): Promise<A> => {
  const patient = { ...settings, statementTimeoutMs: 0, lockTimeoutMs: 0 }
  try {
    const connection = await Connection.open(patient, () => undefined)
    const unguard = guarded(connection, settings)
    try {
      if (connection.isPooled && (await isShared(connection, patient))) refuse(settings, shared)
      return await work(connection)
    } finally {
      unguard()
      await connection.close()
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    return refuse(settings, `cannot be opened: ${reasonOf(error)}`)
  }
}
