import { Context, Effect, Layer } from "effect"
import { now } from "../core/now.ts"
import type { Reassessment } from "../core/records/reassessments.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { pendingReassessment } from "../reassessments/looks.ts"
import { decideProgress, expensesPerSlice, sliceOf } from "../reassessments/rules.ts"
import { ReassessmentStore } from "../reassessments/store.ts"
import { transactionContext } from "./looks.ts"
import { decideReassessment } from "./rules/reassessment.ts"

/** Pause after every slice, in which other work may begin. */
const pauseAfterSlice = "1 millis"

const placeOf = ({ auth_date, transaction_id }: Reassessment) =>
  auth_date === null || transaction_id === null ? null : { auth_date, id: transaction_id }

const make = Effect.gen(function* () {
  const store = yield* Store
  const { due, incomplete } = yield* ReassessmentStore
  const { atomically } = yield* UnitOfWork

  const slice = Effect.fn("Reassessments.slice")(
    function* (client_id: number) {
      const pending = yield* store.read(client_id, pendingReassessment)
      if (pending === null) return 0
      const place = placeOf(pending)
      const part = sliceOf(yield* incomplete(client_id, place, expensesPerSlice))
      const { transaction_ids } = part
      const at = yield* now
      const completed =
        transaction_ids.length === 0
          ? 0
          : yield* store.change(client_id, transactionContext({ transaction_ids }), (context) =>
              decideReassessment(context, at),
            )
      yield* store.change(client_id, pendingReassessment, (pending) =>
        decideProgress(pending, part, at),
      )
      return completed
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  const proceed = Effect.fn("Reassessments.proceed")(function* () {
    let completed = 0
    let after = 0
    for (;;) {
      const [client_id] = yield* due(after, 1)
      if (client_id === undefined && after === 0) return completed
      after = client_id ?? 0
      if (client_id === undefined) continue
      completed += yield* slice(client_id)
      yield* Effect.sleep(pauseAfterSlice)
    }
  })

  return {
    /**
     * Runs one slice of the work of a business, in its own unit. Returns the number of expenses
     * that became complete; 0 if nothing is due.
     */
    slice,
    /**
     * Does all due work of all businesses: a slice of one business, then a slice of another, with a
     * pause after each. Returns the number of expenses that became complete. Call it repeatedly:
     * after an interruption, the next call continues.
     */
    proceed,
  }
})

/**
 * Checks incomplete expenses again after a setting changes, in small units: "such work never holds
 * up other requests".
 */
export class Reassessments extends Context.Service<Reassessments, Effect.Success<typeof make>>()(
  "@outlay/domain/Reassessments",
) {
  static readonly layer = Layer.effect(Reassessments, make)
}
