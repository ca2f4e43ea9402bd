/**
 * Index of the audit trail. It is listed by sequence, and times rise with sequences, so that the
 * bounds of a period are found by sequence. Events of a type are counted without reading their
 * bodies.
 */
export const events = `
create index events_by_type on events (client_id, type, sequence);
`
