import { Witness } from "@outlay/conformance-tests/storage"
import { Effect, Layer } from "effect"
import { Memory, MemoryStorage } from "../src/index.ts"

const witness = Layer.effect(
  Witness,
  Effect.map(Memory, ({ entries, events }) =>
    Witness.of({
      entries: (client_id) => Effect.sync(() => entries.ofBusiness(client_id)),
      events: (client_id) => Effect.sync(() => events.ofBusiness(client_id)),
    }),
  ),
)

/** Every port in memory, with its witness. */
export const witnessed = Layer.provideMerge(witness, MemoryStorage.layer)
