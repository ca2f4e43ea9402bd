import type { Making } from "./creation.ts"
import { type Dice, decimal, dice, hundredths } from "./dice.ts"
import { employee } from "./people.ts"
import {
  type BudgetSpec,
  type PersonSpec,
  type ResetPeriod,
  resetPeriods,
  type TopupSpec,
} from "./spec.ts"

type Member = BudgetSpec["members"][number]
type Owner = BudgetSpec["owners"][number]

interface Frame {
  readonly key: string
  readonly name: string
  readonly budget_type: BudgetSpec["budget_type"]
  readonly reset_period: ResetPeriod
  readonly has_member_limits: boolean
}

/** A member of nearly every budget, so that the by-user listing has more than a default page. */
const everywhere = employee(5)

const memberOf = (budget: string, person: PersonSpec): Member => ({
  key: `${budget}/${"user" in person ? person.user : person.invite}`,
  ...person,
})
const ownerOf = (budget: string, person: PersonSpec): Owner => ({
  key: `${budget}/owner/${"user" in person ? person.user : person.invite}`,
  ...person,
})

/**
 * Returns amounts for the members of a budget with limits; the budget's own amount is their sum.
 */
const allocated = (
  { has_member_limits }: Frame,
  members: ReadonlyArray<Member>,
  { whole }: Dice,
): Pick<BudgetSpec, "members" | "reset_amount"> => {
  if (!has_member_limits) return { members, reset_amount: decimal(whole(50_000, 3_000_000)) }
  const limited = members.map((row) => ({ ...row, reset_amount: decimal(whole(20_000, 900_000)) }))
  return { members: limited, reset_amount: sumOf(limited) }
}

/** Returns the sum of the amounts of members who are not deleted. */
const sumOf = (members: ReadonlyArray<Member>): string =>
  decimal(
    members.reduce(
      (sum, row) => sum + (row.is_deleted === true ? 0 : hundredths(row.reset_amount ?? "0")),
      0,
    ),
  )

const budget = (
  { mark }: Making,
  frame: Frame,
  members: ReadonlyArray<Member>,
  owners: ReadonlyArray<PersonSpec>,
  chance: Dice,
): BudgetSpec => ({
  ...frame,
  name: mark(frame.name),
  ...allocated(frame, members, chance),
  rollover_funds: chance.likely(0.3),
  categories: chance.likely(0.25)
    ? chance.some(["flights", "hosting", "client-meals", "gifts"], chance.whole(1, 3))
    : null,
  custom_fields: chance.likely(0.3) ? ["cost-centre"] : [],
  owners: owners.map((person) => ownerOf(frame.key, person)),
})

/** Every period with and without member limits, for both types, then additional ones. */
const frames = (further: number): ReadonlyArray<Frame> => {
  const kinds = resetPeriods.flatMap((reset_period) =>
    [false, true].flatMap((has_member_limits) =>
      (["BUDGET", "SUBSCRIPTION"] as const).map((budget_type) => ({
        budget_type,
        reset_period,
        has_member_limits,
      })),
    ),
  )
  return [...kinds, ...kinds.slice(0, further)].map((kind, index) => {
    const number = String(index + 1).padStart(2, "0")
    return { ...kind, key: `budget-${number}`, name: `${kind.reset_period} ${number}` }
  })
}

const pooled = { budget_type: "BUDGET", reset_period: "MONTHLY", has_member_limits: false } as const
const limited = { ...pooled, has_member_limits: true } as const

