/**
 * The audit trail is listed by its sequence, in whose order its times are too: of a time, of a
 * type, and of both, it is counted without reading its bodies.
 */
export const events = `
create index events_by_created on events (client_id, created, sequence);
create index events_by_type on events (client_id, type, created, sequence);
`
