import { Result } from "effect"
import { dayOf } from "../../core/dates.ts"
import { created, type Decision } from "../../core/decision.ts"
import type { NewEvent } from "../../core/events.ts"
import { format, type Money, toMinor, zero } from "../../core/money.ts"
import type { People, Person } from "../../core/people.ts"
import { type Period, periodContaining } from "../../core/periods.ts"
import { type BudgetMember, showMember } from "../../core/records/budget-members.ts"
import { type BudgetOwner, showOwner } from "../../core/records/budget-owners.ts"
import type { Budget, BudgetRecord, CreateBudget, MemberInput } from "../../core/records/budgets.ts"
import type { Policy } from "../../core/records/policies.ts"
import type { TooManyDecimals, UnknownReference } from "../../core/refusals.ts"
import { eventOf } from "../../core/row-change.ts"
import { available, memberAvailable, move } from "../../ledger/rules.ts"
import type { NeedsApproval } from "../../policies/errors.ts"
import { decideRaise } from "../../policies/rules.ts"
import type { BudgetContext } from "../context.ts"
import {
  type FieldNotLinkable,
  MemberSumDiffers,
  type RepeatedPerson,
  ResetAmountNotAllowed,
  ResetAmountRequired,
} from "../errors.ts"
import { decideLinks, findCategories, linkEvents, linked, showBudget } from "./links.ts"
import { findPeople } from "./people.ts"

export interface BudgetCommand extends CreateBudget {
  readonly client_id: number
  readonly id: string
  /** One id for each of `members` and of `owners`. */
  readonly member_ids: ReadonlyArray<number>
  readonly owner_ids: ReadonlyArray<string>
  /** Policies that apply to the caller; none if the caller may approve. */
  readonly policies?: ReadonlyArray<Policy>
  readonly now: string
}

export type CreateBudgetRefusal =
  | TooManyDecimals
  | ResetAmountRequired
  | ResetAmountNotAllowed
  | MemberSumDiffers
  | NeedsApproval
  | UnknownReference
  | RepeatedPerson
  | FieldNotLinkable

/**
 * Creates a budget with its members and owners: "`available_amount` = `reset_amount`,
 * `spent_amount` = 0".
 *
 * Refuses, in this order: amounts (decimals, missing or unexpected amounts of members, their sum);
 * an amount that needs approval by a policy; people unknown or duplicated (members, then owners);
 * unknown categories; custom fields unknown or not linkable.
 *
 * @throws RangeError without members or owners, which the API's schema refuses.
 */
export const decideBudget = (
  context: BudgetContext,
  command: BudgetCommand,
): Result.Result<Decision<BudgetRecord>, CreateBudgetRefusal> =>
  Result.gen(function* () {
    const { currency } = context.business
    const reset_amount = yield* toMinor(
      command.reset_amount,
      currency,
      "/reset_amount",
      "at least 0",
    )
    const limits = yield* memberAmounts(currency, command, reset_amount)
    yield* decideRaise(command.policies ?? [], {
      ...{ currency, budget_id: null, before: 0, amount: reset_amount, pointer: "/reset_amount" },
    })
    const members = yield* findPeople(context, atLeastOne(command.members, "/members"), "/members")
    const owners = yield* findPeople(context, atLeastOne(command.owners, "/owners"), "/owners")
    const categories = yield* findCategories(context, command.categories ?? [])
    const links = yield* decideLinks(context, command, command.custom_fields ?? [])
    const { client_id, id, now } = command
    const stamp = { client_id, budget_id: id, is_deleted: false, created: now, updated: now }
    const period = periodContaining(command.reset_period, now, now)
    const budget: Budget = {
      client_id,
      id,
      name: command.name,
      budget_type: command.budget_type ?? "BUDGET",
      available_amount: reset_amount,
      spent_amount: zero,
      reset_amount,
      reset_period: command.reset_period,
      ...period,
      ...firstPeriod(period, reset_amount),
      has_member_limits: command.has_member_limits,
      rollover_funds: command.rollover_funds,
      limit_categories: command.limit_categories ?? false,
      categories,
      is_deleted: false,
      created: now,
      updated: now,
    }
    const cause = { currency, date: dayOf(now), resource: "budgets", resource_id: id, period: 1 }
    const memberRows = members.map(
      (person, index): BudgetMember =>
        memberOf(person, {
          ...stamp,
          id: command.member_ids[index] as number,
          amount: limits[index] ?? zero,
        }),
    )
    const ownerRows = owners.map(
      (person, index): BudgetOwner => ({
        ...stamp,
        ...person,
        id: command.owner_ids[index] as string,
      }),
    )
    const result = showBudget(budget, linked(context, links))
    return {
      result,
      writes: [
        created("budgets", budget),
        ...memberRows.map((row) => created("budget_members", row)),
        ...ownerRows.map((row) => created("budget_owners", row)),
        ...links,
      ],
      entries: [
        ...move(cause, reset_amount, { from: "allocations", to: available(id) }),
        ...memberRows.flatMap((row) =>
          move(cause, row.available_amount, { from: "allocations", to: memberAvailable(row.id) }),
        ),
      ],
      events: [
        eventOf("budget.created", result, null),
        ...joining(context, budget, memberRows, ownerRows),
        ...linkEvents(context, budget, links),
      ],
    }
  })

