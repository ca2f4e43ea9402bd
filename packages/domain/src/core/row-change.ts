import { changed, type Part } from "./decision.ts"
import type { EventResource, EventType } from "./event-types.ts"
import { previous } from "./events.ts"
import type { Records, TableName } from "./records.ts"

/** A row before and after, and how it is shown. */
interface Rows<Row> {
  readonly before: Row
  readonly after: Row
  readonly show: (row: Row) => object
}

/** A row that becomes another, and the event that tells of it as it is shown then. */
export const rowChange = <T extends TableName & EventResource>(
  resource: T,
  type: EventType,
  { before, after, show }: Rows<Records[T]>,
): Part => {
  const data = show(after)
  return {
    writes: [changed(resource, before, after)],
    entries: [],
    events: [{ type, resource, data, previous: previous(show(before), data) }],
  }
}

/** The same of a record that is shown as it is kept. */
export const recordChange = <T extends TableName & EventResource>(
  resource: T,
  type: EventType,
  before: Records[T],
  after: Records[T],
): Part => rowChange(resource, type, { before, after, show: (row) => row })
