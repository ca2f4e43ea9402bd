import { byCreated, pendingTopups, people, present } from "../core/looks.ts"
import { emptyPage, type Page, type PageRequest } from "../core/page.ts"
import type { Person } from "../core/people.ts"
import {
  all,
  andThen,
  having,
  known,
  type Look,
  look,
  one,
  pageOf,
  seen,
  type Where,
} from "../core/questions.ts"
import {
  type BudgetMember,
  type BudgetMemberRecord,
  type MemberFilter,
  type MemberKey,
  type MembershipRecord,
  showMember,
  shownAmounts,
} from "../core/records/budget-members.ts"
import type { Budget, BudgetKey } from "../core/records/budgets.ts"
import type { UserKey } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import { tiesToBudget } from "../rights/looks.ts"
import { seenMembers } from "../rights/rules/budget-members.ts"
import { noTies } from "../rights/rules/budgets.ts"
import type { MemberContext } from "./context.ts"

/** A budget whose members or owners change, and the people that the command names. */
export interface MemberChange extends BudgetKey {
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
  /** Person who is added. Other memberships and topups do not matter then. */
  readonly newcomer?: Person
}

/** Loads the rows for a decision about a budget's members. */
export const memberContext = ({
  budget_id,
  newcomer,
  ...named
}: MemberChange): Look<MemberContext> =>
  look(
    {
      business: one("businesses"),
      budget: one("budgets", { id: budget_id }),
      ...(newcomer === undefined ? everyMember(budget_id) : membershipOf(budget_id, newcomer)),
    },
    ({ business, ...found }) =>
      look(people(found.members, named, found.pending_topups), (people) =>
        seen({ business: present(business), ...found, ...people }),
      ),
  )

const everyMember = (budget_id: string) => ({
  members: all("budget_members", { budget_id }, byCreated),
  pending_topups: pendingTopups(budget_id),
})

const membershipOf = (
  budget_id: string,
  { user_id, invite_id }: Person,
): ReturnType<typeof everyMember> => ({
  members: all("budget_members", { budget_id, user_id, invite_id }),
  pending_topups: known([]),
})

/**
 * Reads a member, with amounts as the interface shows them (`shownAmounts`); null if the budget has
 * no such member.
 */
export const memberById = ({
  budget_id,
  budget_member_id,
}: MemberKey): Look<BudgetMemberRecord | null> =>
  look(
    {
      budget: one("budgets", { id: budget_id }),
      member: one("budget_members", { id: budget_member_id, budget_id }),
    },
    ({ budget, member }) =>
      budget === null || member === null
        ? seen(null)
        : look(people([member]), (found) => seen(showMember(budget, member, found))),
  )

/**
 * Lists the members of a budget, by `created` ascending, ties by id. With a sight, only those that
 * the user may see (`seesMember`).
 */
export const membersOfBudget = (
  key: BudgetKey,
  filter: MemberFilter,
  request: PageRequest,
  sight: Sight | null,
): Look<Page<BudgetMemberRecord>> =>
  sight === null
    ? shownMembers(key, filter, request)
    : andThen(tiesToBudget(key, sight), (ties) => {
        const which = seenMembers(ties ?? noTies)
        return which === null
          ? seen(emptyPage)
          : shownMembers(key, { ...filter, ...which }, request)
      })

const shownMembers = (
  { budget_id }: BudgetKey,
  filter: Where<BudgetMember>,
  request: PageRequest,
): Look<Page<BudgetMemberRecord>> =>
  look(
    {
      budget: one("budgets", { id: budget_id }),
      members: pageOf("budget_members", { budget_id, ...filter }, byCreated, request),
    },
    ({ budget, members: { count, results } }) =>
      look(people(results), (found) =>
        seen({
          count,
          results: budget === null ? [] : results.map((_) => showMember(budget, _, found)),
        }),
      ),
  )

/**
 * Lists the memberships of a user, by `created` ascending, ties by id. With a sight, only the
 * caller's own active ones, and all memberships of budgets that the caller owns.
 */
export const membershipsOfUser = (
  { user_id }: Pick<UserKey, "user_id">,
  { is_deleted }: Pick<MemberFilter, "is_deleted">,
  request: PageRequest,
  sight: Sight | null,
): Look<Page<MembershipRecord>> => {
  if (sight === null) return shownMemberships({ user_id, is_deleted }, request)
  const asking = { user_id: sight.user_id, is_deleted: false }
  return look({ owned: all("budget_owners", asking) }, ({ owned }) =>
    shownMemberships({ user_id, is_deleted }, request, [
      asking,
      { budget_id: { in: owned.map((_) => _.budget_id) } },
    ]),
  )
}

const shownMemberships = (
  filter: Where<BudgetMember>,
  request: PageRequest,
  either: ReadonlyArray<Where<BudgetMember>> = [],
): Look<Page<MembershipRecord>> =>
  look(
    { members: pageOf("budget_members", filter, byCreated, request, either) },
    ({ members: { count, results } }) => {
      const ids = results.map((_) => _.budget_id)
      return look({ budgets: having("budgets", "id", ids) }, ({ budgets }) => {
        const byId = new Map(budgets.map((budget) => [budget.id, budget]))
        return seen({
          count,
          results: results.flatMap((member) => showMembership(byId.get(member.budget_id), member)),
        })
      })
    },
  )

const showMembership = (
  budget: Budget | undefined,
  member: BudgetMember,
): ReadonlyArray<MembershipRecord> => {
  if (budget === undefined) return []
  const { id, name, budget_type } = budget
  return [{ ...shownAmounts(budget, member), budget: { id, name, budget_type } }]
}
