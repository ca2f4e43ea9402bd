import type { EventResource } from "../../core/event-types.ts"
import type { WrongRow } from "../finding.ts"
import { type Fields, type Kind, missing } from "./kinds.ts"
import type { Lookups } from "./lookups.ts"
import type { Json } from "./record-events.ts"

/** An event with its fields as in the model. `data` is null if it is not a JSON object. */
export interface ReadEvent {
  readonly id: string
  readonly type: string
  readonly created: string
  readonly data: Json | null
  readonly previous: Json | null
  /** Names of the internal fields in `data`, none of which are in `previous`. */
  readonly hidden: ReadonlyArray<string>
}

/** A difference between a record and its events, or between two of them. */
export interface Unexplained extends WrongRow {
  /** Id of the event that shows the difference, or null. */
  readonly event_id: string | null
}

/** A record whose events are replayed. */
export interface Replayed {
  readonly resource: EventResource
  readonly id: string
  readonly kind: Kind
  /** Row of the record; null if it has none. */
  readonly row: Json | null
}

const isRemoval = /\.(deleted|removed)$/u

/**
 * The events of one record, in the order of their commits. The first creates it. The previous
 * values of each event equal the values of the event before it. The last event equals the row, or
 * removes it.
 */
export class RecordHistory {
  readonly #of: Replayed
  readonly #lookups: Lookups
  readonly #found: Array<Unexplained> = []
  #last: { readonly event: ReadEvent; readonly fields: Fields } | null = null
  #isRemoved = false

  constructor(of: Replayed, lookups: Lookups) {
    this.#of = of
    this.#lookups = lookups
  }

  take(event: ReadEvent): void {
    const { data, previous } = event
    if (data === null) {
      this.#add("its data cannot be read", { event_id: event.id })
      return
    }
    const last = this.#last
    const { kind } = this.#of
    const fields = this.#withConstants(kind.fromEvent(data, this.#lookups))
    if (last === null && kind.isCreatedByOther === true) {
      if (previous === null) this.#add("is created a second time", { event_id: event.id })
    } else if (last === null || this.#isRemoved) {
      if (previous !== null) this.#add("no event reports its creation", { event_id: event.id })
    } else if (previous === null) {
      this.#add("is created a second time", { event_id: event.id })
    } else {
      const hidden = [...last.event.hidden, ...event.hidden]
      const unknown = Object.fromEntries(hidden.map((field) => [field, undefined]))
      const before = kind.fromEvent({ ...data, ...previous, ...unknown }, this.#lookups)
      const what = "the previous value in the event differs from the event before it"
      this.#compare(last.fields, before, what, event.id, kind.volatileFields)
    }
    if (last !== null && isOutOfOrder(last.event, event)) {
      const times = { expected: event.created, found: last.event.created }
      this.#add("its events are out of order", { event_id: event.id, field: "created", ...times })
    }
    this.#last = { event, fields }
    this.#isRemoved = isRemoval.test(event.type) && !("is_deleted" in data)
  }

  /** Returns the differences, after the last event. */
  end(): ReadonlyArray<Unexplained> {
    const { row, kind } = this.#of
    if (this.#last === null) return this.#found
    const { event, fields } = this.#last
    const at = { event_id: event.id }
    if (this.#isRemoved) {
      if (row !== null) this.#add(`is there, after ${event.type}`, at)
    } else if (row === null) {
      this.#add("is missing, and no event reports its deletion", at)
    } else {
      const what = "differs from the last event"
      this.#compare(fields, kind.fromRow(row, this.#lookups), what, event.id)
    }
    return this.#found
  }

  /** Adds the constant fields, which only the first event contains, to the fields of an event. */
  #withConstants(fields: Fields): Fields {
    const { constantFields } = this.#of.kind
    if (constantFields === undefined || this.#last === null || this.#isRemoved) return fields
    const all: { [field: string]: unknown } = { ...fields }
    for (const field of constantFields) {
      if (all[field] === undefined) all[field] = this.#last.fields[field]
    }
    return all
  }

  #compare(
    expected: Fields,
    found: Fields,
    what: string,
    event_id: string,
    except: ReadonlySet<string> = new Set(),
  ): void {
    for (const field in expected) {
      if (except.has(field) || areSame(expected[field], found[field])) continue
      this.#add(what, { event_id, field, expected: expected[field], found: found[field] })
    }
  }

  #add(what: string, at: Partial<Unexplained>): void {
    const { resource, id } = this.#of
    const { event_id = null, field = null } = at
    const [expected, found] = [printable(at.expected), printable(at.found)]
    this.#found.push({ resource, id, event_id, field, what, expected, found })
  }
}

const printable = (value: unknown): unknown => (value === missing ? null : (value ?? null))

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
 * Ids sort by time, except those of two processes within one millisecond. If the clock was set
 * back, the later event has an earlier time, but never a time before the change that it shows.
 */
const isOutOfOrder = (first: ReadEvent, second: ReadEvent): boolean =>
  first.created <= second.created
    ? millisOf(first) > millisOf(second)
    : isBeforeItsChange(first) || isBeforeItsChange(second)

/** Returns the 48 bits of a version 7 UUID that contain its time. */
const millisOf = ({ id }: ReadEvent): string => id.slice(0, 13)

const isBeforeItsChange = ({ data, created }: ReadEvent): boolean => {
  const updated = data?.["updated"]
  return typeof updated === "string" && updated > created
}
