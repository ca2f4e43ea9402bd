/**
 * Categories and values are looked for in an index, which has less to read than the rows, and what
 * is often asked for with them.
 */
export const labelsIndex = `
create index transactions_by_labels
  on transactions (client_id, labels, id, status, amount, auth_date, merchant_key);
`
