/**
 * Transactions, and the tables derived from them. `movements` has all movements of a transaction
 * after the first, which the transaction itself stores. Lists walk an index backwards: the newest
 * first, ties by id. Transactions that arrive in order of time are appended to it. Most
 * transactions are cleared, complete and paid by card. The others have small indexes of their own,
 * so that the few are found among the many. Columns that are often filtered by together follow the
 * key of an index, so that rows need not be read. Transactions with a receipt and those without
 * have separate indexes, so that neither are searched among the others. `custom_field_values` has
 * the number of values of each field. `transaction_counts` has the number of transactions of each
 * day, for lists of days: `dated` is the date whose days are counted, and the day '' stands for all
 * days.
 */
export const transactions = `
create table transactions (
  client_id integer not null,
  id text not null,
  external_id text not null,
  transaction_type text not null,
  status text not null,
  expense_status text not null,
  auth_date text not null,
  cleared_date text,
  merchant_name text not null,
  merchant_key text not null,
  currency text not null,
  amount integer not null,
  fx_amount integer not null,
  gst integer not null,
  user_id integer,
  budget_id text,
  budget_member_id integer,
  member_stint integer,
  period_number integer,
  wallet_currency text not null,
  refunded_amount integer not null,
  refunded_fx_amount integer not null,
  movement_count integer not null,
  balance_after integer,
  booked_on text,
  decline_code text,
  explanation text,
  labels text not null,
  attendees text not null,
  receipt_urls text not null,
  custom_fields text not null,
  line_items text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict;
create unique index transactions_by_external_id on transactions (client_id, external_id);
create index transactions_by_auth_date
  on transactions (client_id, auth_date, id desc, status, expense_status);
create index transactions_not_cleared
  on transactions (client_id, auth_date, id desc, status, expense_status)
  where status <> 'CLEARED';
create index transactions_incomplete
  on transactions (client_id, auth_date, id desc, status, expense_status)
  where expense_status = 'INCOMPLETE_EXPENSE';
create index transactions_not_by_card
  on transactions (client_id, auth_date, id desc, status, expense_status, transaction_type)
  where transaction_type <> 'CARD_TRANSACTION';
create index transactions_with_receipt
  on transactions (client_id, auth_date, id desc, status, expense_status)
  where receipt_urls <> '[]';
create index transactions_without_receipt
  on transactions (client_id, auth_date, id desc, status, expense_status)
  where receipt_urls = '[]';
create index transactions_by_cleared_date on transactions (client_id, cleared_date, status)
  where cleared_date is not null;
create index transactions_by_updated on transactions (client_id, updated, status);
create index transactions_by_user
  on transactions (client_id, user_id, auth_date, id desc, status, amount, merchant_key)
  where user_id is not null;
create index transactions_by_budget
  on transactions (client_id, budget_id, auth_date, id desc, status, amount, merchant_key)
  where budget_id is not null;

create index transactions_booked_late on transactions (client_id, booked_on)
  where booked_on is not null;
create index transactions_by_amount on transactions (client_id, amount, id, status, auth_date);
create index transactions_by_merchant
  on transactions (client_id, merchant_key, id, status, amount, auth_date);

create table custom_field_values (
  client_id integer not null,
  custom_field_id text not null,
  count integer not null,
  primary key (client_id, custom_field_id)
) strict, without rowid;

create table receipts (
  client_id integer not null references businesses,
  id text not null,
  transaction_id text not null,
  file_id text not null,
  media_type text not null,
  size integer not null,
  sha256 text not null,
  name text not null,
  created text not null,
  primary key (client_id, id)
) strict, without rowid;
create index receipts_by_transaction on receipts (client_id, transaction_id, created, id);
create index receipts_by_content on receipts (client_id, sha256, created, id);

create table reassessments (
  client_id integer not null references businesses,
  auth_date text,
  transaction_id text,
  again integer not null,
  created text not null,
  updated text not null,
  primary key (client_id)
) strict, without rowid;

create table movements (
  client_id integer not null,
  transaction_id text not null,
  number integer not null,
  kind text not null,
  date text not null,
  amount integer not null,
  fx_amount integer not null,
  balance_after integer not null,
  created text not null,
  primary key (client_id, transaction_id, number)
) strict, without rowid;
create index movements_by_date on movements (client_id, date);

create table transaction_counts (
  client_id integer not null,
  day text not null,
  dated text not null,
  transaction_type text not null,
  status text not null,
  expense_status text not null,
  has_receipt integer not null,
  count integer not null,
  primary key (client_id, day, dated, transaction_type, status, expense_status, has_receipt)
) strict, without rowid;
`
