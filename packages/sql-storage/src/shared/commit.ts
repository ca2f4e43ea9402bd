import type { StorageUnavailable } from "@outlay/domain"
import {
  type Decision,
  type EventEncoder,
  type Ids,
  now,
  type Part,
  type ShownBusiness,
} from "@outlay/domain/ports"
import { Effect } from "effect"
import { queue } from "./outbox.ts"
import { type Chain, plan } from "./plan.ts"
import { chainOf } from "./seal.ts"
import { Sql } from "./sql.ts"

/**
 * Writes a decision down: the rows, the ledger entries with the wallets, daily movements and counts
 * that follow from them, and the events with what they add to the lines of webhooks. Answers its
 * result. Inside a transaction. `business` is what was read of it there before, where it was.
 */
export const commit = <A>(
  client_id: number,
  decision: Decision<A>,
  business: ShownBusiness | null = null,
): Effect.Effect<A, StorageUnavailable, Sql | Ids | EventEncoder> => {
  const first = commitAll(client_id, [decision], business)
  const { slices } = decision
  const all = slices === undefined ? first : Effect.andThen(first, commitSlices(client_id, slices))
  return Effect.as(all, decision.result)
}

/** Slice by slice: an engine may pause between the rows of each. */
const commitSlices = Effect.fnUntraced(function* (client_id: number, slices: Iterable<Part>) {
  for (const part of slices) yield* commitAll(client_id, [{ ...part, result: undefined }])
})

/**
 * The same for many decisions of one business at once, each made on what those before it left: rows
 * and totals that several of them touch are written once.
 */
export const commitAll = Effect.fnUntraced(function* <A>(
  client_id: number,
  decisions: ReadonlyArray<Omit<Decision<A>, "slices">>,
  business: ShownBusiness | null = null,
): Effect.fn.Return<ReadonlyArray<A>, StorageUnavailable, Sql | Ids | EventEncoder> {
  const count = decisions.reduce((sum, { events }) => sum + events.length, 0)
  const chain = count === 0 ? null : yield* chainOf(client_id, decisions, { count, business })
  const stamp = { now: latest(yield* now, chain), chain }
  const steps = plan(client_id, decisions, stamp)
  const { batch, wrote } = yield* Sql
  yield* wrote(decisions)
  if (steps.length > 0) yield* batch(steps)
  if (chain !== null) yield* queue(client_id, added(decisions, chain), stamp.now)
  return decisions.map((decision) => decision.result)
})

/** Nothing is dated before the newest event, whatever the clocks of two processes say. */
const latest = (now: string, chain: Chain | null): string =>
  chain !== null && now < chain.head.created ? chain.head.created : now

const added = (decisions: ReadonlyArray<Decision<unknown>>, { head, ids }: Chain) =>
  decisions
    .flatMap(({ events }) => events)
    .map(({ type }, n) => ({ id: ids[n] as string, type, sequence: head.sequence + n + 1 }))
