/** Categories and values are looked for in an index, which has less to read than the rows. */
export const labelsIndex = `
create index transactions_by_labels on transactions (client_id, labels, id, status);
`
