import { Witness } from "@outlay/conformance-tests/storage"
import { Layer } from "effect"
import { MemoryStorage } from "../src/index.ts"

/** Every port in memory, with its witness. */
export const witnessed = Layer.provideMerge(Witness.layer, MemoryStorage.layer)
