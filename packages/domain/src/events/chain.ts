import { eventTypes, isEventType } from "../core/event-types.ts"
import type { EventHead } from "../core/events.ts"
import { noHead, type SealedEvent, type SealingHead, sealOf } from "./seal.ts"

/** An error in an event or in its place in the chain. */
export interface EventFault {
  readonly event_id: string
  readonly field: keyof SealedEvent
  readonly what: string
  readonly expected: string | number | null
  readonly found: string | number | null
}

/** Walks the events of a business in the order of `sequence` and finds alterations. */
export class EventChain {
  readonly #sha256: (text: string) => string
  #head: SealingHead = noHead

  constructor(sha256: (text: string) => string) {
    this.#sha256 = sha256
  }

  /**
   * Returns the errors of the next event. The event after it is checked against the values of this
   * one.
   */
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

  /** Newest event so far; null if there is none yet. */
  get head(): EventHead | null {
    const { sequence, hash } = this.#head
    return sequence === 0 ? null : { sequence, hash }
  }
}
