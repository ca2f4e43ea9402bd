import { type EventResource, eventResources } from "../../core/event-types.ts"
import { keys, type Records } from "../../core/records.ts"
import type { SealedEvent } from "../../events/seal.ts"

/** A JSON object. */
export interface Json {
  readonly [field: string]: unknown
}

/** An event and the record that it is about. */
export interface RecordEvent
  extends Pick<
    SealedEvent,
    "sequence" | "id" | "type" | "resource" | "created" | "data" | "previous" | "hidden"
  > {
  /** See `recordOf`. */
  readonly record: string
}

/** The order in which kinds of records are replayed: others need what two of them showed. */
export const replayedResources: ReadonlyArray<EventResource> = [
  ...new Set<EventResource>(["categories", "custom_fields", ...eventResources]),
]

/**
 * The fields of an event that identify its record, as `data` or else `hidden` has them. An event of
 * a business, or of its books, has no such field: the business is that of the event.
 */
export const eventKeys = {
  ...(keys as { readonly [R in EventResource]: ReadonlyArray<string> }),
  custom_field_budgets: ["custom_field_id", "id"],
} as { readonly [R in EventResource]: ReadonlyArray<string> }

/** Whether a business has one record of the kind at most: the id of the business is its key. */
export const isOneOfBusiness = (resource: EventResource): boolean =>
  eventKeys[resource].length === 0

/** The key of a record within its business and kind, as text. */
export const recordKey = <R extends EventResource>(resource: R, record: Records[R]): string =>
  isOneOfBusiness(resource)
    ? String(record.client_id)
    : keys[resource].map((field) => String((record as unknown as Json)[field])).join(" ")

/** The key of the record that an event is about; "" if it is about none. */
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
