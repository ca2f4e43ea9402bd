import {
  type BudgetKey,
  type BudgetMember,
  BudgetMemberStore,
  type MemberChange,
  type MemberContext,
  type MemberFilter,
  type MemberKey,
  type MembershipRecord,
  showMember,
  shownAmounts,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as fragment } from "kysely"
import { budgetById, membersOfBudget } from "./budgets.ts"
import { pendingTopups } from "./pending-topups.ts"
import { tiesOf } from "./rights.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { empty, pageOf } from "./shared/page.ts"
import { peopleOf } from "./shared/people.ts"
import { ofIds } from "./shared/rows-by-id.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

export const memberById = prepared(
  (key: MemberKey) =>
    db
      .selectFrom("budget_members")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.budget_member_id)
      .where("budget_id", "=", key.budget_id),
  tables.budget_members.decode,
)

type Filtered = MemberFilter & {
  readonly client_id: number
  readonly budget_id?: string
  /** The one that is seen of a budget. */
  readonly id?: number | undefined
  /** Who sees those of the budgets that they own, and their own active ones. */
  readonly seen_by?: number | undefined
}

/** What `seesMember` says of the memberships of a user. */
const seenBy = (p: Filtered) => fragment<boolean>`(
  (user_id = ${p.seen_by} and is_deleted = 0) or +budget_id in (
    select budget_id from budget_owners
    where client_id = ${p.client_id} and user_id = ${p.seen_by} and is_deleted = 0
  )
)`

/** The members of a budget or of a user, by `created` ascending, ties by id. */
const lists = variants((shape: { readonly [K in keyof Omit<Filtered, "client_id">]: boolean }) => {
  const matching = (p: Filtered) => {
    let query = db.selectFrom("budget_members").where("client_id", "=", p.client_id)
    if (shape.budget_id) query = query.where("budget_id", "=", p.budget_id as never)
    if (shape.user_id) query = query.where("user_id", "=", p.user_id as never)
    if (shape.is_deleted) query = query.where("is_deleted", "=", p.is_deleted as never)
    if (shape.id) query = query.where("id", "=", p.id as never)
    if (shape.seen_by) query = query.where(seenBy(p))
    return query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
      tables.budget_members.decode,
    ),
  }
})

const peopleOfMembers = (client_id: number, members: ReadonlyArray<BudgetMember>) =>
  peopleOf(client_id, {
    user_ids: members.map((_) => _.user_id),
    invite_ids: members.map((_) => _.invite_id),
  })

const showAll = Effect.fnUntraced(function* (key: BudgetKey, members: ReadonlyArray<BudgetMember>) {
  const sql = yield* Sql
  const budget = yield* sql.get(budgetById, key)
  if (budget === null) return []
  const people = yield* peopleOfMembers(key.client_id, members)
  return members.map((member) => showMember(budget, member, people))
})

const showMemberships = Effect.fnUntraced(function* (
  client_id: number,
  members: ReadonlyArray<BudgetMember>,
) {
  const sql = yield* Sql
  const budgets = yield* sql.all(ofIds.budgets, {
    client_id,
    ids: [...new Set(members.map((_) => _.budget_id))],
  })
  return members.flatMap((member): ReadonlyArray<MembershipRecord> => {
    const budget = budgets.find((each) => each.id === member.budget_id)
    if (budget === undefined) return []
    const { id, name, budget_type } = budget
    return [{ ...shownAmounts(budget, member), budget: { id, name, budget_type } }]
  })
})

const load = Effect.fnUntraced(function* ({ client_id, budget_id, ...named }: MemberChange) {
  const sql = yield* Sql
  const members = yield* sql.all(membersOfBudget, { client_id, budget_id })
  const pending_topups = yield* sql.all(pendingTopups, { client_id, budget_ids: [budget_id] })
  const context: MemberContext = {
    business: yield* businessOf(client_id),
    budget: yield* sql.get(budgetById, { client_id, budget_id }),
    members,
    pending_topups,
    ...(yield* peopleOf(client_id, {
      user_ids: [
        ...named.user_ids,
        ...members.map((_) => _.user_id),
        ...pending_topups.map((_) => _.requested_by),
      ],
      invite_ids: [...named.invite_ids, ...members.map((_) => _.invite_id)],
    })),
  }
  return context
})

/** Budget members in SQL. */
export const budgetMemberStore = Layer.effect(
  BudgetMemberStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      get: (key) =>
        Effect.gen(function* () {
          const member = yield* sql.get(memberById, key)
          return member === null ? null : ((yield* showAll(key, [member]))[0] ?? null)
        }).pipe(Effect.provide(context)),
      page: (key, filter, page, sight = null) =>
        Effect.gen(function* () {
          const ties = sight === null ? null : yield* tiesOf(sql, key, sight)
          const id = ties === null || ties.owner ? undefined : (ties.membership ?? 0)
          if (id === 0) return empty
          const shape = {
            budget_id: true,
            is_deleted: filter.is_deleted !== undefined,
            user_id: filter.user_id !== undefined,
            ...(id === undefined ? {} : { id: true }),
          }
          const members = yield* pageOf(lists(shape), { ...key, ...filter, id }, page)
          return { count: members.count, results: yield* showAll(key, members.results) }
        }).pipe(Effect.provide(context)),
      pageOfUser: ({ client_id, user_id }, filter, page, sight = null) =>
        Effect.gen(function* () {
          const shape = {
            budget_id: false,
            is_deleted: filter.is_deleted !== undefined,
            user_id: true,
            ...(sight === null ? {} : { seen_by: true }),
          }
          const params = { client_id, user_id, ...filter, seen_by: sight?.user_id }
          const members = yield* pageOf(lists(shape), params, page)
          return {
            count: members.count,
            results: yield* showMemberships(client_id, members.results),
          }
        }).pipe(Effect.provide(context)),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
