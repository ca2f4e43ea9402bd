import type { Actor } from "../core/actor.ts"
import { adminRole, holdersOf, newestFirst, present, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  allBy,
  andThen,
  having,
  known,
  type Look,
  look,
  pageOf,
  seen,
  type Where,
} from "../core/questions.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Budget } from "../core/records/budgets.ts"
import {
  type BusinessTopup,
  showTopup,
  type Topup,
  type TopupFilter,
} from "../core/records/topups.ts"
import { subUser, type User } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import { tiesToBudgets } from "../rights/looks.ts"
import { seenTopupsOf } from "../rights/rules/topups.ts"
import { mayDecide } from "./rules.ts"

/** Reader of the topups of a business, and the current UTC day. */
export interface TopupReader {
  readonly actor: Actor
  readonly today: string
  /** Null if the reader sees all topups. */
  readonly sight: Sight | null
}

/**
 * Returns the topups of a business, "by `created` descending", ties by id; with a sight, only those
 * that the user may see or decide.
 */
export const topupsOfBusiness = (
  { status }: TopupFilter,
  request: PageRequest,
  reader: TopupReader,
): Look<Page<BusinessTopup>> => {
  // Pending topups are few and have an index of their own.
  const of = { status: status === "PENDING" ? { always: status } : status }
  if (reader.sight === null) return shownPage(of, request, reader, [])
  const { user_id } = reader.sight
  return andThen(tiesToBudgets(reader.sight), (ties) => {
    const either = seenTopupsOf(ties, user_id)
    if (either.length === 0) return seen({ count: 0, results: [] })
    return shownPage({ ...of, budget_id: { in: [...ties.keys()] } }, request, reader, either)
  })
}

const noOwners: ReadonlyArray<BudgetOwner> = []

const shownPage = (
  where: Where<Topup>,
  request: PageRequest,
  reader: TopupReader,
  either: ReadonlyArray<Where<Topup>>,
): Look<Page<BusinessTopup>> =>
  look(
    { topups: pageOf("topups", where, newestFirst, request, either) },
    ({ topups: { count, results } }) => {
      if (results.length === 0) return seen({ count, results: [] })
      const budgets = [...new Set(results.map((_) => _.budget_id))]
      const members = results.map((_) => _.budget_member_id)
      const waits = results.some(({ status }) => status === "PENDING")
      return look(
        {
          budgets: allBy("budgets", ["id", "name", "budget_type"], {
            id: { in: budgets },
          }),
          members: having("budget_members", "id", members),
          owners: waits
            ? all("budget_owners", { budget_id: { in: budgets }, is_deleted: false })
            : known(noOwners),
          role: waits ? adminRole : known(null),
        },
        (found) =>
          look(
            {
              people: users([
                ...results.flatMap((_) => [_.requested_by, _.actioned_by]),
                ...found.members.map((_) => _.user_id),
                ...found.owners.map((_) => _.user_id),
              ]),
              admins: holdersOf(found.role),
            },
            (known) =>
              seen({ count, results: results.map(shownBy({ ...found, ...known }, reader)) }),
          ),
      )
    },
  )

interface Found {
  readonly budgets: ReadonlyArray<Pick<Budget, "id" | "name" | "budget_type">>
  readonly members: ReadonlyArray<BudgetMember>
  readonly owners: ReadonlyArray<BudgetOwner>
  readonly people: ReadonlyArray<User>
  readonly admins: ReadonlyArray<User>
}

const shownBy = (found: Found, { actor, today }: TopupReader) => {
  const people = new Map(found.people.map((user) => [user.id, user]))
  const budgets = new Map(found.budgets.map((budget) => [budget.id, budget]))
  const members = new Map(found.members.map((member) => [member.id, member]))
  const owners = Map.groupBy(found.owners, (_) => _.budget_id)
  const userOf = (id: number | null) => (id === null ? undefined : people.get(id))
  const ownersOf = (budget_id: string): ReadonlyArray<User> =>
    (owners.get(budget_id) ?? []).flatMap((_) => {
      const user = userOf(_.user_id)
      return user === undefined || user.is_deleted ? [] : [user]
    })
  return (topup: Topup): BusinessTopup => {
    const budget = present(budgets.get(topup.budget_id) ?? null)
    const member = topup.budget_member_id === null ? undefined : members.get(topup.budget_member_id)
    const user = userOf(member?.user_id ?? null)
    const approvers = { owners: ownersOf(budget.id), admins: found.admins }
    return {
      ...showTopup(topup, found.people),
      budget: { id: budget.id, name: budget.name, budget_type: budget.budget_type },
      member:
        member === undefined
          ? null
          : { id: String(member.id), user: user === undefined ? null : subUser(user) },
      can_decide: topup.status === "PENDING" && mayDecide(approvers, actor, topup, today),
    }
  }
}
