import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

/** Those of budgets and of their members, by `created`. */
export const pendingTopups = prepared(
  (p: { client_id: number; budget_ids: ReadonlyArray<string> }) =>
    db
      .selectFrom("topups")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("budget_id", "in", inList(p.budget_ids))
      .where("status", "=", "PENDING")
      .orderBy("created")
      .orderBy("id"),
  tables.topups.decode,
)
