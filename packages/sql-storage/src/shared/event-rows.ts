import type { NewEvent } from "@outlay/domain/fields"
import type { SealedEvent, Sealing } from "@outlay/domain/ports"
import { eventKeys, isOneOfBusiness } from "@outlay/domain/rules"
import { packed, unpacked } from "./event-json.ts"

/** An event as its row keeps it: its JSON is packed. */
export interface EventRow extends SealedEvent {
  /** The key of the record that it is about, as text; "" for none. */
  readonly record: string
}

type Parts = Pick<EventRow, "created" | "record"> & Partial<SealedEvent>

const columns = ["data", "previous", "hidden", "actor"] as const

/** The key of the record that an event is about: see the domain's `recordOf`. */
const recordOf = ({ resource, data }: NewEvent, client_id: number): string => {
  if (isOneOfBusiness(resource)) return String(client_id)
  const values = eventKeys[resource].map(
    (field) => (data as { readonly [name: string]: unknown })[field],
  )
  return values.some((value) => value === undefined || value === null) ? "" : values.join(" ")
}

/** The row of an event. `actor` is who did it, as the object that its JSON was made of. */
export const eventRow = ({ event, parts }: Sealing, actor: object, of: NewEvent): EventRow => {
  const record = recordOf(of, event.client_id)
  const told = { created: event.created, record }
  return {
    ...event,
    record,
    actor: packed(actor, told),
    data: packed(parts.data, told),
    previous: parts.previous === null ? null : packed(parts.previous, told),
    hidden: parts.hidden === null ? null : packed(parts.hidden, told),
  }
}

/** What was read of such a row, in place, as the event was: its JSON is not packed any more. */
export const unpackedEvent = <R extends Parts>(row: R): R => {
  const mutable = row as { -readonly [K in keyof Parts]: Parts[K] }
  for (const column of columns) {
    const kept = mutable[column]
    if (typeof kept === "string") mutable[column] = unpacked(kept, row)
  }
  return row
}
