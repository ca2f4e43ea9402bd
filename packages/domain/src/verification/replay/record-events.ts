import { type EventResource, eventResources } from "../../core/event-types.ts"
import { keys, type Records } from "../../core/records.ts"
import type { SealedEvent } from "../../events/seal.ts"

export interface Json {
  readonly [field: string]: unknown
}

/** An event, and the record that it is about. */
export interface RecordEvent
  extends Pick<
    SealedEvent,
    "sequence" | "id" | "type" | "resource" | "created" | "data" | "previous" | "hidden"
  > {
  /** Key of the record; see `recordOf`. */
  readonly record: string
}

/**
 * The order in which kinds of records are replayed. Categories and custom fields come first,
 * because comparisons of other records need their events.
 */
export const replayedResources: ReadonlyArray<EventResource> = [
  ...new Set<EventResource>(["categories", "custom_fields", ...eventResources]),
]

/**
 * The fields of an event that identify its record, in `data` or else in `hidden`. An event of a
 * business or of its books has no such field; its record is that of the event's business.
 */
export const eventKeys = {
  ...(keys as { readonly [R in EventResource]: ReadonlyArray<string> }),
  custom_field_budgets: ["custom_field_id", "id"],
} as { readonly [R in EventResource]: ReadonlyArray<string> }

/** True if a business has at most one record of the kind, whose key is the id of the business. */
export const isOneOfBusiness = (resource: EventResource): boolean =>
  eventKeys[resource].length === 0

/** Returns the key of a record within its business and kind, as text. */
export const recordKey = <R extends EventResource>(resource: R, record: Records[R]): string =>
  isOneOfBusiness(resource)
    ? String(record.client_id)
    : keys[resource].map((field) => String((record as unknown as Json)[field])).join(" ")

/** Returns the key of the record that an event is about; "" if there is none. */
export const recordOf = ({
  client_id,
  resource,
  data,
  previous,
  hidden,
}: Pick<SealedEvent, "client_id" | "resource" | "data" | "previous" | "hidden">): string => {
  if (!Object.hasOwn(eventKeys, resource)) return ""
  try {
    const shown: Json = JSON.parse(data)
    const internal: Json = JSON.parse(hidden ?? "{}")
    JSON.parse(previous ?? "{}")
    if (isOneOfBusiness(resource as EventResource)) return String(client_id)
    const values = eventKeys[resource].map((field) => shown[field] ?? internal[field])
    return values.some((value) => value === undefined || value === null) ? "" : values.join(" ")
  } catch {
    return ""
  }
}
