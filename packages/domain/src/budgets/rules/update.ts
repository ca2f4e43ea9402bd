import { Result } from "effect"
import { dayOf } from "../../core/dates.ts"
import {
  changed,
  type Decision,
  nothing,
  type Part,
  sliced,
  type Write,
} from "../../core/decision.ts"
import { isUnchanged } from "../../core/events.ts"
import { type Money, money, split, toMinor, zero } from "../../core/money.ts"
import { periodContaining } from "../../core/periods.ts"
import { showMember } from "../../core/records/budget-members.ts"
import type { Budget, BudgetKey, BudgetRecord, UpdateBudget } from "../../core/records/budgets.ts"
import type { Policy } from "../../core/records/policies.ts"
import type { NotFound, TooManyDecimals, UnknownReference } from "../../core/refusals.ts"
import { changeEvent } from "../../core/row-change.ts"
import { asSet } from "../../core/sets.ts"
import { memberAvailable, move } from "../../ledger/rules.ts"
import type { NeedsApproval } from "../../policies/errors.ts"
import { decideRaise } from "../../policies/rules.ts"
import { activeBudget, type BudgetContext } from "../context.ts"
import { BudgetWithoutMembers, type FieldNotLinkable, ResetAmountIsMemberSum } from "../errors.ts"
import { decideLinks, findCategories, linkEvents, linked, showBudget } from "./links.ts"

export type UpdateBudgetRefusal =
  | NotFound
  | TooManyDecimals
  | ResetAmountIsMemberSum
  | NeedsApproval
  | BudgetWithoutMembers
  | UnknownReference
  | FieldNotLinkable

/**
 * Changes the fields that are present, and no others. "A new `reset_amount` counts from the next
 * reset; `available_amount` is not touched"; "a new `reset_period` puts the budget in the period of
 * that cadence that contains now; amounts stay".
 *
 * Refuses, in this order: a missing budget; a `reset_amount` under member limits, with too many
 * decimals, or with an increase that needs approval by a policy; member limits without a member;
 * unknown categories; custom fields unknown or not linkable.
 */
export const decideBudgetUpdate = (
  context: BudgetContext,
  key: BudgetKey,
  patch: UpdateBudget,
  now: string,
  policies: ReadonlyArray<Policy> = [],
): Result.Result<Decision<BudgetRecord>, UpdateBudgetRefusal> =>
  Result.gen(function* () {
    const { currency } = context.business
    const budget = yield* activeBudget(context.budget, key)
    const has_member_limits = patch.has_member_limits ?? budget.has_member_limits
    const staysLimited = budget.has_member_limits && has_member_limits
    if (patch.reset_amount !== undefined && staysLimited) {
      return yield* Result.fail(new ResetAmountIsMemberSum({ pointer: "/reset_amount" }))
    }
    const reset_amount =
      patch.reset_amount === undefined
        ? budget.reset_amount
        : yield* toMinor(patch.reset_amount, currency, "/reset_amount", "at least 0")
    yield* decideRaise(policies, {
      ...{ currency, budget_id: budget.id, before: budget.reset_amount, amount: reset_amount },
      pointer: "/reset_amount",
    })
    const members = context.members.filter((_) => !_.is_deleted)
    if (has_member_limits && !budget.has_member_limits && members.length === 0) {
      return yield* Result.fail(new BudgetWithoutMembers({ pointer: "/has_member_limits" }))
    }
    const categories =
      patch.categories === undefined
        ? budget.categories
        : asSet(budget.categories, yield* findCategories(context, patch.categories))
    const links =
      patch.custom_fields === undefined
        ? []
        : yield* decideLinks(context, budget, patch.custom_fields)
    const reset_period = patch.reset_period ?? budget.reset_period
    const after: Budget = {
      ...budget,
      name: patch.name ?? budget.name,
      rollover_funds: patch.rollover_funds ?? budget.rollover_funds,
      limit_categories: patch.limit_categories ?? budget.limit_categories,
      categories,
      reset_amount,
      reset_period,
      ...(reset_period === budget.reset_period
        ? {}
        : periodContaining(reset_period, notBefore(now, budget.period_start), budget.created)),
      has_member_limits,
      updated: now,
    }
    if (isUnchanged(budget, after) && links.every(isSame)) {
      return nothing(showBudget(budget, context))
    }
    const result = showBudget(after, linked(context, links))
    return {
      result,
      writes: [changed("budgets", budget, after)],
      entries: [],
      events: [changeEvent("budget.updated", showBudget(budget, context), result)],
      slices: sliced(follow(context, { before: budget, after, links }, now)),
    }
  })

/**
 * Returns the later of the two. If a clock was ahead when the current period began, the period that
 * contains `now` could end before that start.
 */
const notBefore = (now: string, start: string): string => (now < start ? start : now)

/** True if a link is unchanged. */
const isSame = ({ before, after }: Write): boolean =>
  before !== null && after !== null && isUnchanged<object>(before, after)

/** Returns the changes of members and fields that follow from the change of a budget. */
function* follow(
  context: BudgetContext,
  { links, ...change }: BudgetChange & { readonly links: ReadonlyArray<Write> },
  now: string,
): Generator<Part, void> {
  if (change.before.has_member_limits !== change.after.has_member_limits) {
    yield* shareFunds(context, change, now)
  }
  yield { writes: links, entries: [], events: linkEvents(context, change.after, links) }
}

interface BudgetChange {
  readonly before: Budget
  readonly after: Budget
}

/**
 * Shares or pools the funds. "Toggling `has_member_limits` false→true splits `reset_amount` and
 * `available_amount` equally over active members in minor units, the odd cents going to the
 * earliest members; true→false pools them."
 */
function* shareFunds(
  context: BudgetContext,
  { before: unshared, after: budget }: BudgetChange,
  now: string,
): Generator<Part, void> {
  const { currency } = context.business
  const members = context.members.filter((_) => !_.is_deleted)
  const share = (amount: Money): ReadonlyArray<Money> =>
    budget.has_member_limits ? split(amount, members.length) : []
  const limits = share(budget.reset_amount)
  const funds = share(budget.available_amount)
  const cause = {
    currency,
    date: dayOf(now),
    resource: "budgets",
    resource_id: budget.id,
    period: budget.period_number,
  }
  for (const [index, before] of members.entries()) {
    const after = {
      ...before,
      reset_amount: limits[index] ?? zero,
      available_amount: funds[index] ?? zero,
      updated: now,
    }
    const data = showMember(budget, after, context)
    yield {
      writes: [changed("budget_members", before, after)],
      entries: move(cause, money(after.available_amount - before.available_amount), {
        from: "allocations",
        to: memberAvailable(before.id),
      }),
      events: [changeEvent("budget_member.updated", showMember(unshared, before, context), data)],
    }
  }
}
