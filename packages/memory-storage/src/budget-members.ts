import {
  type BudgetKey,
  type BudgetMember,
  type BudgetMemberRecord,
  BudgetMemberStore,
  type MemberChange,
  type MemberContext,
  type MembershipRecord,
  type Sight,
  seesMember,
  showMember,
  shownAmounts,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { pendingTopups } from "./pending-topups.ts"
import { businessOf } from "./shared/business.ts"
import { byCreated, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { peopleOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToBudget } from "./shared/ties.ts"

const membersOf = (
  { budget_members }: Tables,
  { client_id, budget_id }: BudgetKey,
): ReadonlyArray<BudgetMember> =>
  budget_members
    .ofBusiness(client_id)
    .filter((member) => member.budget_id === budget_id)
    .toSorted(byCreated)

/** @throws Error when there is no such budget, which a member always has. */
const budgetOf = (tables: Tables, { client_id, budget_id }: BudgetKey) => {
  const budget = tables.budgets.find(client_id, budget_id)
  if (budget === null) throw new Error(`There is no budget ${budget_id}`)
  return budget
}

const show = (tables: Tables, member: BudgetMember): BudgetMemberRecord =>
  showMember(budgetOf(tables, member), member, peopleOf(tables, member.client_id, [member]))

const showMembership = (tables: Tables, member: BudgetMember): MembershipRecord => {
  const budget = budgetOf(tables, member)
  const { id, name, budget_type } = budget
  return { ...shownAmounts(budget, member), budget: { id, name, budget_type } }
}

const isSeen = (tables: Tables, member: BudgetMember, sight: Sight | null): boolean =>
  sight === null || seesMember(tiesToBudget(tables, member, sight), member.id)

const load = (tables: Tables, { client_id, budget_id, ...named }: MemberChange): MemberContext => {
  const members = membersOf(tables, { client_id, budget_id })
  const { pending_topups, requesters } = pendingTopups(
    tables,
    client_id,
    (topup) => topup.budget_id === budget_id,
  )
  const asking = requesters.map((_) => ({ user_id: _.id, invite_id: null }))
  return {
    business: businessOf(tables, client_id),
    budget: tables.budgets.find(client_id, budget_id),
    members,
    pending_topups,
    ...peopleOf(tables, client_id, [...members, ...asking], named),
  }
}

export const budgetMemberStore = Layer.effect(
  BudgetMemberStore,
  Effect.map(Memory, ({ tables, change }) =>
    BudgetMemberStore.of({
      get: ({ client_id, budget_id, budget_member_id }) =>
        Effect.sync(() => {
          const member = tables.budget_members.find(client_id, budget_member_id)
          return member?.budget_id === budget_id ? show(tables, member) : null
        }),
      page: (key, filter, page, sight = null) =>
        Effect.sync(() =>
          pageOf(
            membersOf(tables, key).filter(
              (member) =>
                isSeen(tables, member, sight) &&
                matches(filter.is_deleted, member.is_deleted) &&
                matches(filter.user_id, member.user_id),
            ),
            byCreated,
            page,
            (member) => show(tables, member),
          ),
        ),
      pageOfUser: ({ client_id, user_id }, filter, page, sight = null) =>
        Effect.sync(() =>
          pageOf(
            tables.budget_members
              .ofBusiness(client_id)
              .filter(
                (member) =>
                  member.user_id === user_id &&
                  matches(filter.is_deleted, member.is_deleted) &&
                  isSeen(tables, member, sight),
              ),
            byCreated,
            page,
            (member) => showMembership(tables, member),
          ),
        ),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
