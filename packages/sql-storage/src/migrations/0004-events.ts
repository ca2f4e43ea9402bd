/**
 * The audit trail is listed by its sequence, in whose order its times are too: where those of a
 * time begin and end is looked for by sequence. Those of a type are counted without reading bodies.
 */
export const events = `
create index events_by_type on events (client_id, type, sequence);
`
