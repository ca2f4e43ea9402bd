import { Witness } from "@outlay/conformance-tests/storage"
import { EventsAsRecorded } from "@outlay/domain"
import { Layer } from "effect"
import { MemoryStorage } from "../src/index.ts"

/** Every port in memory, with its witness. */
export const witnessed = Witness.layer.pipe(
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provideMerge(EventsAsRecorded),
)
