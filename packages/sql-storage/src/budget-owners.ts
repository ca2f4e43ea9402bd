import {
  type BudgetKey,
  BudgetOwnerStore,
  type MemberChange,
  type OwnerContext,
  type OwnerFilter,
  seesOwners,
  showOwner,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { budgetById, ownersOfBudget } from "./budgets.ts"
import { tiesOf } from "./rights.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { empty, pageOf } from "./shared/page.ts"
import { peopleOf } from "./shared/people.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

type Filtered = OwnerFilter & BudgetKey

/** By `created` ascending, ties by id. */
const lists = variants((shape: { readonly is_deleted: boolean }) => {
  const matching = (p: Filtered) => {
    const query = db
      .selectFrom("budget_owners")
      .where("client_id", "=", p.client_id)
      .where("budget_id", "=", p.budget_id)
    return shape.is_deleted ? query.where("is_deleted", "=", p.is_deleted as never) : query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
      tables.budget_owners.decode,
    ),
  }
})

const load = Effect.fnUntraced(function* ({ client_id, budget_id, ...named }: MemberChange) {
  const sql = yield* Sql
  const owners = yield* sql.all(ownersOfBudget, { client_id, budget_id })
  const context: OwnerContext = {
    budget: yield* sql.get(budgetById, { client_id, budget_id }),
    owners,
    ...(yield* peopleOf(client_id, {
      user_ids: [...named.user_ids, ...owners.map((_) => _.user_id)],
      invite_ids: [...named.invite_ids, ...owners.map((_) => _.invite_id)],
    })),
  }
  return context
})

/** Budget owners in SQL. */
export const budgetOwnerStore = Layer.effect(
  BudgetOwnerStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      page: (key, filter, page, sight = null) =>
        Effect.gen(function* () {
          if (sight !== null && !seesOwners(yield* tiesOf(sql, key, sight))) return empty
          const list = lists({ is_deleted: filter.is_deleted !== undefined })
          const owners = yield* pageOf(list, { ...key, ...filter }, page)
          const people = yield* peopleOf(key.client_id, {
            user_ids: owners.results.map((_) => _.user_id),
            invite_ids: owners.results.map((_) => _.invite_id),
          })
          return {
            count: owners.count,
            results: owners.results.map((owner) => showOwner(owner, people)),
          }
        }).pipe(Effect.provide(context)),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
