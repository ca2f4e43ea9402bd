import { Connection } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { type Settings, shownUrl } from "./options.ts"

export const refuse = (settings: Settings, reason: string): never => {
  throw new DatabaseRefused({ file: shownUrl(settings.url), reason })
}

/** On a connection of its own, on which a statement may take as long as it takes. */
export const connected = async <A>(
  settings: Settings,
  work: (connection: Connection) => Promise<A>,
): Promise<A> => {
  const patient = { ...settings, statementTimeoutMs: 0, lockTimeoutMs: 0 }
  try {
    const connection = await Connection.open(patient, () => undefined)
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    return refuse(settings, `cannot be opened: ${reasonOf(error)}`)
  }
}
