import { Effect, Layer } from "effect"
import { ReassessmentStore } from "../reassessments/store.ts"
import { newestFirst } from "../transactions/filter.ts"
import { couldBeComplete } from "../transactions/rules/expense-status.ts"
import { KeptBooks } from "./books.ts"

/** Reassessments that have not ended. */
export const reassessmentStore = Layer.effect(
  ReassessmentStore,
  Effect.map(KeptBooks, ({ tables }) =>
    ReassessmentStore.of({
      due: (after, limit) =>
        Effect.sync(() =>
          tables.reassessments
            .all()
            .map(({ client_id }) => client_id)
            .filter((client_id) => client_id > after)
            .toSorted((a, b) => a - b)
            .slice(0, limit),
        ),
      incomplete: (client_id, after, limit) =>
        Effect.sync(() =>
          tables.transactions
            .ofBusiness(client_id)
            .filter(
              (row) =>
                row.expense_status === "INCOMPLETE_EXPENSE" &&
                (after === null || newestFirst(after, row) < 0),
            )
            .toSorted(newestFirst)
            .slice(0, limit)
            .map((row) => ({
              auth_date: row.auth_date,
              id: row.id,
              could_be_complete: couldBeComplete(row),
              size: JSON.stringify(row).length,
            })),
        ),
    }),
  ),
)
