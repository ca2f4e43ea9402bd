import { decimal, hundredths } from "../../../interface/world/dice.ts"
import type { BudgetSpec, PersonSpec } from "../../../interface/world/spec.ts"
import { idOf, keep, listed, type Making, numberOf, personOf, unlessFailed } from "./creation.ts"

interface Shown {
  readonly id: string | number
  readonly user?: { readonly id: string | number } | null
  readonly invite?: { readonly id: string | number } | null
}

/** Returns the record of a person among those that a budget shows. */
const recordOf = (
  { given }: Making,
  rows: ReadonlyArray<Shown>,
  person: PersonSpec,
): Shown | undefined => {
  const [kind, id] =
    "user" in person
      ? (["user", idOf(given, "users", person.user)] as const)
      : (["invite", idOf(given, "invites", person.invite)] as const)
  // An invite that has been accepted in the meantime is shown as its user.
  return rows.find((row) => String(row?.[kind]?.id) === id)
}

type People = "budget_members" | "budget_owners"

/**
 * Reads the ids of the people of a budget from a list, which is itself under test, and removes
 * those who are to be removed.
 */
const learn = async (
  making: Making,
  kind: People,
  path: string,
  people: ReadonlyArray<PersonSpec & { readonly key: string; readonly is_deleted?: boolean }>,
) => {
  const rows = await listed(making.admin, path)
  for (const person of people) {
    const made = await keep(making, kind, person.key, async () => recordOf(making, rows, person))
    if (made !== null && person.is_deleted === true) {
      await making.admin.attempt("DELETE", `${path}/${made}`)
    }
  }
}

/** Returns the amount at creation, which includes members who will be removed. */
const firstAmount = ({ has_member_limits, reset_amount, members }: BudgetSpec): number =>
  has_member_limits
    ? numberOf(decimal(members.reduce((sum, row) => sum + hundredths(row.reset_amount ?? "0"), 0)))
    : numberOf(reset_amount)

const bodyOf = ({ given }: Making, budget: BudgetSpec) => ({
  name: budget.name,
  budget_type: budget.budget_type,
  reset_amount: firstAmount(budget),
  reset_period: budget.reset_period,
  has_member_limits: budget.has_member_limits,
  rollover_funds: budget.rollover_funds,
  limit_categories: budget.categories !== null,
  categories: (budget.categories ?? []).map((key) => idOf(given, "categories", key)),
  members: budget.members.map((member) => ({
    ...personOf(given, member),
    ...(member.reset_amount === undefined ? {} : { reset_amount: numberOf(member.reset_amount) }),
  })),
  owners: budget.owners.map((owner) => personOf(given, owner)),
  ...(budget.custom_fields.length === 0
    ? {}
    : {
        custom_fields: budget.custom_fields.map((key) => ({
          id: idOf(given, "custom_fields", key),
        })),
      }),
})

const makeBudget = async (making: Making, budget: BudgetSpec) => {
  const { admin, theirs } = making
  const id = await keep(making, "budgets", budget.key, async () =>
    admin.ask("POST", `${theirs}/budgets`, bodyOf(making, budget)),
  )
  if (id === null) return
  const path = `${theirs}/budgets/${id}`
  await learn(making, "budget_members", `${path}/members`, budget.members)
  await learn(making, "budget_owners", `${path}/owners`, budget.owners)
}

export const makeBudgets = async (making: Making) => {
  for (const budget of making.spec.budgets) await makeBudget(making, budget)
}

export const makeTopups = async (making: Making) => {
  const { spec, given, admin, theirs } = making
  for (const { key, budget, member, amount, description } of spec.topups) {
    await keep(making, "topups", key, async () => {
      const ofBudget = `${theirs}/budgets/${idOf(given, "budgets", budget)}`
      const path =
        member === undefined
          ? ofBudget
          : `${ofBudget}/members/${idOf(given, "budget_members", member)}`
      return admin.ask("POST", `${path}/topups`, { amount: numberOf(amount), description })
    })
  }
}

export const makePolicies = async ({ spec, given, missing, admin, theirs }: Making) => {
  for (const { name, budget, above_amount } of spec.policies) {
    const made = await unlessFailed(async () =>
      admin.ask("POST", `${theirs}/policies`, {
        name,
        budget_id: budget === null ? null : idOf(given, "budgets", budget),
        above_amount: above_amount === null ? null : numberOf(above_amount),
      }),
    )
    if (made === undefined) missing.push("policies")
  }
}

/** Removes deleted records last: until then they are used like the others. */
export const removeDeleted = async ({ spec, given, missing, admin, theirs }: Making) => {
  const remove = async (kind: "budgets" | "users", key: string) => {
    const path = async () => `${theirs}/${kind}/${idOf(given, kind, key)}`
    const removed = await unlessFailed(async () => [await admin.ask("DELETE", await path())])
    if (removed === undefined) missing.push(`${kind}.${key}`)
  }
  for (const { key, is_deleted } of spec.budgets)
    if (is_deleted === true) await remove("budgets", key)
  for (const { key, is_deleted } of spec.users) if (is_deleted === true) await remove("users", key)
}
