/**
 * Exports: each batch with its file in parts, which never change, and the batch that first included
 * each movement.
 */
export const exportTables = `
create table exports (
  client_id integer not null references businesses,
  id text not null,
  format text not null,
  start_date text not null,
  end_date text not null,
  only_new integer not null,
  count integer not null,
  name text not null,
  size integer not null,
  balances text not null,
  parts integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index exports_by_created on exports (client_id, created, id);

create table export_parts (
  client_id integer not null,
  export_id text not null,
  number integer not null,
  content text not null,
  primary key (client_id, export_id, number),
  foreign key (client_id, export_id) references exports
) strict;

create table exported_movements (
  client_id integer not null,
  transaction_id text not null,
  number integer not null,
  export_id text not null,
  primary key (client_id, transaction_id, number)
) strict, without rowid;
`
