import { eventsOf } from "./resources.ts"

type Events = typeof eventsOf

/** The kinds of record that events are about. The contract has an encoder for each. */
export type EventResource = keyof Events

/** `<resource>.<what happened>`, such as `topup.approved`. */
export type EventType = Events[EventResource][number]

type ResourceOf<T extends EventType> = {
  [R in EventResource]: T extends Events[R][number] ? R : never
}[EventResource]

export const eventResources: ReadonlyArray<EventResource> = (
  Object.keys(eventsOf) as Array<EventResource>
).sort()

/** Every type of event, with the kind of record that it shows: "every type is a known one". */
export const eventTypes = Object.fromEntries(
  eventResources
    .flatMap((resource) => eventsOf[resource].map((type) => [type, resource] as const))
    .sort(([a], [b]) => (a < b ? -1 : 1)),
) as unknown as { readonly [T in EventType]: ResourceOf<T> }

export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type)

/**
 * Values for the event filter of a webhook: a type, `<resource>.*` for all types of a kind, or `*`
 * for all.
 */
export const eventTypePatterns: ReadonlyArray<string> = [
  "*",
  ...new Set(Object.keys(eventTypes).map((type) => `${type.slice(0, type.indexOf("."))}.*`)),
  ...Object.keys(eventTypes),
]

const patterns = new Set(eventTypePatterns)

export const isEventTypePattern = (pattern: string): boolean => patterns.has(pattern)
