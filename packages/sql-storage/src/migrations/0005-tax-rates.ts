/** Tax rates: few per business. Line items that refer to a deleted rate show none. */
export const taxRates = `
create table tax_rates (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  rate integer not null check (rate between 0 and 1000000),
  code text,
  is_default_for text not null,
  is_enabled integer not null,
  source text not null,
  is_deleted integer not null,
  locked text not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index tax_rates_by_name on tax_rates (client_id, name, id, is_deleted);
`
