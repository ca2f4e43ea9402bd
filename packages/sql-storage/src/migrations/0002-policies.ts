/** Approval policies of topups: few per business, and read with every topup. */
export const policies = `
create table policies (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  budget_id text,
  above_amount integer check (above_amount >= 0),
  created text not null,
  updated text not null,
  primary key (client_id, id),
  foreign key (client_id, budget_id) references budgets
) strict, without rowid;
create index policies_by_created on policies (client_id, created, id);
`
