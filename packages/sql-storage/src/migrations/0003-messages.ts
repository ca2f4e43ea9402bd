/**
 * The outbox: messages that no mailer has accepted yet. They are few, and removed soon after they
 * are written. Also the progress of notifications and the budget alerts of each business.
 */
export const messages = `
create table messages (
  client_id integer not null references businesses,
  id text not null,
  "to" text not null,
  subject text not null,
  text text not null,
  invite_id integer,
  sign_in text,
  letter text,
  failures integer not null,
  next_attempt text,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, invite_id) references invites
) strict, without rowid;
create index messages_by_attempt on messages (next_attempt, id) where next_attempt is not null;
create index messages_by_invite on messages (client_id, invite_id) where invite_id is not null;

create table notification_progress (
  client_id integer not null references businesses,
  sequence integer not null,
  next_pass text not null,
  digest_week text not null,
  digest_user integer,
  unsubscribe_key text not null,
  created text not null,
  updated text not null,
  primary key (client_id)
) strict, without rowid;

create table budget_alerts (
  client_id integer not null,
  budget_id text not null,
  period_number integer not null,
  percent integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, budget_id),
  foreign key (client_id, budget_id) references budgets
) strict, without rowid;
`
