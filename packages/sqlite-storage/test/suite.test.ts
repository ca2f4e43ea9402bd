import { storageSuite } from "@outlay/conformance-tests/storage"
import { sqliteInMemory } from "./witness.ts"

storageSuite("sqlite", sqliteInMemory)
