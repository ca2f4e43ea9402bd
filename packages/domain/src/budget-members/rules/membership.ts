import { type BigDecimal, Result } from "effect"
import { activeBudget } from "../../budgets/context.ts"
import type { ResetAmountNotAllowed, ResetAmountRequired } from "../../budgets/errors.ts"
import { memberAmount } from "../../budgets/rules/creation.ts"
import { dayOf } from "../../core/dates.ts"
import { changed, created, type Decision, nothing, type Write } from "../../core/decision.ts"
import { money, nearestBalance, toMinor, zero } from "../../core/money.ts"
import { findPerson, samePerson } from "../../core/people.ts"
import {
  type AddMember,
  type BudgetMember,
  type BudgetMemberRecord,
  type MemberKey,
  showMember,
} from "../../core/records/budget-members.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Policy } from "../../core/records/policies.ts"
import type {
  AmountOutOfRange,
  NotFound,
  TooManyDecimals,
  UnknownReference,
} from "../../core/refusals.ts"
import { changeEvent, eventOf } from "../../core/row-change.ts"
import { outOfRange } from "../../ledger/bounds.ts"
import { available, memberAvailable, move } from "../../ledger/rules.ts"
import type { NeedsApproval } from "../../policies/errors.ts"
import { decideRaise } from "../../policies/rules.ts"
import { activeMember, type MemberContext } from "../context.ts"
import { AlreadyMember, BudgetNeverResets, BudgetWithoutLimits } from "../errors.ts"

export interface MemberCommand extends AddMember {
  readonly budget_id: string
  readonly id: number
  /** Policies that apply to the caller; none if the caller may approve. */
  readonly policies?: ReadonlyArray<Policy>
  readonly now: string
}

export type AddMemberRefusal =
  | NotFound
  | UnknownReference
  | ResetAmountRequired
  | ResetAmountNotAllowed
  | TooManyDecimals
  | NeedsApproval
  | AlreadyMember
  | AmountOutOfRange

/**
 * Adds a member. "Adding someone removed earlier reinstates the record; someone active: 400
 * `already_member`"; "with member limits: adding raises the budget's `reset_amount` and
 * `available_amount` by the member's".
 *
 * Refuses, in this order: a missing budget; an unknown person; a `reset_amount` that is missing,
 * not allowed, has too many decimals, or needs approval by a policy; an existing member; a balance
 * of the budget out of bounds.
 */
export const decideMember = (
  context: MemberContext,
  command: MemberCommand,
): Result.Result<Decision<BudgetMemberRecord>, AddMemberRefusal> =>
  Result.gen(function* () {
    const { currency } = context.business
    const { id, now } = command
    const budget = yield* activeBudget(context.budget, command)
    const person = yield* findPerson(context, command, "")
    const amount = yield* memberAmount(currency, budget.has_member_limits, command, "/reset_amount")
    yield* decideRaise(command.policies ?? [], {
      ...{ currency, budget_id: budget.id, before: 0, amount, pointer: "/reset_amount" },
    })
    const before = context.members.find((_) => samePerson(_, person)) ?? null
    if (before !== null && !before.is_deleted) {
      return yield* Result.fail(new AlreadyMember({ pointer: "", budget_member_id: before.id }))
    }
    const { client_id } = budget
    const row: BudgetMember = {
      ...(before ?? { client_id, id, budget_id: budget.id, spent_amount: zero, created: now }),
      ...person,
      stint: (before?.stint ?? 0) + 1,
      since: now,
      available_amount: amount,
      reset_amount: amount,
      is_deleted: false,
      updated: now,
    }
    yield* within(currency, budget, amount, amount)
    const raised = raise(budget, amount, amount, now)
    const cause = {
      currency,
      date: dayOf(now),
      resource: "budget_members",
      resource_id: String(row.id),
      period: budget.period_number,
    }
    const result = showMember(raised.budget, row, context)
    return {
      result,
      writes: [
        before === null ? created("budget_members", row) : changed("budget_members", before, row),
        ...raised.writes,
      ],
      entries: [
        ...move(cause, amount, { from: "allocations", to: available(budget.id) }),
        ...move(cause, amount - (before?.available_amount ?? 0), {
          from: "allocations",
          to: memberAvailable(row.id),
        }),
      ],
      events: [
        before === null
          ? eventOf("budget_member.created", result, null)
          : changeEvent("budget_member.reinstated", showMember(budget, before, context), result),
      ],
    }
  })

