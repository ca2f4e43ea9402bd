import { changed, created, type Decision, nothing, type Part, removed } from "./decision.ts"
import { type EventType, eventTypes } from "./event-types.ts"
import { isUnchanged, type NewEvent, previous } from "./events.ts"
import type { Records } from "./records.ts"

/** Row of the record that events of a type are about. */
type RowOf<T extends EventType> = Records[(typeof eventTypes)[T]]

/** Creates an event: the record as it is shown now, and its previous values; null if it is new. */
export const eventOf = (type: EventType, data: object, previous: object | null): NewEvent => ({
  type,
  resource: eventTypes[type],
  data,
  previous,
})

/** Creates the event of a record that was shown as `before`. */
export const changeEvent = (type: EventType, before: object, after: object): NewEvent =>
  eventOf(type, after, previous(before, after))

/** Creates a new row and its event, which shows the row itself unless `shown` is given. */
export const rowCreation = <T extends EventType>(
  type: T,
  row: RowOf<T>,
  shown: object = row,
): Part => ({
  writes: [created(eventTypes[type], row as never)],
  entries: [],
  events: [eventOf(type, shown, null)],
})

/** Removes a row and creates its event, which shows the row itself unless `shown` is given. */
export const rowRemoval = <T extends EventType>(
  type: T,
  row: RowOf<T>,
  shown: object = row,
): Part => ({
  writes: [removed(eventTypes[type], row as never)],
  entries: [],
  events: [eventOf(type, shown, {})],
})

/** A row before and after the change, and the function that shows it. */
interface Rows<Row> {
  readonly before: Row
  readonly after: Row
  readonly show: (row: Row) => object
}

/** Changes a row and creates its event. */
export const rowChange = <T extends EventType>(
  type: T,
  { before, after, show }: Rows<RowOf<T>>,
): Part => ({
  writes: [changed(eventTypes[type], before as never, after as never)],
  entries: [],
  events: [changeEvent(type, show(before), show(after))],
})

/** Changes a row and creates its event, for a record that is shown as it is stored. */
export const recordChange = <T extends EventType>(
  type: T,
  before: RowOf<T>,
  after: RowOf<T>,
): Part => rowChange(type, { before, after, show: (row) => row })

/**
 * Updates a record that is shown as it is stored: "`PATCH` with nothing that differs changes
 * nothing: no event, no new `updated`."
 */
export const recordUpdate = <T extends EventType>(
  type: T,
  before: RowOf<T>,
  after: RowOf<T>,
): Decision<RowOf<T>> =>
  isUnchanged(before, after)
    ? nothing(before)
    : { result: after, ...recordChange(type, before, after) }