/** Budgets with special properties, which checks find by key. */
const particular = (
  making: Making,
  people: ReadonlyArray<string>,
  chance: Dice,
): ReadonlyArray<BudgetSpec> => {
  const make = (
    key: string,
    frame: Omit<Frame, "key" | "name">,
    members: ReadonlyArray<PersonSpec & { readonly is_deleted?: boolean }>,
    owners: ReadonlyArray<PersonSpec>,
  ): BudgetSpec => {
    const rows = members.map(({ is_deleted, ...person }) => ({
      ...memberOf(key, person),
      ...(is_deleted === true ? { is_deleted } : {}),
    }))
    return budget(making, { ...frame, key, name: key }, rows, owners, chance)
  }
  const admin = { user: "admin" }
  const regular = [{ user: everywhere }, { user: employee(11) }]
  const removed = [...regular, { user: employee(12), is_deleted: true }]
  const former = ({ owners, ...rest }: BudgetSpec): BudgetSpec => ({
    ...rest,
    owners: owners.map((row, index) => (index === 0 ? row : { ...row, is_deleted: true })),
  })
  return [
    make(
      "many-members",
      pooled,
      people.map((user) => ({ user })),
      [admin],
    ),
    make("many-topups", { ...pooled, reset_period: "NEVER" }, regular, [admin]),
    make("many-member-topups", { ...limited, reset_period: "NEVER" }, regular, [admin]),
    make(
      "invited-owner",
      limited,
      [...regular, { invite: "owner-to-be" }],
      [admin, { invite: "owner-to-be" }],
    ),
    former(make("former", pooled, removed, [admin, { user: employee(12) }])),
    former(make("former-limited", limited, removed, [admin, { user: employee(12) }])),
    { ...make("deleted-1", pooled, regular, [admin]), is_deleted: true },
    { ...make("deleted-2", limited, regular, [admin]), is_deleted: true },
  ]
}

/**
 * Budgets for the people (active users by key): forty-eight that cover every kind, then the special
 * ones.
 */
export const budgetsOf = (
  making: Making,
  people: ReadonlyArray<string>,
): ReadonlyArray<BudgetSpec> => {
  const chance = dice(making.seed, making.key, "budgets")
  const others = people.filter((user) => user !== everywhere)
  const regular = frames(12).map((frame) => {
    const users = [everywhere, ...chance.some(others, chance.whole(1, 3))]
    const members = users.map((user) => memberOf(frame.key, { user }))
    const owners = chance.some(others, chance.whole(1, 2)).map((user) => ({ user }))
    return budget(making, frame, members, owners, chance)
  })
  return [...regular, ...particular(making, people, chance)]
}

const listedAtLength = ["many-topups", "many-member-topups"]

/** Budgets from which transactions are paid. */
export const spendable = (budgets: ReadonlyArray<BudgetSpec>): ReadonlyArray<BudgetSpec> =>
  budgets.filter(({ key }) => !listedAtLength.includes(key))

/**
 * More than a default page of topups for one budget and for one member, some of them negative.
 * Nothing is paid from those two, so that their funds suffice for the negative ones. Other budgets
 * have a few.
 */
export const topupsOf = (
  { seed, key, mark }: Making,
  budgets: ReadonlyArray<BudgetSpec>,
): ReadonlyArray<TopupSpec> => {
  const { whole, likely } = dice(seed, key, "topups")
  const isLong = (spec: BudgetSpec) => listedAtLength.includes(spec.key)
  const make = (
    spec: BudgetSpec,
    member: string | undefined,
    number: number,
    most: number,
  ): TopupSpec => ({
    key: `topup/${member ?? spec.key}/${number}`,
    budget: spec.key,
    ...(member === undefined ? {} : { member }),
    amount: decimal(isLong(spec) && number > 1 && likely(0.2) ? -whole(1, 9) : whole(1, most)),
    description: mark(`Topup ${number} of ${member ?? spec.key}`),
  })
  return budgets.flatMap((spec, index) => {
    const many = isLong(spec)
    const count = many ? 55 : [0, 1, 0, 3][index % 4]
    const member = spec.has_member_limits ? spec.members[0]?.key : undefined
    return Array.from({ length: count ?? 0 }, (_, at) =>
      make(spec, member, at + 1, many ? 999 : 50_000),
    )
  })
}
