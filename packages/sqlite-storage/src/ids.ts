import { type Ids, makeUuids, type NumberedKind, uuidsFrom } from "@outlay/domain/ports"
import { acrossBusinesses, db, type Sql } from "@outlay/sql-storage"
import { Clock, Effect } from "effect"

/** How many numbers are reserved at once, at most. */
const maxReserved = 64

const reserve = acrossBusinesses(
  "numbers are unique in the whole service",
  (p: { name: string; size: number; next: number }) =>
    db
      .insertInto("sequences")
      .values({ name: p.name, next: p.next })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((eb) => ({ next: eb("sequences.next", "+", p.size) })),
      )
      .returning("next"),
)

interface Block {
  readonly end: number
  next: number
}

/**
 * Numbers that this process has reserved. A reservation is written like anything else, and undone
 * with the unit that made it: then its numbers are given back, for they were never seen.
 */
export class Numbers {
  readonly #blocks = new Map<NumberedKind, Block>()
  readonly #sizes = new Map<NumberedKind, number>()
  readonly #uncommitted = new Set<NumberedKind>()

  take(kind: NumberedKind): number | null {
    const block = this.#blocks.get(kind)
    return block === undefined || block.next === block.end ? null : block.next++
  }

  /** A short-lived process leaves no gaps, a busy one reserves seldom. */
  nextSize(kind: NumberedKind): number {
    const size = this.#sizes.get(kind) ?? 1
    this.#sizes.set(kind, Math.min(size * 2, maxReserved))
    return size
  }

  reserved(kind: NumberedKind, block: Block): void {
    this.#blocks.set(kind, block)
    this.#uncommitted.add(kind)
  }

  committed(): void {
    this.#uncommitted.clear()
  }

  /** Whose reservation is undone is not known: all that are not durable are given up. */
  undone(): void {
    for (const kind of this.#uncommitted) this.#blocks.delete(kind)
    this.#uncommitted.clear()
  }
}

/** UUIDs by the clock, and numbers that no other process, and no restart, gives again. */
export const makeIds = (sql: Sql["Service"], numbers: Numbers): Ids["Service"] => {
  const uuid = makeUuids()

  const reserveFor = (kind: NumberedKind) =>
    Effect.suspend(() => {
      const size = numbers.nextSize(kind)
      return Effect.map(sql.get(reserve, { name: kind, size, next: size + 1 }), (row) => {
        const end = row?.next as number
        numbers.reserved(kind, { next: end - size, end })
        return numbers.take(kind) as number
      })
    })

  const take = (kind: NumberedKind, otherwise: typeof reserveFor) =>
    Effect.suspend(() => {
      const number = numbers.take(kind)
      return number === null ? otherwise(kind) : Effect.succeed(number)
    })

  return {
    uuid: Effect.map(Clock.currentTimeMillis, uuid),
    uuids: (length) => Effect.map(Clock.currentTimeMillis, uuidsFrom(uuid, length)),
    // A unit before this one in the same group may have reserved meanwhile.
    integer: (kind) => take(kind, () => sql.transaction(take(kind, reserveFor))),
  }
}
