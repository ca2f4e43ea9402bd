import type { BudgetSpec, BusinessSpec } from "../../../interface/world/spec.ts"
import type { Trial } from "../../check.ts"
import type { Listing } from "../paging.ts"
import { idOf, requires } from "../steps.ts"
import { dayOf } from "./matches.ts"

/** Returns the one with the largest size, the first of several; undefined if there is none. */
export const largestOf = <A>(things: ReadonlyArray<A>, size: (thing: A) => number): A | undefined =>
  things.reduce<A | undefined>(
    (best, one) => (best === undefined || size(one) > size(best) ? one : best),
    undefined,
  )

const isActive = ({ is_deleted }: { readonly is_deleted?: boolean }): boolean => is_deleted !== true

/** Active budgets with an active membership of the user. */
export const budgetsWith = (spec: BusinessSpec, user: string): ReadonlyArray<BudgetSpec> =>
  spec.budgets.filter(
    (budget) =>
      isActive(budget) &&
      budget.members.some((row) => isActive(row) && "user" in row && row.user === user),
  )

const topupsOf = (spec: BusinessSpec, budget: string, member?: string): number =>
  spec.topups.filter((topup) => topup.budget === budget && topup.member === member).length

const orUntestable = <A>(trial: Trial, found: A | undefined, what: string): A => {
  if (found === undefined) trial.untestable(`the business has no ${what}`)
  return found
}

const budgetCall = (trial: Trial, budget: BudgetSpec) => ({
  path: { budget_id: idOf(trial, "budgets", budget.key) },
})

const ofUser = (trial: Trial): Listing => {
  const { spec } = trial.business
  const users = spec.users.filter(isActive)
  const user = orUntestable(
    trial,
    largestOf(users, ({ key }) => budgetsWith(spec, key).length),
    "user",
  )
  const path = { user_id: idOf(trial, "users", user.key) }
  return { operation: "users.budget-members", call: { path } }
}

const ofBudget = (
  trial: Trial,
  operation: "budget-members.list" | "topups.list",
  size: (budget: BudgetSpec) => number,
): Listing => {
  const budgets = trial.business.spec.budgets.filter(isActive)
  const budget = orUntestable(trial, largestOf(budgets, size), "budget")
  return { operation, call: budgetCall(trial, budget) }
}

const ofMember = (trial: Trial): Listing => {
  const { spec } = trial.business
  const members = spec.budgets
    .filter((budget) => isActive(budget) && budget.has_member_limits)
    .flatMap((budget) => budget.members.filter(isActive).map((member) => ({ budget, member })))
  const { budget, member } = orUntestable(
    trial,
    largestOf(members, (row) => topupsOf(spec, row.budget.key, row.member.key)),
    "budget with member limits",
  )
  const budget_member_id = idOf(trial, "budget_members", member.key)
  const { path } = budgetCall(trial, budget)
  return { operation: "member-topups.list", call: { path: { ...path, budget_member_id } } }
}

/** Returns the first and the last day with an authorisation. */
export const activeDays = (spec: BusinessSpec): readonly [first: string, last: string] | null => {
  const days = spec.transactions.map(({ auth_date }) => dayOf(auth_date)).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? null : [first, last]
}

const statementListing = (trial: Trial): Listing => {
  const [start, end] = orUntestable(trial, activeDays(trial.business.spec) ?? undefined, "movement")
  return {
    operation: "statements.get",
    call: {
      query: [
        ["start_date", start],
        ["end_date", end],
      ],
    },
  }
}

/** Every list that the document shows, for the longest one that the business has. */
export const listings: {
  readonly [name: string]: (trial: Trial) => Listing
} = {
  users: () => ({ operation: "users.list", call: {} }),
  "budget-members-by-user": ofUser,
  transactions: (trial) => {
    requires(trial, "transactions")
    return { operation: "transactions.list", call: {} }
  },
  budgets: () => ({ operation: "budgets.list", call: {} }),
  "budget-members": (trial) =>
    ofBudget(trial, "budget-members.list", ({ members }) => members.filter(isActive).length),
  topups: (trial) => {
    requires(trial, "topups")
    return ofBudget(trial, "topups.list", ({ key }) => topupsOf(trial.business.spec, key))
  },
  "member-topups": (trial) => {
    requires(trial, "topups")
    return ofMember(trial)
  },
}

/** Statements are paged like lists; other requirements for lists do not apply to them. */
export const pagedLikeLists: typeof listings = { ...listings, statements: statementListing }
