import { Effect, Layer } from "effect"
import { type IdempotencyRecord, IdempotencyStore } from "../idempotency/store.ts"
import { KeptBooks } from "./books.ts"

const partition = "idempotency"

export const idempotencyStore = Layer.effect(
  IdempotencyStore,
  Effect.map(KeptBooks, ({ overlay, keep }) =>
    IdempotencyStore.of({
      find: (scope, now) =>
        Effect.sync(() => {
          const record = overlay.get(partition, scope) as IdempotencyRecord | null
          return record !== null && now < record.expires_at ? record : null
        }),
      save: (record) => keep(() => overlay.put(partition, record.scope, record)),
      prune: (now) =>
        keep(() => {
          const records = overlay.list(partition) as ReadonlyArray<IdempotencyRecord>
          const expired = records.filter((record) => record.expires_at <= now)
          for (const { scope } of expired) overlay.put(partition, scope, null)
          return expired.length
        }),
    }),
  ),
)
