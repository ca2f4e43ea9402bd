import { eventTypes, isEventType } from "../core/event-types.ts"
import type { EventHead } from "../core/events.ts"
import { noHead, type SealedEvent, type SealingHead, sealOf } from "./seal.ts"

/** Something that is wrong with an event, or with its place among the others. */
export interface EventFault {
  readonly event_id: string
  readonly field: keyof SealedEvent
  readonly what: string
  readonly expected: string | number | null
  readonly found: string | number | null
}

/** Walks the events of a business, in the order of `sequence`, and says what was altered. */
export class EventChain {
  readonly #sha256: (text: string) => string
  #head: SealingHead = noHead

  constructor(sha256: (text: string) => string) {
    this.#sha256 = sha256
  }

  /** What is wrong with the next event. The one after it is judged by what this one says. */
  take(event: SealedEvent): ReadonlyArray<EventFault> {
    const faults: Array<EventFault> = []
    const add = (
      field: EventFault["field"],
      what: string,
      expected: EventFault["expected"],
      found: EventFault["found"],
    ) => faults.push({ event_id: event.id, field, what, expected, found })
    const { sequence, hash, created } = this.#head
    if (event.sequence !== sequence + 1) {
      add("sequence", "an event before it is missing", sequence + 1, event.sequence)
    } else {
      const expected = sealOf(hash, event, this.#sha256)
      if (event.hash !== expected) {
        add("hash", "it, or the one before it, was altered", expected, event.hash)
      }
    }
    if (event.created < created) add("created", "it is out of order", created, event.created)
    if (!isEventType(event.type)) {
      add("type", "unknown event type", null, event.type)
    } else if (event.resource !== eventTypes[event.type]) {
      add("resource", "it is of another type", eventTypes[event.type], event.resource)
    }
    this.#head = event
    return faults
  }

  /** The newest so far; null while there was none. */
  get head(): EventHead | null {
    const { sequence, hash } = this.#head
    return sequence === 0 ? null : { sequence, hash }
  }
}
