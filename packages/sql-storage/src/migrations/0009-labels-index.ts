/**
 * Index for searches by category or custom field value: smaller to read than the rows, and with the
 * columns that are often filtered by at the same time.
 */
export const labelsIndex = `
create index transactions_by_labels
  on transactions (client_id, labels, id, status, amount, auth_date, merchant_key);
`
