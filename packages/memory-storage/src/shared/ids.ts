import { Ids, makeUuids, type NumberedKind, uuidsFrom } from "@outlay/domain"
import { Clock, Effect, Layer } from "effect"

/** UUIDs by the clock, and for each numbered kind the integers from 1. */
export const ids = Layer.sync(Ids, () => {
  const uuid = makeUuids()
  const last = new Map<NumberedKind, number>()
  return Ids.of({
    uuid: Effect.map(Clock.currentTimeMillis, uuid),
    uuids: (length) => Effect.map(Clock.currentTimeMillis, uuidsFrom(uuid, length)),
    integer: (kind) =>
      Effect.sync(() => {
        const next = (last.get(kind) ?? 0) + 1
        last.set(kind, next)
        return next
      }),
  })
})
