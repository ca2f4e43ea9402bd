/**
 * Every key begins with the business, so that the data can be divided by business. Rows are stored
 * in the tree of their key (WITHOUT ROWID), except in tables with large rows or many indexes
 * (transactions, events) and in the ledger, whose rows have up to three entries each: SQLite
 * numbers them in insertion order, which was measured to be the cheapest way. References are
 * declared where checking them is cheap; rows that refer to transactions are only written together
 * with them.
 */
export const tables = `
create table sequences (
  name text not null primary key,
  next integer not null
) strict, without rowid;

create table idempotency_records (
  client_id integer not null,
  scope text not null,
  fingerprint text not null,
  status integer not null,
  headers text not null,
  body text not null,
  created text not null,
  expires_at text not null,
  primary key (client_id, scope)
) strict;
create index idempotency_records_by_expiry on idempotency_records (expires_at);

create table businesses (
  client_id integer not null primary key,
  name text not null,
  currency text not null,
  features text not null,
  integration text,
  created text not null,
  updated text not null
) strict;
create index businesses_by_created on businesses (created, client_id);

create table books (
  client_id integer not null references businesses,
  locked_through text,
  created text not null,
  updated text not null,
  primary key (client_id)
) strict, without rowid;

create table wallets (
  client_id integer not null references businesses,
  currency text not null,
  balance integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, currency)
) strict, without rowid;

create table daily_movements (
  client_id integer not null,
  currency text not null,
  date text not null,
  amount integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, currency, date)
) strict, without rowid;

create table ledger_entries (
  client_id integer not null,
  id integer not null primary key,
  debit_account text not null,
  credit_account text not null,
  currency text not null,
  amount integer not null check (amount > 0),
  date text not null,
  resource text not null,
  resource_id text not null,
  period integer,
  budget_id text,
  budget_member_id integer,
  created text not null
) strict;
create index ledger_entries_by_business on ledger_entries (client_id);

create table events (
  client_id integer not null,
  sequence integer not null,
  id text not null,
  type text not null,
  resource text not null,
  record text not null,
  data text not null,
  previous text,
  hidden text,
  created text not null,
  actor text not null,
  hash text not null,
  primary key (client_id, sequence)
) strict;

create table roles (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  is_deletable integer not null,
  permissions text not null,
  created text not null,
  primary key (client_id, id)
) strict, without rowid;
create index roles_by_created on roles (client_id, created, id);

create table users (
  client_id integer not null references businesses,
  id integer not null,
  first_name text not null,
  last_name text not null,
  display_name text,
  email text not null,
  email_key text not null,
  role_id text not null,
  payment_types text not null,
  out_of_office_mode integer not null,
  out_of_office_start_date text,
  out_of_office_end_date text,
  delegate_approver integer,
  expense_delegate text not null,
  muted_notifications text not null,
  is_deleted integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, role_id) references roles
) strict, without rowid;
create index users_by_created on users (client_id, created, id, is_deleted);
create index users_by_role on users (client_id, role_id);
create index delegating_users_by_created on users (client_id, created, id)
  where is_deleted = 0 and (delegate_approver is not null or expense_delegate <> '[]');
create unique index active_users_by_email on users (email_key, client_id) where is_deleted = 0;

create table tokens (
  client_id integer not null references businesses,
  id text not null,
  kind text not null,
  name text not null,
  digest text not null,
  role_id text not null,
  user_id integer,
  expires_at text,
  revoked_at text,
  last_used_at text,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, role_id) references roles,
  foreign key (client_id, user_id) references users
) strict, without rowid;
create unique index tokens_by_digest on tokens (digest);
create index tokens_by_created on tokens (client_id, kind, created, id);
create index unrevoked_tokens on tokens (client_id, kind) where revoked_at is null;
create index tokens_by_user on tokens (client_id, user_id) where user_id is not null;

create table invites (
  client_id integer not null references businesses,
  id integer not null,
  email text not null,
  email_key text not null,
  role_id text not null,
  payment_types text not null,
  used integer not null,
  is_cancelled integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, role_id) references roles
) strict, without rowid;
create index invites_by_created on invites (client_id, created, id, is_cancelled);
create unique index pending_invites_by_email on invites (client_id, email_key)
  where used = 0 and is_cancelled = 0;

create table sign_in_links (
  client_id integer not null references businesses,
  id text not null,
  user_id integer,
  invite_id integer,
  digest text not null,
  return_to text,
  expires_at text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users,
  foreign key (client_id, invite_id) references invites
) strict, without rowid;
create unique index sign_in_links_by_digest on sign_in_links (digest);
create index sign_in_links_by_created on sign_in_links (client_id, created, id);
create index sign_in_links_by_user on sign_in_links (client_id, user_id) where user_id is not null;
create index sign_in_links_by_invite on sign_in_links (client_id, invite_id)
  where invite_id is not null;
create index sign_in_links_by_expiry on sign_in_links (expires_at, client_id, id);

create table accounting_codes (
  client_id integer not null references businesses,
  id text not null,
  code text not null,
  name text not null,
  is_deleted integer not null,
  locked text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create unique index accounting_codes_by_code on accounting_codes (client_id, code);
create index accounting_codes_by_created on accounting_codes (client_id, created, id, is_deleted);

create table categories (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  custom integer not null,
  enabled integer not null,
  accounting_code_id text,
  is_deleted integer not null,
  locked text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, accounting_code_id) references accounting_codes
) strict, without rowid;
create index categories_by_created on categories (client_id, created, id, is_deleted);
create index categories_by_code on categories (client_id, accounting_code_id)
  where accounting_code_id is not null;

create table custom_fields (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  field_type text not null,
  budget_setting text not null,
  is_manager_only integer not null,
  created_by text not null,
  is_deleted integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index custom_fields_by_created on custom_fields (client_id, created, id, is_deleted);

create table custom_field_options (
  client_id integer not null,
  id text not null,
  custom_field_id text not null,
  text text not null,
  enabled integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, custom_field_id) references custom_fields
) strict, without rowid;
create index custom_field_options_by_created
  on custom_field_options (client_id, custom_field_id, created, id);
create index custom_field_options_by_text
  on custom_field_options (client_id, text, custom_field_id);

create table budgets (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  budget_type text not null,
  available_amount integer not null,
  spent_amount integer not null,
  reset_amount integer not null,
  reset_period text not null,
  current_period_start text not null,
  current_period_end text,
  period_number integer not null,
  period_start text not null,
  granted_amount integer not null,
  topped_up_amount integer not null,
  moved_amount integer not null,
  rolled_from integer not null,
  has_member_limits integer not null,
  rollover_funds integer not null,
  limit_categories integer not null,
  categories text not null,
  is_deleted integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index budgets_by_created
  on budgets (client_id, created, id, is_deleted, budget_type, has_member_limits);
create index budgets_of_business_by_end on budgets (client_id, current_period_end, id)
  where is_deleted = 0 and current_period_end is not null;
create index budgets_by_end on budgets (current_period_end, client_id, id)
  where is_deleted = 0 and current_period_end is not null;

create table budget_periods (
  client_id integer not null,
  budget_id text not null,
  number integer not null,
  "start" text not null,
  "end" text not null,
  granted_amount integer not null,
  topped_up_amount integer not null,
  moved_amount integer not null,
  spent_amount integer not null,
  rolled_over integer not null,
  rolled_from integer not null,
  restated integer not null,
  primary key (client_id, budget_id, number),
  foreign key (client_id, budget_id) references budgets
) strict, without rowid;

create table budget_members (
  client_id integer not null,
  id integer not null,
  budget_id text not null,
  user_id integer,
  invite_id integer,
  available_amount integer not null,
  spent_amount integer not null,
  reset_amount integer not null,
  stint integer not null,
  since text not null,
  is_deleted integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, budget_id) references budgets,
  foreign key (client_id, user_id) references users,
  foreign key (client_id, invite_id) references invites,
  check ((user_id is null) <> (invite_id is null))
) strict, without rowid;
create index budget_members_by_created
  on budget_members (client_id, budget_id, created, id, is_deleted);
create index budget_members_by_user
  on budget_members (client_id, user_id, created, id, is_deleted) where user_id is not null;
create index budget_members_by_pair
  on budget_members (client_id, budget_id, user_id, created, id, is_deleted);
create index budget_members_by_invite
  on budget_members (client_id, invite_id) where invite_id is not null;

create table budget_owners (
  client_id integer not null,
  id text not null,
  budget_id text not null,
  user_id integer,
  invite_id integer,
  is_deleted integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, budget_id) references budgets,
  foreign key (client_id, user_id) references users,
  foreign key (client_id, invite_id) references invites,
  check ((user_id is null) <> (invite_id is null))
) strict, without rowid;
create index budget_owners_by_created
  on budget_owners (client_id, budget_id, created, id, is_deleted);
create index budget_owners_by_user
  on budget_owners (client_id, user_id, created, id, is_deleted) where user_id is not null;
create index budget_owners_by_invite
  on budget_owners (client_id, invite_id) where invite_id is not null;

create table custom_field_budgets (
  client_id integer not null,
  custom_field_id text not null,
  budget_id text not null,
  allow_options text,
  primary key (client_id, custom_field_id, budget_id),
  foreign key (client_id, custom_field_id) references custom_fields,
  foreign key (client_id, budget_id) references budgets
) strict, without rowid;
create index custom_field_budgets_by_budget on custom_field_budgets (client_id, budget_id);
`
