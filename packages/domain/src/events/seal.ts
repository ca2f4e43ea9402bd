import type { EventResource } from "../core/event-types.ts"
import type { EventHead, NewEvent } from "../core/events.ts"
import { isSame } from "../core/same.ts"
import { arranged } from "./canonical-json.ts"
import type { ShownBusiness } from "./encoder.ts"

/** "The first takes 64 zeros." */
export const firstHash = "0".repeat(64)

/** An event as it is stored: its public fields are JSON in canonical form. */
export interface SealedEvent {
  readonly client_id: number
  readonly sequence: number
  readonly id: string
  readonly type: string
  readonly created: string
  readonly actor: string
  readonly data: string
  readonly previous: string | null
  readonly hash: string
  readonly resource: EventResource
  /** Fields of the record that the API does not show, as JSON; null if there are none. */
  readonly hidden: string | null
}

type Sealed = Pick<
  SealedEvent,
  "actor" | "created" | "data" | "id" | "previous" | "sequence" | "type"
>

/**
 * "`hash` (SHA-256, hex, over the event's other fields in a documented canonical form and the
 * `hash` of the one before; the first takes 64 zeros)". The hashed text is the hash of the previous
 * event, immediately followed by the event as the API shows it, without its `hash`, in the
 * canonical form of RFC 8785.
 */
export const sealOf = (before: string, event: Sealed, sha256: (text: string) => string): string =>
  sha256(
    `${before}{"actor":${event.actor},"created":${JSON.stringify(event.created)}` +
      `,"data":${event.data},"id":${JSON.stringify(event.id)}` +
      `,"previous":${event.previous ?? "null"},"sequence":${event.sequence}` +
      `,"type":${JSON.stringify(event.type)}}`,
  )

/** Newest event of a business; if it has none yet, 0, `firstHash` and "". */
export interface SealingHead extends EventHead {
  readonly created: string
}

export const noHead: SealingHead = { sequence: 0, hash: firstHash, created: "" }

/** Business of an event, and the functions that encode and hash it. */
export interface Seal {
  readonly business: ShownBusiness
  readonly encode: (resource: EventResource, record: object, business: ShownBusiness) => object
  readonly sha256: (text: string) => string
}

/** Actor of the event, as JSON in canonical form, and its time. */
export interface SealStamp {
  readonly id: string
  readonly now: string
  readonly actor: string
  /** Event of the same business with the same record, which is then not encoded again. */
  readonly sameRecord?: Sealing | null
}

/** An event as it is stored, and the objects that its JSON was made from. */
export interface Sealing {
  readonly event: SealedEvent
  readonly parts: EventParts
}

/** Content of an event as objects; names are in canonical order, except those of `hidden`. */
export interface EventParts {
  readonly data: object
  readonly previous: object | null
  readonly hidden: object | null
}

/** See `sealing`. */
export const sealed = (
  head: SealingHead,
  event: NewEvent,
  stamp: SealStamp,
  seal: Seal,
): SealedEvent => sealing(head, event, stamp, seal).event

/**
 * Returns an event as it is stored, after the newest so far. It is never dated before that one,
 * even if the clocks of two processes differ, so that `created` and `sequence` have the same order.
 */
export const sealing = (
  head: SealingHead,
  event: NewEvent,
  { id, now, actor, sameRecord = null }: SealStamp,
  seal: Seal,
): Sealing => {
  const { type, resource } = event
  const { parts, ...content } =
    sameRecord !== null && tellsNoChange(event) ? telling(event, sameRecord) : encoded(event, seal)
  const shown = {
    sequence: head.sequence + 1,
    id,
    type,
    created: now < head.created ? head.created : now,
    actor,
    data: content.data,
    previous: content.previous,
  }
  return {
    event: {
      client_id: seal.business.client_id,
      ...shown,
      hash: sealOf(head.hash, shown, seal.sha256),
      resource,
      hidden: content.hidden,
    },
    parts,
  }
}

/** Content of an event as it is stored. */
type Content = Pick<SealedEvent, "data" | "previous" | "hidden"> & Pick<Sealing, "parts">

const tellsNoChange = ({ previous }: NewEvent): boolean =>
  previous === null || Object.keys(previous).length === 0

const telling = ({ previous }: NewEvent, { event, parts }: Sealing): Content => ({
  data: event.data,
  previous: previous === null ? null : "{}",
  hidden: event.hidden,
  parts: { ...parts, previous: previous === null ? null : {} },
})

const encoded = ({ resource, data, previous }: NewEvent, { business, encode }: Seal): Content => {
  const shown = encode(resource, data, business)
  const fields = arranged(shown) as Json
  const before =
    previous === null
      ? null
      : (arranged(encode(resource, { ...data, ...previous }, business)) as Json)
  const parts: EventParts = {
    data: fields,
    previous: before === null ? null : differing(before, fields),
    hidden: hiddenOf(data, shown),
  }
  return {
    data: JSON.stringify(fields),
    previous: parts.previous === null ? null : JSON.stringify(parts.previous),
    hidden: parts.hidden === null ? null : JSON.stringify(parts.hidden),
    parts,
  }
}

const differing = (before: Json, after: Json): Json => {
  const fields: { [name: string]: unknown } = {}
  for (const name in before) {
    if (!areSame(before[name], after[name])) fields[name] = before[name]
  }
  return fields
}

const areSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && isSame(a, b))

interface Json {
  readonly [name: string]: unknown
}

/**
 * Returns true for numbers, objects and arrays: the API may show these in another form, from which
 * the value can be derived.
 */
const isMeasured = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "object" && value !== null)

/** Returns the fields that are not shown, without `client_id`, which has a column of its own. */
const hiddenOf = (data: object, shown: object): Json | null => {
  let hidden: { [name: string]: unknown } | null = null
  for (const name in data) {
    const value = (data as Json)[name]
    const isTold = name in shown && (isMeasured(value) || value === (shown as Json)[name])
    if (isTold || name === "client_id") continue
    hidden ??= {}
    hidden[name] = value
  }
  return hidden
}
