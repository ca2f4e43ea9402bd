import { type Ids, makeUuids, type NumberedKind, uuidsFrom } from "@outlay/domain/ports"
import { acrossBusinesses, db, type Sql } from "@outlay/sql-storage"
import { Clock, Effect } from "effect"

/** Maximum number of ids that are reserved at once. */
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
 * Numbers that this process has reserved. A reservation is written like any other row, and rolled
 * back with its unit: its numbers are then released, because no one has seen them.
 */
export class Numbers {
  readonly #blocks = new Map<NumberedKind, Block>()
  readonly #sizes = new Map<NumberedKind, number>()
  readonly #uncommitted = new Set<NumberedKind>()

  take(kind: NumberedKind): number | null {
    const block = this.#blocks.get(kind)
    return block === undefined || block.next === block.end ? null : block.next++
  }

  /** A short-lived process leaves few gaps, and a busy one seldom reserves. */
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

  /** Drops all reservations that are not durable: it is unknown which one was rolled back. */
  undone(): void {
    for (const kind of this.#uncommitted) this.#blocks.delete(kind)
    this.#uncommitted.clear()
  }
}

/** Returns UUIDs by the clock, and numbers that no other process and no restart issues again. */
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
    // An earlier unit of the same group may have reserved some in between.
    integer: (kind) => take(kind, () => sql.transaction(take(kind, reserveFor))),
  }
}
