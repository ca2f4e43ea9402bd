import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { JournaledMap } from "./shared/journal.ts"
import { Memory } from "./shared/memory.ts"

export const idempotencyStore = Layer.effect(
  IdempotencyStore,
  Effect.map(Memory, ({ journal, keep }) => {
    const records = new JournaledMap<string, IdempotencyRecord>(journal)
    return IdempotencyStore.of({
      find: (scope, now) =>
        Effect.sync(() => {
          const record = records.get(scope)
          return record !== undefined && now < record.expires_at ? record : null
        }),
      save: (record) => keep(() => records.set(record.scope, record)),
      prune: (now) =>
        keep(() => {
          const expired = records.values().filter((record) => record.expires_at <= now)
          for (const { scope } of expired) records.delete(scope)
          return expired.length
        }),
    })
  }),
)
