import {
  type Budget,
  type BudgetChange,
  type BudgetContext,
  type BudgetFilter,
  type BudgetKey,
  BudgetStore,
  type Catalogue,
  showBudget,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as fragment } from "kysely"
import { pendingTopups } from "./pending-topups.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import { pageOf } from "./shared/page.ts"
import { peopleOf } from "./shared/people.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

export const budgetById = prepared(
  (key: BudgetKey) =>
    db
      .selectFrom("budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.budget_id),
  tables.budgets.decode,
)

type Filtered = BudgetFilter & { readonly client_id: number; readonly user_id?: number }

/** Those that a user owns, or is an active member of: what `seesBudget` says. */
const seenBy = (p: Filtered) => fragment<string>`(
  select budget_id from budget_owners
  where client_id = ${p.client_id} and user_id = ${p.user_id} and is_deleted = 0
  union
  select budget_id from budget_members
  where client_id = ${p.client_id} and user_id = ${p.user_id} and is_deleted = 0
)`

/** By `created` ascending, ties by id; one pair of statements for each set of filters. */
const lists = variants((shape: { readonly [K in keyof BudgetFilter | "seen"]: boolean }) => {
  const matching = (p: Filtered) => {
    let query = db.selectFrom("budgets").where("client_id", "=", p.client_id)
    if (shape.seen) query = query.where("id", "in", seenBy(p))
    if (shape.is_deleted) query = query.where("is_deleted", "=", p.is_deleted as never)
    if (shape.budget_type) query = query.where("budget_type", "=", p.budget_type as never)
    if (shape.has_member_limits) {
      query = query.where("has_member_limits", "=", p.has_member_limits as never)
    }
    return query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
      tables.budgets.decode,
    ),
  }
})

const dueOfBusiness = prepared((p: { client_id: number; now: string; limit: number }) =>
  db
    .selectFrom("budgets")
    .select(["client_id", "id as budget_id"])
    .where("client_id", "=", p.client_id)
    .where("is_deleted", "=", 0)
    .where("current_period_end", "<", p.now)
    .orderBy("current_period_end")
    .orderBy("id")
    .limit(p.limit),
)

const due = acrossBusinesses(
  "the sweep closes the ended periods of every business",
  (p: { now: string; limit: number }) =>
    db
      .selectFrom("budgets")
      .select(["client_id", "id as budget_id"])
      .where("is_deleted", "=", 0)
      .where("current_period_end", "<", p.now)
      .orderBy("current_period_end")
      .orderBy("client_id")
      .orderBy("id")
      .limit(p.limit),
)

/** Those that are not deleted. */
export const liveCategories = prepared(
  (key: { client_id: number }) =>
    db
      .selectFrom("categories")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("is_deleted", "=", 0),
  tables.categories.decode,
)

/** Those that are not deleted. */
export const customFields = prepared(
  (key: { client_id: number }) =>
    db
      .selectFrom("custom_fields")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("is_deleted", "=", 0)
      .orderBy("created")
      .orderBy("id"),
  tables.custom_fields.decode,
)

const customFieldOptions = prepared(
  (key: { client_id: number }) =>
    db.selectFrom("custom_field_options").selectAll().where("client_id", "=", key.client_id),
  tables.custom_field_options.decode,
)

/** The links of these budgets. */
export const links = prepared(
  (key: { client_id: number; budget_ids: ReadonlyArray<string> }) =>
    db
      .selectFrom("custom_field_budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("budget_id", "in", inList(key.budget_ids)),
  tables.custom_field_budgets.decode,
)

export const membersOfBudget = prepared(
  (key: BudgetKey) =>
    db
      .selectFrom("budget_members")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("budget_id", "=", key.budget_id)
      .orderBy("created")
      .orderBy("id"),
  tables.budget_members.decode,
)

export const ownersOfBudget = prepared(
  (key: BudgetKey) =>
    db
      .selectFrom("budget_owners")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("budget_id", "=", key.budget_id)
      .orderBy("created")
      .orderBy("id"),
  tables.budget_owners.decode,
)

/** What budgets are shown with. Options matter only to those who choose among them. */
const catalogueOf = Effect.fnUntraced(function* (
  client_id: number,
  budget_ids: ReadonlyArray<string>,
) {
  const sql = yield* Sql
  const catalogue: Catalogue = {
    categories: yield* sql.all(liveCategories, { client_id }),
    custom_fields: yield* sql.all(customFields, { client_id }),
    custom_field_options: [],
    links: yield* sql.all(links, { client_id, budget_ids }),
  }
  return catalogue
})

const showAll = Effect.fnUntraced(function* (client_id: number, budgets: ReadonlyArray<Budget>) {
  const catalogue = yield* catalogueOf(
    client_id,
    budgets.map((_) => _.id),
  )
  return budgets.map((budget) =>
    showBudget(budget, {
      ...catalogue,
      links: catalogue.links.filter((link) => link.budget_id === budget.id),
    }),
  )
})

const load = Effect.fnUntraced(function* ({ client_id, budget_id, ...named }: BudgetChange) {
  const sql = yield* Sql
  const key = budget_id === null ? null : { client_id, budget_id }
  const members = key === null ? [] : yield* sql.all(membersOfBudget, key)
  const owners = key === null ? [] : yield* sql.all(ownersOfBudget, key)
  const pending_topups =
    budget_id === null ? [] : yield* sql.all(pendingTopups, { client_id, budget_ids: [budget_id] })
  const persons = [...members, ...owners]
  const context: BudgetContext = {
    business: yield* businessOf(client_id),
    budget: key === null ? null : yield* sql.get(budgetById, key),
    members,
    owners,
    pending_topups,
    ...(yield* peopleOf(client_id, {
      user_ids: [
        ...named.user_ids,
        ...persons.map((_) => _.user_id),
        ...pending_topups.map((_) => _.requested_by),
      ],
      invite_ids: [...named.invite_ids, ...persons.map((_) => _.invite_id)],
    })),
    ...(yield* catalogueOf(client_id, budget_id === null ? [] : [budget_id])),
    custom_field_options: yield* sql.all(customFieldOptions, { client_id }),
  }
  return context
})

/** Budgets in SQL. */
export const budgetStore = Layer.effect(
  BudgetStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      find: (key) => sql.get(budgetById, key),
      get: (key) =>
        Effect.gen(function* () {
          const budget = yield* sql.get(budgetById, key)
          if (budget === null) return null
          return (yield* showAll(key.client_id, [budget]))[0] ?? null
        }).pipe(Effect.provide(context)),
      page: (client_id, filter, page, sight = null) =>
        Effect.gen(function* () {
          const shape = {
            is_deleted: filter.is_deleted !== undefined,
            budget_type: filter.budget_type !== undefined,
            has_member_limits: filter.has_member_limits !== undefined,
            seen: sight !== null,
          }
          const params = { client_id, ...filter, ...(sight ?? {}) }
          const budgets = yield* pageOf(lists(shape), params, page)
          return { count: budgets.count, results: yield* showAll(client_id, budgets.results) }
        }).pipe(Effect.provide(context)),
      due: (client_id, now, limit) =>
        client_id === null
          ? sql.all(due, { now, limit })
          : sql.all(dueOfBusiness, { client_id, now, limit }),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
