/**
 * Topups. Their indexes rise with time, so that a new topup is appended to them. Pending topups are
 * few and have separate indexes.
 */
export const topups = `
create table topups (
  client_id integer not null,
  id text not null,
  budget_id text not null,
  budget_member_id integer,
  amount integer not null check (amount <> 0),
  description text not null,
  status text not null,
  requested_by integer,
  requested_by_token text,
  actioned_by integer,
  actioned_on text,
  reason text,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, budget_id) references budgets,
  foreign key (client_id, budget_member_id) references budget_members
) strict, without rowid;
create index topups_by_created
  on topups (client_id, budget_id, budget_member_id, created, id desc, requested_by, status);
create index topups_in_order on topups (client_id, created, id desc, status);
create index pending_topups_in_order on topups (client_id, created, id desc)
  where status = 'PENDING';
create index pending_topups_by_budget on topups (client_id, budget_id) where status = 'PENDING';
create index pending_topups_by_user on topups (client_id, requested_by)
  where status = 'PENDING' and requested_by is not null;
`
