import { CurrentActor, type Decision, Ids, now, type StorageUnavailable } from "@outlay/domain"
import { Effect } from "effect"
import { plan } from "./plan.ts"
import { Sql } from "./sql.ts"

/**
 * Writes decisions down: the rows, the ledger entries with the wallets, daily movements and counts
 * that follow from them, and the events. Inside a transaction.
 */
export interface Commit {
  /** Answers the decision's result. */
  readonly commit: <A>(
    client_id: number,
    decision: Decision<A>,
  ) => Effect.Effect<A, StorageUnavailable>
  /**
   * The same for many decisions of one business at once, each made on what those before it left:
   * rows and totals that several of them touch are written once.
   */
  readonly commitAll: <A>(
    client_id: number,
    decisions: ReadonlyArray<Decision<A>>,
  ) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
}

/** How decisions are written down by the engine at hand. */
export const makeCommit: Effect.Effect<Commit, never, Sql | Ids> = Effect.gen(function* () {
  const { batch } = yield* Sql
  const { uuid } = yield* Ids

  const commitAll = Effect.fnUntraced(function* <A>(
    client_id: number,
    decisions: ReadonlyArray<Decision<A>>,
  ) {
    const event_ids: Array<string> = []
    for (const { events } of decisions) {
      for (const _ of events) event_ids.push(yield* uuid)
    }
    const stamp = { now: yield* now, actor: yield* CurrentActor, event_ids }
    const steps = plan(client_id, decisions, stamp)
    if (steps.length > 0) yield* batch(steps)
    return decisions.map((decision) => decision.result)
  })

  const commit: Commit["commit"] = (client_id, decision) =>
    Effect.as(commitAll(client_id, [decision]), decision.result)

  return { commit, commitAll }
})
