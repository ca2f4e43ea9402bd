import { Context } from "effect"
import type { EventResource } from "../core/event-types.ts"
import type { Business } from "../core/records/businesses.ts"

/** What showing a record needs to know of its business. */
export type ShownBusiness = Pick<Business, "client_id" | "currency" | "features">

/**
 * How an event's record is shown: "`data` (the resource as the API shows it)". Stores ask it when
 * they append an event, and keep what it answers. An interface provides its own to the storage's
 * layer; by itself a record is shown as it is.
 */
export const EventEncoder = Context.Reference<{
  readonly encode: (resource: EventResource, record: object, business: ShownBusiness) => object
  /** What of the record the shown one tells: its fields, with the values that the model has. */
  readonly restore: (resource: EventResource, shown: object, business: ShownBusiness) => object
}>("@outlay/domain/EventEncoder", {
  defaultValue: () => ({ encode: (_, record) => record, restore: (_, shown) => shown }),
})

/**
 * SHA-256 of a text in UTF-8, in 64 lower-case hexadecimal digits. A storage provides it, from the
 * library of where it runs: the domain has none.
 */
export const Sha256 = Context.Reference<(text: string) => string>("@outlay/domain/Sha256", {
  defaultValue: () => () => {
    throw new Error("A storage has to provide Sha256, which seals its events")
  },
})
