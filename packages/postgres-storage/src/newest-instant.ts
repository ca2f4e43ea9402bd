import type { Connection } from "./connection.ts"

/** Every change tells of itself by an event; these are instants of what tells no one. */
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
 * Raises the service's time to the newest instant that was committed, by whichever process. From
 * then on a unit of work raises it to that of its business.
 */
export const raiseToNewest = async (
  connection: Connection,
  raise: (millis: number) => void,
): Promise<void> => {
  const { rows } = await connection.told(instants)
  const { instant } = rows[0] as { readonly instant: string | null }
  // One later, so that ids of now come after all that were given at that instant.
  if (instant !== null) raise(Date.parse(instant) + 1)
}
