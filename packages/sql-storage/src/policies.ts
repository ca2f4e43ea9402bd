import { type PolicyChange, type PolicyContext, PolicyStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { budgetById } from "./budgets.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const ofBusiness = ({ client_id }: { readonly client_id: number }) =>
  db.selectFrom("policies").where("client_id", "=", client_id)

/** By `created` ascending, ties by id. */
const list = {
  count: prepared((p: { readonly client_id: number }) =>
    ofBusiness(p).select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: prepared(
    (p: { readonly client_id: number; readonly offset: number; readonly limit: number }) =>
      ofBusiness(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
    tables.policies.decode,
  ),
}

const policyById = prepared(
  (key: { readonly client_id: number; readonly policy_id: string }) =>
    ofBusiness(key).selectAll().where("id", "=", key.policy_id),
  tables.policies.decode,
)

/** The policies that cover a budget: its own, and those of every budget. */
export const policiesOfBudget = prepared(
  (key: { readonly client_id: number; readonly budget_id: string }) =>
    ofBusiness(key)
      .selectAll()
      .where((_) => _.or([_("budget_id", "is", null), _("budget_id", "=", key.budget_id)]))
      .orderBy("created")
      .orderBy("id"),
  tables.policies.decode,
)

/** Those of every budget. */
const policiesOfAll = prepared(
  (key: { readonly client_id: number }) =>
    ofBusiness(key).selectAll().where("budget_id", "is", null).orderBy("created").orderBy("id"),
  tables.policies.decode,
)

const load = Effect.fnUntraced(function* ({ client_id, policy_id, budget_id }: PolicyChange) {
  const sql = yield* Sql
  const context: PolicyContext = {
    business: yield* businessOf(client_id),
    policy: policy_id === null ? null : yield* sql.get(policyById, { client_id, policy_id }),
    budget: budget_id === null ? null : yield* sql.get(budgetById, { client_id, budget_id }),
  }
  return context
})

/** Policies in SQL. */
export const policyStore = Layer.effect(
  PolicyStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    const sql = yield* Sql
    return {
      covering: (client_id, budget_id) =>
        budget_id === null
          ? sql.all(policiesOfAll, { client_id })
          : sql.all(policiesOfBudget, { client_id, budget_id }),
      get: (key) => sql.get(policyById, key),
      page: (client_id, page) => Effect.provide(pageOf(list, { client_id }, page), context),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
