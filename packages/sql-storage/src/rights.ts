import type { BudgetKey, Topup, TransactionKey } from "@outlay/domain/fields"
import { RightsStore, type Sight } from "@outlay/domain/ports"
import type { BudgetFacts, BudgetSubject, BudgetTies, TransactionTies } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { sql as fragment } from "kysely"
import { db } from "./shared/database.ts"
import { hasValue, indexedBy, isSet } from "./shared/dialect.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

/** Returns no row if there is no such budget. */
const tiesToBudget = prepared(
  (p: BudgetKey & Sight) => fragment`
    select
      exists (
        select 1 from budget_owners as o where o.client_id = b.client_id
        and o.user_id = ${p.user_id} and o.budget_id = b.id and o.is_deleted = ${false}
      ) as owner,
      (
        select m.id from budget_members as m where m.client_id = b.client_id
        and m.budget_id = b.id and m.user_id = ${p.user_id} and m.is_deleted = ${false}
        order by m.created, m.id limit 1
      ) as membership,
      exists (
        select 1 from budget_owners as o
        join users as u on u.client_id = o.client_id and u.id = o.user_id
        where o.client_id = b.client_id and o.budget_id = b.id and o.is_deleted = ${false}
        and u.is_deleted = ${false} and u.delegate_approver = ${p.user_id}
        and u.out_of_office_mode = ${true}
        and u.out_of_office_start_date <= ${p.today} and u.out_of_office_end_date >= ${p.today}
      ) as deputy
    from budgets as b where b.client_id = ${p.client_id} and b.id = ${p.budget_id}`,
  { kinds: { owner: "boolean", deputy: "boolean" }, decode: (row: BudgetTies) => row },
)

interface Assisted {
  readonly client_id: number
  readonly user_id: number
}

/** Users who have this user as an expense assistant, if the business has the feature. */
export const assistedBy = prepared(
  (p: Assisted) => fragment`
    select u.id from users as u ${indexedBy("delegating_users_by_created")}
    join businesses as b on b.client_id = u.client_id
    where u.client_id = ${p.client_id} and u.is_deleted = ${false}
    and (u.delegate_approver is not null or u.expense_delegate <> '[]')
    and ${isSet("b.features", "expense_assistant")}
    and ${hasValue("u.expense_delegate", p.user_id)}`,
  (row: { readonly id: number }) => row.id,
)

/** Budgets that a user owns. */
export const ownedBy = prepared(
  (p: Assisted) =>
    db
      .selectFrom("budget_owners")
      .select("budget_id")
      .where("client_id", "=", p.client_id)
      .where("user_id", "=", p.user_id)
      .where("is_deleted", "=", false),
  (row: { readonly budget_id: string }) => row.budget_id,
)

const tiesToTransaction = prepared(
  (p: TransactionKey & Sight) => fragment`
    select
      t.user_id is not distinct from ${p.user_id} as spender,
      exists (
        select 1 from users as u join businesses as b on b.client_id = u.client_id
        where u.client_id = t.client_id and u.id = t.user_id and u.is_deleted = ${false}
        and ${isSet("b.features", "expense_assistant")}
        and ${hasValue("u.expense_delegate", p.user_id)}
      ) as assistant,
      exists (
        select 1 from budget_owners as o where o.client_id = t.client_id
        and o.user_id = ${p.user_id} and o.budget_id = t.budget_id and o.is_deleted = ${false}
      ) as owner
    from transactions as t where t.client_id = ${p.client_id} and t.id = ${p.transaction_id}`,
  {
    kinds: { spender: "boolean", assistant: "boolean", owner: "boolean" },
    decode: (row: TransactionTies) => row,
  },
)

interface Named {
  readonly client_id: number
  readonly budget_id: string
  readonly id: string
}

const topupOfBudget = prepared(
  (p: Named) =>
    db
      .selectFrom("topups")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("id", "=", p.id)
      .where("budget_id", "=", p.budget_id),
  tables.topups.rows,
)

const factsOf = Effect.fnUntraced(function* (sql: Sql["Service"], subject: BudgetSubject) {
  const { client_id, budget_id, budget_member_id, topup_id, sight } = subject
  const ties = yield* sql.get(tiesToBudget, { client_id, budget_id, ...sight })
  if (ties === null) return null
  const topup: Topup | null =
    topup_id === null ? null : yield* sql.get(topupOfBudget, { client_id, budget_id, id: topup_id })
  const facts: BudgetFacts = {
    ties,
    topup: topup?.budget_member_id === budget_member_id ? topup : null,
  }
  return facts
})

/** Roles of people in budgets and transactions, in SQL. */
export const rightsStore = Layer.effect(
  RightsStore,
  Effect.map(Sql, (sql) => ({
    ofBudget: (subject) => factsOf(sql, subject),
    ofTransaction: (key, sight) => sql.get(tiesToTransaction, { ...key, ...sight }),
  })),
)
