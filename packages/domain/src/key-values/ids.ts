import { Clock, Effect, Layer } from "effect"
import { Ids, type NumberedKind } from "../core/ids.ts"
import { makeUuids, uuidsFrom } from "../core/uuid.ts"
import { KeptBooks } from "./books.ts"

/**
 * UUIDs by the clock, and for each numbered kind the integers from 1. A number used in a
 * rolled-back unit of work is not used again.
 */
export const ids = Layer.effect(
  Ids,
  Effect.map(KeptBooks, ({ overlay, save }) => {
    const uuid = makeUuids()
    const given = new Map<NumberedKind, number>()
    const last = (kind: NumberedKind): number => {
      const sequence = overlay.get("sequences", kind) as { readonly last: number } | null
      return Math.max(given.get(kind) ?? 0, sequence?.last ?? 0)
    }
    return Ids.of({
      uuid: Effect.map(Clock.currentTimeMillis, uuid),
      uuids: (length) => Effect.map(Clock.currentTimeMillis, uuidsFrom(uuid, length)),
      integer: (kind) =>
        save(() => {
          const next = last(kind) + 1
          given.set(kind, next)
          overlay.put("sequences", kind, { last: next })
          return next
        }),
    })
  }),
)