const atLeastOne = <A>(people: ReadonlyArray<A>, pointer: string): ReadonlyArray<A> => {
  if (people.length > 0) return people
  throw new RangeError(`${pointer} must name at least one person.`)
}

/** Returns the fields of a budget that describe its first period. */
const firstPeriod = ({ current_period_start }: Period, granted_amount: Money) => ({
  period_number: 1,
  period_start: current_period_start,
  granted_amount,
  topped_up_amount: zero,
  moved_amount: zero,
  rolled_from: 1,
})

/** Returns the events of the first members and owners. */
const joining = (
  people: People,
  budget: Budget,
  members: ReadonlyArray<BudgetMember>,
  owners: ReadonlyArray<BudgetOwner>,
): ReadonlyArray<NewEvent> => [
  ...members.map((row) => eventOf("budget_member.created", showMember(budget, row, people), null)),
  ...owners.map((row) => eventOf("budget_owner.created", showOwner(row, people), null)),
]

const memberOf = (
  person: Person,
  {
    amount,
    ...stamp
  }: Omit<
    BudgetMember,
    | "user_id"
    | "invite_id"
    | "available_amount"
    | "spent_amount"
    | "reset_amount"
    | "stint"
    | "since"
  > & { readonly amount: Money },
): BudgetMember => ({
  ...stamp,
  ...person,
  stint: 1,
  since: stamp.created,
  available_amount: amount,
  spent_amount: zero,
  reset_amount: amount,
})

/**
 * Returns the members' reset amounts: 0 without member limits; with them, one for each member: "the
 * members' sum equals the budget's".
 */
const memberAmounts = (
  currency: string,
  { has_member_limits, members }: CreateBudget,
  reset_amount: Money,
): Result.Result<
  ReadonlyArray<Money>,
  TooManyDecimals | ResetAmountRequired | ResetAmountNotAllowed | MemberSumDiffers
> => {
  const amounts: Array<Money> = []
  for (const [index, member] of members.entries()) {
    const amount = memberAmount(
      currency,
      has_member_limits,
      member,
      `/members/${index}/reset_amount`,
    )
    if (Result.isFailure(amount)) return Result.fail(amount.failure)
    amounts.push(amount.success)
  }
  // A plain number: a sum of many large amounts may exceed the range of `money`, and then differs
  // from the budget's amount anyway.
  const sum = amounts.reduce<number>((total, amount) => total + amount, 0)
  if (!has_member_limits || sum === reset_amount) return Result.succeed(amounts)
  return Result.fail(
    new MemberSumDiffers({
      pointer: "/members",
      sum: format(sum, currency),
      reset_amount: format(reset_amount, currency),
    }),
  )
}

/** Returns a member's own amount; 0 without member limits. */
export const memberAmount = (
  currency: string,
  has_member_limits: boolean,
  { reset_amount }: MemberInput,
  pointer: string,
): Result.Result<Money, TooManyDecimals | ResetAmountRequired | ResetAmountNotAllowed> => {
  if (has_member_limits && reset_amount === undefined)
    return Result.fail(new ResetAmountRequired({ pointer }))
  if (!has_member_limits && reset_amount !== undefined) {
    return Result.fail(new ResetAmountNotAllowed({ pointer }))
  }
  return reset_amount === undefined
    ? Result.succeed(zero)
    : toMinor(reset_amount, currency, pointer, "at least 0")
}
