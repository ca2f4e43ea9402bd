import {
  business,
  keyIn,
  limitedBudget,
  pooledBudget,
  transaction,
  user,
} from "../../../interface/world/scenarios.ts"
import type { BudgetSpec } from "../../../interface/world/spec.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectJust, expectListed } from "../difference.ts"
import { knownRecords, listFault } from "../paging.ts"
import {
  canonical,
  idOf,
  isActive,
  isLostById,
  justPassed,
  recordOf,
  requires,
  withId,
} from "../steps.ts"
import { staffOf } from "./people.ts"

type MemberSpec = BudgetSpec["members"][number]

const activeBudgets = ({ business: { spec } }: Trial): ReadonlyArray<BudgetSpec> =>
  spec.budgets.filter(isActive)

/** True if a membership is active: neither it nor the user was removed. */
const goesOn = ({ business: { spec } }: Trial, member: MemberSpec): boolean => {
  if (!isActive(member)) return false
  if ("invite" in member) return true
  return spec.users.every((row) => row.key !== member.user || row.is_deleted !== true)
}

const membersOf = (trial: Trial, budget: BudgetSpec) =>
  knownRecords(trial, "budget-members.list", {
    path: { budget_id: idOf(trial, "budgets", budget.key) },
  })

const membershipsOf = (trial: Trial, user: string) =>
  knownRecords(trial, "users.budget-members", { path: { user_id: idOf(trial, "users", user) } })

/** Returns the difference between a list and the expected members; null if there is none. */
const faultOf = (
  trial: Trial,
  made: ReadonlyArray<MemberSpec>,
  records: ReadonlyArray<Json>,
): string | null => {
  const idsWhere = (expected: boolean) =>
    made
      .filter((member) => goesOn(trial, member) === expected)
      .map(({ key }) => idOf(trial, "budget_members", key))
  return listFault(
    { must: new Set(idsWhere(true)), may: new Set(idsWhere(false)) },
    records.map(({ id }) => String(id)),
  )
}

/** Returns the user that a member is, or became by accepting an invite. */
const userOf = ({ business: { spec } }: Trial, member: MemberSpec): string | undefined =>
  "user" in member
    ? member.user
    : spec.invites.find(({ key }) => key === member.invite)?.accepted?.user

/** The memberships of each active user, with their budgets. */
const byUser = (trial: Trial) =>
  staffOf(trial.business.spec)
    .filter(isActive)
    .map(({ key }) => ({
      user: key,
      memberships: trial.business.spec.budgets.flatMap((budget) =>
        budget.members
          .filter((member) => userOf(trial, member) === key)
          .map((member) => ({ budget, member })),
      ),
    }))

const checkLists = async (trial: Trial): Promise<void> => {
  for (const budget of activeBudgets(trial)) {
    const fault = faultOf(trial, budget.members, await membersOf(trial, budget))
    trial.expect(fault === null, `the members of ${budget.key}, once each, and no other`, fault)
  }
}

const checkListsByUser = async (trial: Trial): Promise<void> => {
  for (const { user, memberships } of byUser(trial)) {
    const onDeleted = memberships.filter(({ budget }) => !isActive(budget))
    const made = memberships.map(({ budget, member }) =>
      onDeleted.some((row) => row.budget === budget) ? { ...member, is_deleted: true } : member,
    )
    const fault = faultOf(trial, made, await membershipsOf(trial, user))
    trial.expect(fault === null, `the memberships of ${user}, once each, and no other`, fault)
  }
}

const checkBudgetsByUser = async (trial: Trial): Promise<void> => {
  for (const { user, memberships } of byUser(trial)) {
    const records = await membershipsOf(trial, user)
    for (const { budget, member } of memberships) {
      const [record] = withId(records, idOf(trial, "budget_members", member.key))
      if (record === undefined) continue
      const { name, budget_type } = budget
      const shown = record.budget ?? {}
      const expected = { id: idOf(trial, "budgets", budget.key), name, budget_type }
      trial.expect(
        shown.id === expected.id && shown.name === name && shown.budget_type === budget_type,
        `budget of membership ${record.id}: ${canonical(expected)}`,
        { budget: record.budget },
      )
    }
  }
}

const checkById = async (trial: Trial): Promise<void> => {
  for (const budget of activeBudgets(trial).slice(0, 20)) {
    for (const record of (await membersOf(trial, budget)).slice(0, 3)) {
      const path = {
        budget_id: idOf(trial, "budgets", budget.key),
        budget_member_id: String(record.id),
      }
      const response = await trial.business.call("budget-members.get", { path })
      if (isLostById(record, response)) continue
      expectListed(trial, `member ${record.id}`, record, response)
    }
  }
}

const checkIds = async (trial: Trial): Promise<void> => {
  for (const budget of activeBudgets(trial).slice(0, 20)) {
    for (const { id } of await membersOf(trial, budget)) {
      trial.expect(/^[1-9][0-9]*$/u.test(String(id)), "an id of an integer's digits", id)
    }
  }
}

