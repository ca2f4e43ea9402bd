import { Context } from "effect"
import type { EventResource } from "../core/event-types.ts"
import type { Business } from "../core/records/businesses.ts"

/** What showing a record needs to know of its business. */
export type ShownBusiness = Pick<Business, "client_id" | "currency" | "features">

/**
 * How an event shows its record: "`data` (the resource as the API shows it)". A store calls it when
 * it appends an event, and saves the result. An API provides its own encoder to the layer of the
 * storage; the default shows the record unchanged.
 */
export const EventEncoder = Context.Reference<{
  /** The record as the API shows it; saved as the `data` of the event. */
  readonly encode: (resource: EventResource, record: object, business: ShownBusiness) => object
  /** The fields of the record that `shown` contains, with the values of the model. */
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
