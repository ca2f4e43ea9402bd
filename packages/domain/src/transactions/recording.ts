import { Effect } from "effect"
import { now } from "../shared/now.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import { decideAuthorisation } from "./authorise.ts"
import { namedBy, nobody } from "./context.ts"
import type { AuthoriseTransaction, RecordTransaction } from "./model.ts"
import { preparing } from "./preparing.ts"
import { decideRecord, type RecordCommand } from "./record.ts"
import { TransactionStore } from "./store.ts"

/** New transactions: those that happened elsewhere, and those that are decided here. */
export const recording = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { catchUp, commandsOf, uuids } = yield* preparing
  const { atomically } = yield* UnitOfWork

  const record = Effect.fn("Transactions.record")(function* (
    client_id: number,
    row: RecordTransaction,
  ) {
    const [command] = yield* commandsOf([row], yield* now)
    yield* catchUp(client_id, [row.budget_id])
    return yield* store.change(namedBy(client_id, [row]), (context) =>
      decideRecord(context, command as RecordCommand),
    )
  }, atomically)

  const authorise = Effect.fn("Transactions.authorise")(function* (
    client_id: number,
    asked: AuthoriseTransaction,
  ) {
    const { external_id, user_id, budget_id, category_id } = asked
    const [id = "", line_item_id = ""] = yield* uuids(2)
    const command = { ...asked, id, line_item_id, now: yield* now }
    yield* catchUp(client_id, [budget_id])
    return yield* store.change(
      {
        ...nobody(client_id),
        external_ids: [external_id],
        user_ids: [user_id],
        budget_ids: [budget_id],
        memberships: [{ budget_id, user_id }],
        category_ids: typeof category_id === "string" ? [category_id] : [],
      },
      (context) => decideAuthorisation(context, command),
    )
  }, atomically)

  return { record, authorise }
})
