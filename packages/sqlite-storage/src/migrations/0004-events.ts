/** The audit trail is listed by time, and counted by time and type without reading its bodies. */
export const events = `
create index events_by_created on events (client_id, created, id, type);
`
