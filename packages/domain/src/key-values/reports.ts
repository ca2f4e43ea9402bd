import { Effect, Layer } from "effect"
import { dayOf } from "../core/dates.ts"
import { ReportStore } from "../reports/store.ts"
import { KeptBooks } from "./books.ts"
import { isSeen } from "./shown-transactions.ts"

/** Reads the data of reports. */
export const reportStore = Layer.effect(
  ReportStore,
  Effect.map(KeptBooks, ({ tables }) =>
    ReportStore.of({
      fold: ({ client_id, start_date, end_date }, sight, { begin, add, isFull }) =>
        Effect.sync(() => {
          let sum = begin()
          for (const transaction of tables.transactions.ofBusiness(client_id)) {
            const day = dayOf(transaction.auth_date)
            if (day < start_date || day > end_date || !isSeen(tables, transaction, sight)) continue
            sum = add(sum, transaction)
            if (isFull(sum)) break
          }
          return sum
        }),
    }),
  ),
)
