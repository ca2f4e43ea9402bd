import type { StorageUnavailable } from "@outlay/domain"
import { type Ids, makeUuids, type NumberedKind, uuidsFrom } from "@outlay/domain/ports"
import { Clock, Effect, Semaphore } from "effect"
import { failed } from "./questions.ts"
import type { Watch } from "./watch.ts"

/** Maximum number of ids that are reserved at once. */
const maxReserved = 64

const reserve = `insert into sequences (name, next) values ($1, 1 + $2::bigint)
  on conflict (name) do update set next = sequences.next + $2::bigint returning next`

interface Block {
  readonly end: number
  next: number
}

/** Ids, and a function that drops the reserved numbers. */
interface KnownIds {
  readonly ids: Ids["Service"]
  /** To be called for a database that replaced another: it may issue the same numbers again. */
  readonly forget: () => void
}

/**
 * Returns UUIDs by the clock, and numbers that no other process and no restart issues again. They
 * are reserved outside of the units that use them, which would otherwise wait for each other. The
 * numbers of a unit that is rolled back are never issued again.
 */
export const makeIds = (watch: Pick<Watch, "ask">): KnownIds => {
  const uuid = makeUuids()
  const blocks = new Map<NumberedKind, Block>()
  const sizes = new Map<NumberedKind, number>()
  const one = Semaphore.makeUnsafe(1)

  const taken = (kind: NumberedKind): number | null => {
    const block = blocks.get(kind)
    return block === undefined || block.next === block.end ? null : block.next++
  }

  const reserved = (kind: NumberedKind): Effect.Effect<number, StorageUnavailable> =>
    Effect.suspend(() => {
      const known = taken(kind)
      if (known !== null) return Effect.succeed(known)
      // A short-lived process leaves few gaps, and a busy one seldom reserves.
      const size = sizes.get(kind) ?? 1
      sizes.set(kind, Math.min(size * 2, maxReserved))
      return Effect.tryPromise({
        try: () => watch.ask(reserve, [kind, size]),
        catch: (error) => error,
      }).pipe(
        Effect.catch(failed),
        Effect.map(({ rows: [row] }) => {
          const { next: end } = row as { readonly next: number }
          blocks.set(kind, { next: end - size + 1, end })
          return end - size
        }),
      )
    })

  const ids: Ids["Service"] = {
    uuid: Effect.map(Clock.currentTimeMillis, uuid),
    uuids: (length) => Effect.map(Clock.currentTimeMillis, uuidsFrom(uuid, length)),
    integer: (kind) =>
      Effect.suspend(() => {
        const known = taken(kind)
        return known === null ? one.withPermits(1)(reserved(kind)) : Effect.succeed(known)
      }),
  }
  return { ids, forget: () => blocks.clear() }
}
