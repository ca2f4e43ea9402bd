/**
 * A test file as an embedder would write it, for `node --test`: one suite on the memory storage, or
 * with `FORGETFUL=1` on a storage that saves no responses.
 */
import { describe, test } from "node:test"
import { idempotencyStoreSuites } from "@outlay/conformance-tests/storage"
import { IdempotencyStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { witnessed } from "./witness.ts"

const forgetting = Layer.effect(
  IdempotencyStore,
  Effect.map(IdempotencyStore, (store) =>
    IdempotencyStore.of({ ...store, save: () => Effect.succeed(true) }),
  ),
)
const storage =
  process.env["FORGETFUL"] === "1" ? Layer.provideMerge(forgetting, witnessed) : witnessed

for (const { name, cases } of idempotencyStoreSuites) {
  describe(name, () => {
    for (const { name, run } of cases) test(name, () => run(storage))
  })
}
