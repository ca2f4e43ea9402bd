import type { Connection } from "./connection.ts"

/** Every change is recorded by an event; the other instants are of writes without one. */
const instants = `
  select max(instant) as instant from (
    select max((
      select created from events where events.client_id = businesses.client_id
      order by sequence desc limit 1
    )) as instant from businesses
    union all select max(last_used_at) from tokens
    union all select max(updated) from webhook_deliveries where status <> 'PENDING'
    union all select max(applied) from migrations
  ) as all_instants`

/**
 * Raises the service's time to the newest instant of all commits, of any process. After that, each
 * unit of work raises it to the newest instant of its business.
 */
export const raiseToNewest = async (
  connection: Connection,
  raise: (millis: number) => void,
): Promise<void> => {
  const { rows } = await connection.run(instants)
  const { instant } = rows[0] as { readonly instant: string | null }
  // One millisecond later, so that new ids come after all ids of that instant.
  if (instant !== null) raise(Date.parse(instant) + 1)
}
