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
 * Writes a decision inside a transaction: its rows, its ledger entries with the wallets, daily
 * movements and counts derived from them, and its events with the webhook deliveries that they
 * cause. Returns the result of the decision. `business` is the business if the transaction has
 * already read it.
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

/** Writes slice by slice. An engine may pause between the rows of a slice. */
const commitSlices = Effect.fnUntraced(function* (client_id: number, slices: Iterable<Part>) {
  for (const part of slices) yield* commitAll(client_id, [{ ...part, result: undefined }])
})

/**
 * Writes many decisions of one business at once, each of which is based on those before it. Rows
 * and totals that several of them change are written once.
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

/** Returns a time not before the newest event, even if the clocks of two processes differ. */
const latest = (now: string, chain: Chain | null): string =>
  chain !== null && now < chain.head.created ? chain.head.created : now

const added = (decisions: ReadonlyArray<Decision<unknown>>, { head, ids }: Chain) =>
  decisions
    .flatMap(({ events }) => events)
    .map(({ type }, n) => ({ id: ids[n] as string, type, sequence: head.sequence + n + 1 }))