const checkDeleted = async (trial: Trial): Promise<void> => {
  for (const { user, memberships } of byUser(trial)) {
    const records = await membershipsOf(trial, user)
    for (const { budget, member } of memberships) {
      const [record] = withId(records, idOf(trial, "budget_members", member.key))
      if (record === undefined) continue
      const expected = !isActive(budget) || !goesOn(trial, member)
      trial.expect(record.is_deleted === expected, `is_deleted is ${expected}`, record)
    }
  }
}

const team = business(
  "members-of-a-team",
  user("ann"),
  user("bob"),
  user("cal"),
  pooledBudget("shared", { members: ["ann", "bob", "cal"] }),
  limitedBudget("other", { ann: 100, bob: 50 }),
)

const checkMany = async (trial: Trial): Promise<void> => {
  const [shared] = trial.business.spec.budgets
  if (shared === undefined) trial.untestable("the scenario has no budget")
  const ids = (await membersOf(trial, shared)).map(({ id }) => String(id))
  const people = ["ann", "bob", "cal"]
  const expected = people.map((key) => idOf(trial, "budget_members", keyIn("shared", key)))
  expectJust(trial, "the memberships of the budget", [expected, ids])
  for (const [index, key] of people.entries()) {
    const own = (await membershipsOf(trial, key)).map(({ id }) => String(id))
    const found = expected.filter((id) => own.includes(id))
    trial.expect(
      canonical(found) === canonical([expected[index]]),
      `of the budget's memberships (${expected.join(", ")}), ${key} has ${expected[index]} alone`,
      own,
    )
  }
}

const checkInvited = async (trial: Trial): Promise<void> => {
  const shown = (await membershipsOf(trial, "cal")).filter(isActive).map(({ budget }) => budget?.id)
  const expected = [idOf(trial, "budgets", "shared")]
  expectJust(trial, "the budgets of cal's active memberships", [expected, shown.map(String)])
}

const payments = [
  ["ann", "-10.10"],
  ["ann", "-0.20"],
  ["bob", "-99.95"],
] as const

/** Two members who have just paid from a budget, and one who has not. */
const paying = (now: number) => {
  const at = new Date(now).toISOString()
  const dates = { auth_date: at, cleared_date: at, budget: "shared" }
  return business(
    "members-who-pay",
    user("ann"),
    user("bob"),
    user("cal"),
    pooledBudget("shared", { members: ["ann", "bob", "cal"], reset_period: "ANNUALLY" }),
    ...payments.map(([user, amount], index) =>
      transaction(`payment-${index}`, { ...dates, amount, user }),
    ),
  )
}

const checkSpent = async (trial: Trial): Promise<void> => {
  const made = await trial.fresh(paying(await justPassed(trial)))
  requires(trial, "transactions", made)
  for (const [key, spent] of [
    ["ann", 10.3],
    ["bob", 99.95],
    ["cal", 0],
  ] as const) {
    const path = { user_id: idOf(trial, "users", key, made) }
    const { results } = await recordOf(trial, "users.budget-members", { path }, made)
    const id = idOf(trial, "budget_members", keyIn("shared", key), made)
    const [record] = Array.isArray(results) ? withId(results, id) : []
    trial.expect(
      record?.spent_amount === spent,
      `spent_amount ${spent} of the membership of ${key} (id ${id})`,
      record === undefined ? "no such membership" : { spent_amount: record.spent_amount },
    )
  }
}

const onAlpha = (
  id: string,
  requirement: string,
  title: string,
  run: (trial: Trial) => Promise<void>,
) => ({ id, requirement, title, scenario: "alpha" as const, run })

export const budgetMembers = checksOf("read", [
  onAlpha(
    "budget-members.list.every",
    "budget-members.list",
    "Every budget lists each of its members once, and no one else",
    checkLists,
  ),
  onAlpha(
    "budget-members.get.listed",
    "budget-members.get",
    "A member read by its id is the record of the list",
    checkById,
  ),
  onAlpha(
    "budget-members.id.digits",
    "budget-members.id",
    "The id of a member is made of the digits of an integer",
    checkIds,
  ),
  onAlpha(
    "budget-members.by-user.list.every",
    "budget-members.by-user.list",
    "Every user's memberships are listed, each once, and no one else's",
    checkListsByUser,
  ),
  onAlpha(
    "budget-members.by-user.budget.named",
    "budget-members.by-user.budget",
    "Each membership names its budget: id, name and type",
    checkBudgetsByUser,
  ),
  onAlpha(
    "budget-members.deleted.said",
    "budget-members.deleted",
    "Says of every membership of a user whether it is deleted",
    checkDeleted,
  ),
  {
    id: "budget-members.by-user.spent.own",
    requirement: "budget-members.by-user.spent",
    title: "Counts only what the member spent",
    scenario: "delta",
    run: checkSpent,
  },
  {
    id: "budget-members.many.one-each",
    requirement: "budget-members.many",
    title: "A budget of three users has three members, each tied to one of them",
    scenario: team,
    run: checkMany,
  },
  {
    id: "budget-members.is-user.invited",
    requirement: "budget-members.is-user",
    title: "A user put into one of two budgets is a member of that one alone",
    scenario: team,
    run: checkInvited,
  },
])
