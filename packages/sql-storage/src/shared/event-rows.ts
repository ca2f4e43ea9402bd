import type { NewEvent } from "@outlay/domain/fields"
import type { SealedEvent, Sealing } from "@outlay/domain/ports"
import { eventKeys, isOneOfBusiness } from "@outlay/domain/rules"
import { packed, unpacked } from "./event-json.ts"

/** An event as it is stored: its JSON is packed. */
export interface EventRow extends SealedEvent {
  /** Key of the record that the event is about, as text; "" if there is none. */
  readonly record: string
}

type Parts = Pick<EventRow, "created" | "record"> & Partial<SealedEvent>

const columns = ["data", "previous", "hidden", "actor"] as const

/** Returns the key of the record that an event is about: see the domain's `recordOf`. */
const recordOf = ({ resource, data }: NewEvent, client_id: number): string => {
  if (isOneOfBusiness(resource)) return String(client_id)
  const values = eventKeys[resource].map(
    (field) => (data as { readonly [name: string]: unknown })[field],
  )
  return values.some((value) => value === undefined || value === null) ? "" : values.join(" ")
}

/** Returns the row of an event. `actor` is the object that its actor's JSON was made from. */
export const eventRow = ({ event, parts }: Sealing, actor: object, of: NewEvent): EventRow => {
  const record = recordOf(of, event.client_id)
  const texts = { created: event.created, record }
  return {
    ...event,
    record,
    actor: packed(actor, texts),
    data: packed(parts.data, texts),
    previous: parts.previous === null ? null : packed(parts.previous, texts),
    hidden: parts.hidden === null ? null : packed(parts.hidden, texts),
  }
}

/** Unpacks the JSON of a row, in place. */
export const unpackedEvent = <R extends Parts>(row: R): R => {
  const mutable = row as { -readonly [K in keyof Parts]: Parts[K] }
  for (const column of columns) {
    const stored = mutable[column]
    if (typeof stored === "string") mutable[column] = unpacked(stored, row)
  }
  return row
}
