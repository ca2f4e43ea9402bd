import { Context, Effect, Layer } from "effect"
import { now } from "../core/now.ts"
import type { Reassessment } from "../core/records/reassessments.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { decideProgress, expensesPerSlice, sliceOf } from "../reassessments/rules.ts"
import { ReassessmentStore } from "../reassessments/store.ts"
import { emptyChange } from "./context.ts"
import { decideReassessment } from "./rules/reassessment.ts"
import { TransactionStore } from "./store.ts"

/** Pause after every slice, in which other work may begin. */
const pauseAfterSlice = "1 millis"

const placeOf = ({ auth_date, transaction_id }: Reassessment) =>
  auth_date === null || transaction_id === null ? null : { auth_date, id: transaction_id }

const make = Effect.gen(function* () {
  const store = yield* ReassessmentStore
  const transactions = yield* TransactionStore
  const { atomically } = yield* UnitOfWork

  const slice = Effect.fn("Reassessments.slice")(
    function* (client_id: number) {
      const pending = yield* store.find(client_id)
      if (pending === null) return 0
      const place = placeOf(pending)
      const part = sliceOf(yield* store.incomplete(client_id, place, expensesPerSlice))
      const { transaction_ids } = part
      const at = yield* now
      const completed =
        transaction_ids.length === 0
          ? 0
          : yield* transactions.change({ ...emptyChange(client_id), transaction_ids }, (context) =>
              decideReassessment(context, at),
            )
      yield* store.change(client_id, (current) => decideProgress(current, part, at))
      return completed
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  const proceed = Effect.fn("Reassessments.proceed")(function* () {
    let completed = 0
    let after = 0
    for (;;) {
      const [client_id] = yield* store.due(after, 1)
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
