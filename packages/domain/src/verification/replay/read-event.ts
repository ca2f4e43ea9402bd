import type { EventResource } from "../../core/event-types.ts"
import type { ShownBusiness } from "../../events/encoder.ts"
import type { Json, RecordEvent } from "./record-events.ts"
import type { ReadEvent } from "./record-history.ts"

type Restore = (resource: EventResource, shown: object, business: ShownBusiness) => object

const parsed = (text: string | null): Json | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Json)
      : null
  } catch {
    return null
  }
}

/**
 * Parses an event. `restore` converts the fields that the interface shows to those of the model.
 */
export const readEvent = (
  event: RecordEvent,
  business: ShownBusiness,
  restore: Restore,
): ReadEvent => {
  const { resource } = event
  const [data, previous, hidden] = [event.data, event.previous, event.hidden].map(parsed) as [
    Json | null,
    Json | null,
    Json | null,
  ]
  const restored = (shown: Json): Json => restore(resource, shown, business) as Json
  const before = previous === null ? null : restored({ ...data, ...previous })
  const { client_id } = business
  return {
    id: event.id,
    type: event.type,
    created: event.created,
    data: data === null ? null : { client_id, ...restored(data), ...hidden },
    previous:
      previous === null
        ? null
        : Object.fromEntries(Object.keys(previous).map((name) => [name, before?.[name]])),
    hidden: Object.keys(hidden ?? {}),
  }
}
