import { Effect, Layer } from "effect"
import {
  type IdempotencyKey,
  type IdempotencyRecord,
  IdempotencyStore,
} from "../idempotency/store.ts"
import { KeptBooks } from "./books.ts"

const partition = "idempotency"

const textOf = ({ client_id, scope }: IdempotencyKey): string => `${client_id} ${scope}`

export const idempotencyStore = Layer.effect(
  IdempotencyStore,
  Effect.map(KeptBooks, ({ overlay, save }) =>
    IdempotencyStore.of({
      find: (key, now) =>
        Effect.sync(() => {
          const record = overlay.get(partition, textOf(key)) as IdempotencyRecord | null
          return record !== null && now < record.expires_at ? record : null
        }),
      save: (record) =>
        save(() => {
          const known = overlay.get(partition, textOf(record)) as IdempotencyRecord | null
          if (known !== null && record.created < known.expires_at) return false
          overlay.put(partition, textOf(record), record)
          return true
        }),
      prune: (now) =>
        save(() => {
          const records = overlay.list(partition) as ReadonlyArray<IdempotencyRecord>
          const expired = records.filter((record) => record.expires_at <= now)
          for (const record of expired) overlay.put(partition, textOf(record), null)
          return expired.length
        }),
    }),
  ),
)
