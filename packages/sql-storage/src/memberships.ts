import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface Key {
  readonly client_id: number
  readonly id: number
}

/** More than anybody has: everything is loaded. */
const everything = 1_000_000_000

/** What somebody leaves who leaves every budget: a user, or an invite; removed rows, or not. */
const statementsOf = (person: "user_id" | "invite_id", removedToo: boolean) => ({
  memberships: prepared(
    (p: Key & { readonly limit: number }) =>
      db
        .selectFrom("budget_members")
        .selectAll()
        .where("client_id", "=", p.client_id)
        .where(person, "=", p.id)
        .$if(!removedToo, (_) => _.where("is_deleted", "=", 0))
        .orderBy("created")
        .orderBy("id")
        .limit(p.limit),
    tables.budget_members.decode,
  ),
  /** Every owner of each budget that the person owns. */
  owners: prepared(
    (p: Key) =>
      db
        .selectFrom("budget_owners")
        .selectAll()
        .where("client_id", "=", p.client_id)
        .where("budget_id", "in", (eb) =>
          eb
            .selectFrom("budget_owners as o")
            .select("o.budget_id")
            .where("o.client_id", "=", p.client_id)
            .where(`o.${person}`, "=", p.id)
            .$if(!removedToo, (_) => _.where("o.is_deleted", "=", 0)),
        )
        .$if(!removedToo, (_) => _.where("is_deleted", "=", 0))
        .orderBy("created")
        .orderBy("id"),
    tables.budget_owners.decode,
  ),
})

const budgetsOf = prepared(
  (p: { readonly client_id: number; readonly ids: ReadonlyArray<string> }) =>
    db
      .selectFrom("budgets")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("id", "in", inList(p.ids))
      .orderBy("created")
      .orderBy("id"),
  tables.budgets.decode,
)

const loading = (person: "user_id" | "invite_id", removedToo: boolean) => {
  const statements = statementsOf(person, removedToo)
  return Effect.fnUntraced(function* (client_id: number, id: number, most = everything) {
    const sql = yield* Sql
    const found = yield* sql.all(statements.memberships, { client_id, id, limit: most + 1 })
    const memberships = found.slice(0, most)
    const owners = yield* sql.all(statements.owners, { client_id, id })
    const ids = [...new Set([...memberships, ...owners].map((_) => _.budget_id))]
    const budgets = ids.length === 0 ? [] : yield* sql.all(budgetsOf, { client_id, ids })
    return { memberships, owners, budgets, more: found.length > most }
  })
}

/**
 * The first of a user's active memberships, every active owner of the user's budgets, and those
 * budgets.
 */
export const leftByUser = loading("user_id", false)

/** The same of an invite, removed rows included: they are handed over when it is accepted. */
export const leftByInvite = loading("invite_id", true)
