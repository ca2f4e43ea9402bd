import { newestInstant } from "@outlay/sql-storage"
import type { Connection } from "./connection.ts"

/**
 * Raises the service's time to the newest instant of all commits, of any process. After that, each
 * unit of work raises it to the newest instant of its business.
 */
export const raiseToNewest = async (
  connection: Connection,
  raise: (millis: number) => void,
): Promise<void> => {
  const { rows } = await connection.run(newestInstant)
  const { instant } = rows[0] as { readonly instant: string | null }
  // One millisecond later, so that new ids come after all ids of that instant.
  if (instant !== null) raise(Date.parse(instant) + 1)
}
