import { type BigDecimal, Result } from "effect"
import type { ResetAmountNotAllowed, ResetAmountRequired } from "../budgets/errors.ts"
import type { Budget } from "../budgets/model.ts"
import { findPerson, type People, samePerson } from "../budgets/people.ts"
import { activeBudget, memberAmount } from "../budgets/rules.ts"
import type { Business } from "../businesses/model.ts"
import { previous } from "../events/model.ts"
import { outOfRange } from "../ledger/bounds.ts"
import type { NewEntry } from "../ledger/model.ts"
import { available, memberAvailable, move } from "../ledger/rules.ts"
import type { NeedsApproval } from "../policies/errors.ts"
import type { Policy } from "../policies/model.ts"
import { decideRaise } from "../policies/rules.ts"
import { dayOf } from "../shared/dates.ts"
import { changed, created, type Decision, joined, nothing, type Write } from "../shared/decision.ts"
import { money, nearestBalance, toMinor, zero } from "../shared/money.ts"
import {
  type AmountOutOfRange,
  NotFound,
  type TooManyDecimals,
  type UnknownReference,
} from "../shared/refusals.ts"
import { cancelTopups } from "../topups/cancelling.ts"
import type { Topup } from "../topups/model.ts"
import {
  AlreadyMember,
  BudgetNeverResets,
  BudgetWithoutLimits,
  LastBudgetMember,
} from "./errors.ts"
import type { AddMember, BudgetMember, BudgetMemberRecord, MemberKey } from "./model.ts"
import { showMember } from "./show.ts"

/**
 * What a store loads, under its lock, before anything is decided about a budget's members. Its
 * people are those that the command names, the members, and the users who asked for the topups.
 */
export interface MemberContext extends People {
  readonly business: Business
  readonly budget: Budget | null
  /** Every member of the budget, removed ones included, by `created`. */
  readonly members: ReadonlyArray<BudgetMember>
  /** The PENDING topups of the budget and of its members, by `created`. */
  readonly pending_topups: ReadonlyArray<Topup>
}

export interface MemberCommand extends AddMember {
  readonly budget_id: string
  readonly id: number
  /** Those to which the caller is held; none where the caller may approve. */
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
 * Refused, in this order: no such budget; person unknown; `reset_amount` missing or not allowed, or
 * with too many decimals, or more than a policy leaves to the caller; already a member; more than
 * the budget's balances may come to.
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
        {
          type: before === null ? "budget_member.created" : "budget_member.reinstated",
          resource: "budget_members",
          data: result,
          previous: before === null ? null : previous(showMember(budget, before, context), result),
        },
      ],
    }
  })

/** Refused where what a budget resets to, or has available, would leave its bound. */
const within = (
  currency: string,
  { id, reset_amount, available_amount }: Budget,
  reset: number,
  funds: number,
): Result.Result<void, AmountOutOfRange> => {
  const pointer = "/reset_amount"
  const beyond =
    outOfRange(`the reset_amount of budget ${id}`, reset_amount + reset, currency, pointer) ??
    outOfRange(`what budget ${id} has available`, available_amount + funds, currency, pointer)
  return beyond === null ? Result.succeed(undefined) : Result.fail(beyond)
}

/**
 * Raises (or lowers) what a budget resets to and has available, as far as balances go: "what
 * joining and leaving members brought or took".
 */
const raise = (
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

/** A member that is there and not removed. */
const activeMember = (
  { members }: MemberContext,
  { budget_member_id }: Pick<MemberKey, "budget_member_id">,
): Result.Result<BudgetMember, NotFound> => {
  const member = members.find((_) => _.id === budget_member_id && !_.is_deleted)
  return member === undefined
    ? Result.fail(new NotFound({ what: "budget member", id: budget_member_id }))
    : Result.succeed(member)
}

/**
 * Changes a member's own reset amount: "PATCH moves the budget's `reset_amount` by the difference
 * and no balance".
 *
 * Refused, in this order: no such budget or member; no member limits; a budget that never resets;
 * too many decimals; raised to more than a policy leaves to the caller; more than the budget's
 * `reset_amount` may come to.
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
      events: [
        {
          type: "budget_member.updated",
          resource: "budget_members",
          data: result,
          previous: previous(showMember(budget, member, context), result),
        },
      ],
    }
  })

/**
 * What the end of a membership writes: "removing lowers them by the member's `reset_amount` and
 * remaining `available_amount`". The budget is the one the writes start from, so that several can
 * follow each other.
 */
export const withoutMember = (
  currency: string,
  budget: Budget,
  member: BudgetMember,
  now: string,
): {
  readonly budget: Budget
  readonly member: BudgetMember
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
} => {
  const limited = budget.has_member_limits
  const left = limited ? member.available_amount : zero
  const after = { ...member, available_amount: zero, is_deleted: true, updated: now }
  const lowered = raise(budget, limited ? -member.reset_amount : 0, -left, now)
  const cause = {
    currency,
    date: dayOf(now),
    resource: "budget_members",
    resource_id: String(member.id),
    period: budget.period_number,
  }
  return {
    budget: lowered.budget,
    member: after,
    writes: [changed("budget_members", member, after), ...lowered.writes],
    entries: [
      ...move(cause, budget.available_amount - lowered.budget.available_amount, {
        from: available(budget.id),
        to: "allocations",
      }),
      ...move(cause, left, { from: memberAvailable(member.id), to: "allocations" }),
    ],
  }
}

/**
 * Removes a member, and cancels the topups that wait for approval to top it up.
 *
 * Refused, in this order: no such budget or member; "the last member stays (`last_budget_member`)".
 */
export const decideMemberRemoval = (
  context: MemberContext,
  key: MemberKey,
  now: string,
): Result.Result<Decision<void>, NotFound | LastBudgetMember> =>
  Result.gen(function* () {
    const budget = yield* activeBudget(context.budget, key)
    const member = yield* activeMember(context, key)
    if (context.members.every((_) => _.is_deleted || _.id === member.id)) {
      return yield* Result.fail(new LastBudgetMember({ budget_id: budget.id }))
    }
    const ended = withoutMember(context.business.currency, budget, member, now)
    const data = showMember(ended.budget, ended.member, context)
    const waiting = context.pending_topups.filter((_) => _.budget_member_id === member.id)
    const parts = joined([
      {
        writes: ended.writes,
        entries: ended.entries,
        events: [
          {
            type: "budget_member.deleted",
            resource: "budget_members",
            data,
            previous: previous(showMember(budget, member, context), data),
          },
        ],
      },
      cancelTopups(waiting, context.users, now),
    ])
    return { result: undefined, ...parts }
  })
