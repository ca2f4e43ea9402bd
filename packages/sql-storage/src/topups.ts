import {
  type BudgetTies,
  type Sight,
  type TopupContext,
  type TopupKey,
  TopupStore,
  type TopupTarget,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as fragment } from "kysely"
import { memberById } from "./budget-members.ts"
import { budgetById } from "./budgets.ts"
import { policiesOfBudget } from "./policies.ts"
import { tiesOf } from "./rights.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { empty, pageOf } from "./shared/page.ts"
import { mentioned, usersOf } from "./shared/people.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const ofTarget = (target: TopupTarget) =>
  db
    .selectFrom("topups")
    .where("client_id", "=", target.client_id)
    .where("budget_id", "=", target.budget_id)
    .where("budget_member_id", "is", target.budget_member_id)

interface Filtered extends TopupTarget {
  readonly user_id: number
}

/** By which ties a user sees topups; null: every one. */
type Shape = Pick<BudgetTies, "deputy"> & { readonly member: boolean }

/** What `seesTopup` says of who is no owner. */
const seenBy = ({ member, deputy }: Shape, p: Filtered) =>
  fragment<boolean>`(${fragment.join(
    [
      ...(member ? [fragment`+requested_by = ${p.user_id}`] : []),
      ...(deputy ? [fragment`+status = 'PENDING' and +requested_by is not ${p.user_id}`] : []),
    ],
    fragment` or `,
  )})`

/** "Topups by `created` descending", ties by id. */
const lists = variants(({ shape }: { readonly shape: Shape | null }) => {
  const matching = (p: Filtered) =>
    shape === null ? ofTarget(p) : ofTarget(p).where(seenBy(shape, p))
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p)
          .selectAll()
          .orderBy("created", "desc")
          .orderBy("id")
          .limit(p.limit)
          .offset(p.offset),
      tables.topups.decode,
    ),
  }
})

/** The topups of a target that are seen: null where none is. */
const listFor = Effect.fnUntraced(function* (target: TopupTarget, sight: Sight | null) {
  if (sight === null) return lists({ shape: null })
  const { owner, membership, deputy } = yield* tiesOf(yield* Sql, target, sight)
  if (owner) return lists({ shape: null })
  const member = membership !== null
  return member || deputy ? lists({ shape: { member, deputy } }) : null
})

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
      page: (target, page, sight = null) =>
        Effect.gen(function* () {
          const list = yield* listFor(target, sight)
          if (list === null) return empty
          const topups = yield* pageOf(list, { ...target, user_id: sight?.user_id ?? 0 }, page)
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
