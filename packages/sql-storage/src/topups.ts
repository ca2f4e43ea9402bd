import { type TopupContext, type TopupKey, TopupStore, type TopupTarget } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { memberById } from "./budget-members.ts"
import { budgetById } from "./budgets.ts"
import { policiesOfBudget } from "./policies.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { mentioned, usersOf } from "./shared/people.ts"
import { prepared } from "./shared/prepared.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { tables } from "./shared/tables.ts"

const ofTarget = (target: TopupTarget) =>
  db
    .selectFrom("topups")
    .where("client_id", "=", target.client_id)
    .where("budget_id", "=", target.budget_id)
    .where("budget_member_id", "is", target.budget_member_id)

/** "Topups by `created` descending", ties by id. */
const list = {
  count: prepared((target: TopupTarget) =>
    ofTarget(target).select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: prepared(
    (p: TopupTarget & { readonly offset: number; readonly limit: number }) =>
      ofTarget(p)
        .selectAll()
        .orderBy("created", "desc")
        .orderBy("id")
        .limit(p.limit)
        .offset(p.offset),
    tables.topups.decode,
  ),
}

const topupById = prepared(
  (key: { client_id: number; id: string }) =>
    db
      .selectFrom("topups")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.id),
  tables.topups.decode,
)

/** The active owners of the budget who are users. */
const owners = prepared(
  (key: { client_id: number; budget_id: string }) =>
    db
      .selectFrom("budget_owners as o")
      .innerJoin("users as u", (join) =>
        join.onRef("u.client_id", "=", "o.client_id").onRef("u.id", "=", "o.user_id"),
      )
      .selectAll("u")
      .where("o.client_id", "=", key.client_id)
      .where("o.budget_id", "=", key.budget_id)
      .where("o.is_deleted", "=", 0)
      .where("u.is_deleted", "=", 0),
  tables.users.decode,
)

/** The active users with the Admin role: the one of that name that every business is born with. */
const admins = prepared(
  (key: { client_id: number }) =>
    db
      .selectFrom("users")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("role_id", "in", (eb) =>
        eb
          .selectFrom("roles as r")
          .select("r.id")
          .where("r.client_id", "=", key.client_id)
          .where("r.name", "=", "Admin")
          .where("r.is_deletable", "=", 0),
      )
      .where("is_deleted", "=", 0),
  tables.users.decode,
)

const load = Effect.fnUntraced(function* (key: TopupKey) {
  const sql = yield* Sql
  const { client_id, budget_id, budget_member_id, topup_id } = key
  const topup = topup_id === null ? null : yield* sql.get(topupById, { client_id, id: topup_id })
  const context: TopupContext = {
    business: yield* businessOf(client_id),
    budget: yield* sql.get(budgetById, { client_id, budget_id }),
    member:
      budget_member_id === null
        ? null
        : yield* sql.get(memberById, { client_id, budget_id, budget_member_id }),
    topup,
    // What is there already waits, or has been decided.
    policies: topup_id === null ? yield* sql.all(policiesOfBudget, { client_id, budget_id }) : [],
    people: yield* usersOf(client_id, [
      key.user_id,
      topup?.requested_by ?? null,
      topup?.actioned_by ?? null,
    ]),
    // Who could approve matters only to one that is there.
    approvers:
      topup === null
        ? { owners: [], admins: [] }
        : {
            owners: yield* sql.all(owners, { client_id, budget_id }),
            admins: yield* sql.all(admins, { client_id }),
          },
  }
  return context
})

/** Topups in SQL. */
export const topupStore = Layer.effect(
  TopupStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (target, page) =>
        Effect.gen(function* () {
          const topups = yield* pageOf(list, target, page)
          const people = yield* usersOf(
            target.client_id,
            topups.results.flatMap((_) => [_.requested_by, _.actioned_by]),
          )
          return {
            count: topups.count,
            results: topups.results.map((topup) => ({
              ...topup,
              requested_by: mentioned(people, topup.requested_by),
              actioned_by: mentioned(people, topup.actioned_by),
            })),
          }
        }).pipe(Effect.provide(context)),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
