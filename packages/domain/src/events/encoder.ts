import { Context, Layer } from "effect"
import type { EventResource } from "../core/event-types.ts"
import type { Business } from "../core/records/businesses.ts"

/** Properties of a business that are needed to show its records. */
export type ShownBusiness = Pick<Business, "client_id" | "currency" | "features">

/**
 * Encodes the record of an event: "`data` (the resource as the API shows it)". A store calls it
 * when it appends an event, and saves the result permanently. There is no default: the layer of a
 * storage needs `EventsAsShown` of `@outlay/http-contract`, or `EventsAsRecorded`.
 */
export class EventEncoder extends Context.Service<
  EventEncoder,
  {
    /** Returns the record as the API shows it; saved as the `data` of the event. */
    readonly encode: (resource: EventResource, record: object, business: ShownBusiness) => object
    /** Returns the fields of the record that `shown` contains, with the values of the model. */
    readonly restore: (resource: EventResource, shown: object, business: ShownBusiness) => object
  }
>()("@outlay/domain/EventEncoder") {}

/**
 * Events with the records as the engine has them: amounts in minor units, and internal fields. For
 * a storage that no API ever serves: the API and `outlay verify` expect `EventsAsShown`.
 */
export const EventsAsRecorded: Layer.Layer<EventEncoder> = Layer.succeed(EventEncoder, {
  encode: (_, record) => record,
  restore: (_, shown) => shown,
})

/**
 * SHA-256 of a text in UTF-8, in 64 lower-case hexadecimal digits. A storage provides it from a
 * library of its platform, because the domain has none.
 */
export const Sha256 = Context.Reference<(text: string) => string>("@outlay/domain/Sha256", {
  defaultValue: () => () => {
    throw new Error("A storage has to provide Sha256, which seals its events")
  },
})