/** Refuses if the reset amount or the available amount of the budget would be out of bounds. */
const within = (
  currency: string,
  { id, reset_amount, available_amount }: Budget,
  reset: number,
  funds: number,
): Result.Result<void, AmountOutOfRange> => {
  const pointer = "/reset_amount"
  const rangeRefusal =
    outOfRange(`the reset_amount of budget ${id}`, reset_amount + reset, currency, pointer) ??
    outOfRange(`the available amount of budget ${id}`, available_amount + funds, currency, pointer)
  return rangeRefusal === null ? Result.succeed(undefined) : Result.fail(rangeRefusal)
}

/**
 * Raises (or lowers) the reset amount and the available amount of a budget, within the bounds of
 * balances: "what joining and leaving members brought or took".
 */
export const raise = (
  budget: Budget,
  reset: number,
  funds: number,
  now: string,
): { readonly budget: Budget; readonly writes: ReadonlyArray<Write> } => {
  if (reset === 0 && funds === 0) return { budget, writes: [] }
  const available_amount = nearestBalance(budget.available_amount + funds)
  const after = {
    ...budget,
    reset_amount: nearestBalance(budget.reset_amount + reset),
    available_amount,
    moved_amount: money(budget.moved_amount + available_amount - budget.available_amount),
    updated: now,
  }
  return { budget: after, writes: [changed("budgets", budget, after)] }
}

/**
 * Changes a member's own reset amount: "PATCH moves the budget's `reset_amount` by the difference
 * and no balance".
 *
 * Refuses, in this order: a missing budget or member; a budget without member limits, or one that
 * never resets; too many decimals; an increase that needs approval by a policy; a `reset_amount` of
 * the budget out of bounds.
 */
export const decideMemberUpdate = (
  context: MemberContext,
  key: MemberKey,
  patch: { readonly reset_amount: BigDecimal.BigDecimal },
  now: string,
  policies: ReadonlyArray<Policy> = [],
): Result.Result<
  Decision<BudgetMemberRecord>,
  | NotFound
  | BudgetWithoutLimits
  | BudgetNeverResets
  | TooManyDecimals
  | NeedsApproval
  | AmountOutOfRange
> =>
  Result.gen(function* () {
    const budget = yield* activeBudget(context.budget, key)
    const member = yield* activeMember(context, key)
    if (!budget.has_member_limits) {
      return yield* Result.fail(new BudgetWithoutLimits({ budget_id: budget.id }))
    }
    if (budget.reset_period === "NEVER") {
      return yield* Result.fail(new BudgetNeverResets({ budget_id: budget.id }))
    }
    const reset_amount = yield* toMinor(
      patch.reset_amount,
      context.business.currency,
      "/reset_amount",
      "at least 0",
    )
    const { currency } = context.business
    yield* decideRaise(policies, {
      ...{ currency, budget_id: budget.id, before: member.reset_amount, amount: reset_amount },
      pointer: "/reset_amount",
    })
    const difference = reset_amount - member.reset_amount
    if (difference === 0) return nothing(showMember(budget, member, context))
    yield* within(context.business.currency, budget, difference, 0)
    const after = { ...member, reset_amount, updated: now }
    const raised = raise(budget, difference, 0, now)
    const result = showMember(raised.budget, after, context)
    return {
      result,
      writes: [changed("budget_members", member, after), ...raised.writes],
      entries: [],
      events: [changeEvent("budget_member.updated", showMember(budget, member, context), result)],
    }
  })
