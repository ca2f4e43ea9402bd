/**
 * Webhooks: few per business. Each has a delivery for every event that it wants. The queue of a
 * webhook is in the order of `sequence`, and the small index of pending deliveries finds the first
 * of each queue. Settled deliveries are removed by the time of their update. The deliveries of a
 * deleted webhook may be many and are removed after it, so they have no foreign key to it.
 */
export const webhooks = `
create table webhooks (
  client_id integer not null references businesses,
  id text not null,
  url text not null,
  event_types text not null,
  description text,
  enabled integer not null,
  disabled_reason text,
  secrets text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index webhooks_by_created on webhooks (client_id, created, id);

create table webhook_deliveries (
  client_id integer not null references businesses,
  id text not null,
  webhook_id text not null,
  event_id text not null,
  event_type text not null,
  event_sequence integer not null,
  sequence integer not null,
  status text not null,
  attempts integer not null,
  first_attempt text,
  last_attempt text,
  next_attempt text,
  response_status integer,
  error text,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create unique index webhook_deliveries_by_sequence
  on webhook_deliveries (client_id, webhook_id, sequence);
create index webhook_deliveries_by_created
  on webhook_deliveries (client_id, webhook_id, created, id);
create index webhook_deliveries_waiting
  on webhook_deliveries (webhook_id, sequence, next_attempt, client_id) where status = 'PENDING';
create index webhook_deliveries_held
  on webhook_deliveries (client_id, webhook_id, updated)
  where status = 'PENDING' and next_attempt is null;
create index webhook_deliveries_settled on webhook_deliveries (updated) where status <> 'PENDING';
`
