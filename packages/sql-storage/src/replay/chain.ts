import type { EventResource } from "@outlay/domain/fields"
import { type Json, type Kind, missing, type Surroundings, type Told } from "./records.ts"

/** An event as it was read back; null where it is no JSON. */
export interface ReadEvent {
  readonly id: string
  readonly type: string
  readonly created: string
  readonly data: Json | null
  readonly previous: Json | null
  /** Which fields of the data the interface does not show: `previous` says nothing of them. */
  readonly hidden: ReadonlyArray<string>
}

/** Something about a record that its events do not explain. */
export interface Unexplained {
  readonly client_id: number
  readonly resource: EventResource | string
  /** The record's id; empty where an event names none. */
  readonly id: string
  /** The event at which it shows, or null. */
  readonly event_id: string | null
  /** The field that differs, or null where it is no field. */
  readonly field: string | null
  readonly what: string
  /** What the events say, and what was found instead. */
  readonly told: unknown
  readonly found: unknown
}

/** A record whose chain of events is replayed. */
export interface Replayed {
  readonly client_id: number
  readonly resource: EventResource
  readonly id: string
  readonly kind: Kind
  /** The record's row as it is now; null when there is none. */
  readonly row: Json | null
}

const isRemoval = /\.(deleted|removed)$/u

/**
 * The events of one record, in the order in which they were committed. The first tells of a new
 * record; what each says was before it is what the one before it says; and the last says what is
 * kept now, or that the record is gone.
 */
export class Chain {
  readonly #of: Replayed
  readonly #around: Surroundings
  readonly #found: Array<Unexplained> = []
  #last: { readonly event: ReadEvent; readonly told: Told } | null = null
  #gone = false

  constructor(of: Replayed, around: Surroundings) {
    this.#of = of
    this.#around = around
  }

  take(event: ReadEvent): void {
    const { data, previous } = event
    if (data === null) {
      this.#add("its data cannot be read", { event_id: event.id })
      return
    }
    const last = this.#last
    const told = this.#withLasting(this.#of.kind.told(data, this.#around))
    if (last === null && this.#of.kind.isBornUntold === true) {
      if (previous === null) this.#add("is created a second time", { event_id: event.id })
    } else if (last === null || this.#gone) {
      if (previous !== null) this.#add("no event tells of its creation", { event_id: event.id })
    } else if (previous === null) {
      this.#add("is created a second time", { event_id: event.id })
    } else {
      const hidden = [...last.event.hidden, ...event.hidden]
      const unsaid = Object.fromEntries(hidden.map((field) => [field, undefined]))
      const before = this.#of.kind.told({ ...data, ...previous, ...unsaid }, this.#around)
      const what = "the event says that it was something else before"
      this.#compare(last.told, before, what, event.id, this.#of.kind.adrift)
    }
    if (last !== null && isOutOfOrder(last.event, event)) {
      const times = { told: event.created, found: last.event.created }
      this.#add("its events are out of order", { event_id: event.id, field: "created", ...times })
    }
    this.#last = { event, told }
    this.#gone = isRemoval.test(event.type) && !("is_deleted" in data)
  }

  /** What is not explained, when there are no more events. */
  end(): ReadonlyArray<Unexplained> {
    const { row, kind } = this.#of
    if (this.#last === null) return this.#found
    const { event, told } = this.#last
    const at = { event_id: event.id }
    if (this.#gone) {
      if (row !== null) this.#add(`is there, after ${event.type}`, at)
    } else if (row === null) {
      this.#add("is not there, and no event tells of its end", at)
    } else {
      const what = "is not what the last event says"
      this.#compare(told, kind.kept(row, this.#around), what, event.id)
    }
    return this.#found
  }

  /** What an event tells, with what the first one told for good. */
  #withLasting(told: Told): Told {
    const { kind } = this.#of
    if (kind.forGood === undefined || this.#last === null || this.#gone) return told
    const lasting: { [field: string]: unknown } = { ...told }
    for (const field of kind.forGood) {
      if (lasting[field] === undefined) lasting[field] = this.#last.told[field]
    }
    return lasting
  }

  #compare(
    told: Told,
    found: Told,
    what: string,
    event_id: string,
    except: ReadonlySet<string> = new Set(),
  ): void {
    for (const field in told) {
      if (except.has(field) || areSame(told[field], found[field])) continue
      this.#add(what, { event_id, field, told: told[field], found: found[field] })
    }
  }

  #add(what: string, at: Partial<Unexplained>): void {
    const { client_id, resource, id } = this.#of
    const { event_id = null, field = null } = at
    const [told, found] = [shown(at.told), shown(at.found)]
    this.#found.push({ client_id, resource, id, event_id, field, what, told, found })
  }
}

const shown = (value: unknown): unknown => (value === missing ? null : (value ?? null))

const areSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  a === undefined ||
  b === undefined ||
  (isRecord(a) && isRecord(b) && areSameRecords(a, b))

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null

const areSameRecords = (a: Json, b: Json): boolean =>
  Array.isArray(a) === Array.isArray(b) &&
  (!Array.isArray(a) || a.length === b.length) &&
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => areSame(a[name], b[name]))

/**
 * Ids grow as time does, but within a millisecond those of two processes do not. A clock may have
 * been set back, and then the later event shows an earlier time; but nothing is told of before it
 * happened.
 */
const isOutOfOrder = (first: ReadEvent, second: ReadEvent): boolean =>
  first.created <= second.created
    ? millisOf(first) > millisOf(second)
    : isToldTooSoon(first) || isToldTooSoon(second)

/** The 48 bits of a version 7 UUID that are its time. */
const millisOf = ({ id }: ReadEvent): string => id.slice(0, 13)

const isToldTooSoon = ({ data, created }: ReadEvent): boolean => {
  const updated = data?.["updated"]
  return typeof updated === "string" && updated > created
}
