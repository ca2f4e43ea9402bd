/**
 * Query of the newest instant of all commits. Every change is recorded by an event; the other
 * instants are of writes without one.
 */
export const newestInstant = `
  select max(instant) as instant from (
    select max((
      select created from events where events.client_id = businesses.client_id
      order by sequence desc limit 1
    )) as instant from businesses
    union all select max(last_used_at) from tokens
    union all select max(updated) from webhook_deliveries where status <> 'PENDING'
    union all select max(applied) from migrations
  ) as all_instants`
