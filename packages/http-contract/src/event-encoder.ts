import type { EventResource } from "@outlay/domain/fields"
import { EventEncoder } from "@outlay/domain/ports"
import { Layer } from "effect"
import { shown } from "./resources.ts"
import type { Shown } from "./shared/endpoint.ts"
import type { Wire } from "./shared/wire.ts"

const wires: { readonly [R in EventResource]: Wire<never, object> } = shown

/**
 * Encodes events with records as the API shows them: "`data` (the resource as the API shows it)".
 * Required by the layer of a storage. Internal fields stay hidden, and amounts are in major units.
 */
export const eventEncoder = {
  encode: (resource: EventResource, record: object, business: Shown): object =>
    wires[resource].encode(record as never, business),
  restore: (resource: EventResource, written: object, business: Shown): object =>
    wires[resource].restore(written as never, business),
}

export const EventsAsShown: Layer.Layer<EventEncoder> = Layer.succeed(EventEncoder, eventEncoder)
