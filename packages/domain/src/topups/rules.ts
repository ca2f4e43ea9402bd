import { Result } from "effect"
import { type Actor, actingToken, actingUser } from "../core/actor.ts"
import { dayOf } from "../core/dates.ts"
import { changed, created, type Decision, type Write } from "../core/decision.ts"
import type { NewEntry } from "../core/entries.ts"
import type { EventType } from "../core/event-types.ts"
import type { NewEvent } from "../core/events.ts"
import { format, money, toMinor } from "../core/money.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Policy } from "../core/records/policies.ts"
import {
  type CreateTopup,
  type DecideTopup,
  showTopup,
  type Topup,
  type TopupRecord,
  type TopupStatus,
  type TopupTarget,
} from "../core/records/topups.ts"
import { isAway, type User } from "../core/records/users.ts"
import { type AmountOutOfRange, NotFound, type TooManyDecimals } from "../core/refusals.ts"
import { changeEvent, eventOf } from "../core/row-change.ts"
import { outOfRange } from "../ledger/bounds.ts"
import { available, memberAvailable, move } from "../ledger/rules.ts"
import { coveredBy } from "../policies/rules.ts"
import {
  InsufficientFunds,
  NotAnApprover,
  TopupNeedsBudget,
  TopupNeedsMember,
  TopupNotPending,
} from "./errors.ts"

/** Data that a store loads under its lock before a decision about a topup. */
export interface TopupContext {
  readonly business: Business
  readonly budget: Budget | null
  /** Null for a topup of the budget itself, or if the member does not exist. */
  readonly member: BudgetMember | null
  /** Topup of the command; null if it is new or does not exist. */
  readonly topup: Topup | null
  /** Policies that cover the budget, for a new topup; by `created`. */
  readonly policies: ReadonlyArray<Policy>
  /** Users that the topup refers to, and the acting user. */
  readonly people: ReadonlyArray<User>
  /** Active owners of the budget who are users, with their delegates, and the Admins. */
  readonly approvers: Approvers
}

export interface Approvers {
  readonly owners: ReadonlyArray<User>
  readonly admins: ReadonlyArray<User>
}

/** Requester, time and target of a new topup. */
export interface TopupCommand extends CreateTopup {
  readonly id: string
  readonly target: TopupTarget
  readonly actor: Actor
  /**
   * True if the actor is an active member without further rights: "PENDING, unless more is
   * permitted".
   */
  readonly asks?: boolean
  readonly now: string
}

type TargetRefusal = NotFound | TopupNeedsMember | TopupNeedsBudget

interface Target {
  readonly budget: Budget
  /** Null for a topup of the budget itself. */
  readonly member: BudgetMember | null
}

/** Returns the budget and the member that a topup would change. Deleted ones count as unknown. */
const target = (
  { budget, member }: TopupContext,
  { budget_id, budget_member_id }: TopupTarget,
): Result.Result<Target, TargetRefusal> => {
  if (budget === null || budget.is_deleted) {
    return Result.fail(new NotFound({ what: "budget", id: budget_id }))
  }
  if (budget_member_id !== null && (member === null || member.is_deleted)) {
    return Result.fail(new NotFound({ what: "budget member", id: budget_member_id }))
  }
  if (budget_member_id === null && budget.has_member_limits) {
    return Result.fail(new TopupNeedsMember({ budget_id }))
  }
  if (budget_member_id !== null && !budget.has_member_limits) {
    return Result.fail(new TopupNeedsBudget({ budget_id }))
  }
  return Result.succeed({ budget, member })
}

/**
 * Creates a topup: "APPROVED at once, money moved in the same transaction", or PENDING with nothing
 * moved.
 *
 * Refuses, in this order: an unknown budget or member; the wrong kind of target for
 * `has_member_limits`; more decimals than the currency has; a negative amount that exceeds the
 * available funds; funds above the maximum of a balance.
 */
export const decideTopup = (
  context: TopupContext,
  command: TopupCommand,
): Result.Result<
  Decision<TopupRecord>,
  TargetRefusal | TooManyDecimals | InsufficientFunds | AmountOutOfRange
> => {
  const found = target(context, command.target)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const { budget, member } = found.success
  const minor = toMinor(command.amount, context.business.currency, "/amount", "other than 0")
  if (Result.isFailure(minor)) return Result.fail(minor.failure)
  const shortfall = shortage(context.business, member ?? budget, minor.success)
  if (shortfall !== null)
    return Result.fail(new InsufficientFunds({ ...shortfall, pointer: "/amount" }))
  const rangeRefusal = excess(context.business, found.success, minor.success, "/amount")
  if (rangeRefusal !== null) return Result.fail(rangeRefusal)

  const pending = needsApproval(context, command, minor.success)
  const user_id = actingUser(command.actor)
  const topup: Topup = {
    ...command.target,
    id: command.id,
    amount: minor.success,
    description: command.description,
    status: pending ? "PENDING" : "APPROVED",
    requested_by: user_id,
    requested_by_token: actingToken(command.actor),
    actioned_by: null,
    actioned_on: pending ? null : command.now,
    reason: null,
    created: command.now,
    updated: command.now,
  }
  const result = showTopup(topup, context.people)
  const movement = pending
    ? noMovement
    : moveFunds(context.business, found.success, topup, command.now)
  return Result.succeed({
    result,
    writes: [created("topups", topup), ...movement.writes],
    entries: movement.entries,
    events: pending ? [newTopup(result)] : [newTopup(result), approvedAtOnce(result)],
  })
}

const newTopup = (data: TopupRecord): NewEvent => eventOf("topup.created", data, null)

/**
 * "A topup that is approved at once tells `topup.created` and `topup.approved`": it was never
 * PENDING, so nothing changes between the two events.
 */
const approvedAtOnce = (data: TopupRecord): NewEvent => eventOf("topup.approved", data, {})

/**
 * "A topup is approved automatically unless a workflow or policy configured in the business
 * requires approval." "Taking money away never needs approval"; "`auto_approve: false` always asks
 * for approval"; `auto_approve: true` is "honoured for a token with the Admin role, else the topup
 * stays PENDING". A topup that a member requests without further rights always needs approval, also
 * a negative one.
 */
const needsApproval = (context: TopupContext, command: TopupCommand, amount: number): boolean => {
  if (command.auto_approve === false || command.asks === true) return true
  if (amount < 0) return false
  if (coveredBy(context.policies, command.target.budget_id, amount) === undefined) return false
  return !(
    command.auto_approve === true &&
    command.actor.type === "token" &&
    command.actor.is_admin
  )
}

/**
 * Returns the available and the requested amount if a negative amount exceeds the available funds;
 * otherwise null. A positive amount never does.
 */
const shortage = (
  { currency }: Business,
  { available_amount }: Pick<Budget, "available_amount">,
  amount: number,
): { readonly available: string; readonly requested: string } | null =>
  amount < 0 && available_amount + amount < 0
    ? { available: format(available_amount, currency), requested: format(-amount, currency) }
    : null

/**
 * Returns a refusal if the amount would raise the available funds above the maximum of a balance.
 */
const excess = (
  { currency }: Business,
  { budget, member }: Target,
  amount: number,
  pointer?: string,
): AmountOutOfRange | null => {
  const ofBudget = budget.available_amount + amount
  const ofMember = (member?.available_amount ?? 0) + amount
  return (
    outOfRange(`the available amount of budget ${budget.id}`, ofBudget, currency, pointer) ??
    (member === null
      ? null
      : outOfRange(
          `the available amount of budget member ${member.id}`,
          ofMember,
          currency,
          pointer,
        ))
  )
}

interface Moved {
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
}

const noMovement: Moved = { writes: [], entries: [] }

/** "With member limits a member topup moves the budget's `available_amount` alike." */
const moveFunds = (
  { currency }: Business,
  { budget, member }: Target,
  { id, amount }: Topup,
  now: string,
): Moved => {
  const period = budget.period_number
  const cause = { currency, date: dayOf(now), resource: "topups", resource_id: id, period }
  const toppedUp = { topped_up_amount: money(budget.topped_up_amount + amount) }
  const raise = <A extends Budget | BudgetMember>(record: A): A => ({
    ...record,
    available_amount: money(record.available_amount + amount),
    updated: now,
  })
  return {
    writes: [
      changed("budgets", budget, { ...raise(budget), ...toppedUp }),
      ...(member === null ? [] : [changed("budget_members", member, raise(member))]),
    ],
    entries: [
      ...move(cause, amount, { from: "allocations", to: available(budget.id) }),
      ...(member === null
        ? []
        : move(cause, amount, { from: "allocations", to: memberAvailable(member.id) })),
    ],
  }
}

/** Command that decides a pending topup. */
export interface ActOnTopup extends DecideTopup {
  readonly action: "approve" | "decline" | "cancel"
  readonly topup_id: string
  readonly target: TopupTarget
  readonly actor: Actor
  readonly now: string
}

const statusAfter = {
  approve: "APPROVED",
  decline: "DECLINED",
  cancel: "CANCELLED",
} as const satisfies Record<ActOnTopup["action"], TopupStatus>

const eventTypeOf = {
  approve: "topup.approved",
  decline: "topup.declined",
  cancel: "topup.cancelled",
} as const satisfies Record<ActOnTopup["action"], EventType>

/**
 * Approves, declines or cancels a PENDING topup.
 *
 * Refuses, in this order: an unknown budget, member or topup; an actor without the right to it; a
 * topup that is not PENDING. An approval also refuses a target that has become the wrong kind for
 * `has_member_limits`, a negative amount that exceeds the available funds, and funds above the
 * maximum of a balance.
 */
export const decideOnTopup = (
  context: TopupContext,
  command: ActOnTopup,
): Result.Result<
  Decision<TopupRecord>,
  TargetRefusal | NotAnApprover | TopupNotPending | InsufficientFunds | AmountOutOfRange
> => {
  const found = target(context, command.target)
  if (Result.isFailure(found) && found.failure._tag === "NotFound")
    return Result.fail(found.failure)
  const { topup } = context
  if (topup === null || !isOf(topup, command.target)) {
    return Result.fail(new NotFound({ what: "topup", id: command.topup_id }))
  }
  const refusal = mayAct(context, command, topup)
  if (refusal !== null) return Result.fail(refusal)
  if (topup.status !== "PENDING") {
    return Result.fail(new TopupNotPending({ topup_id: topup.id, status: topup.status }))
  }
  if (command.action === "approve") {
    if (Result.isFailure(found)) return Result.fail(found.failure)
    const shortfall = shortage(
      context.business,
      found.success.member ?? found.success.budget,
      topup.amount,
    )
    if (shortfall !== null) return Result.fail(new InsufficientFunds(shortfall))
    const rangeRefusal = excess(context.business, found.success, topup.amount)
    if (rangeRefusal !== null) return Result.fail(rangeRefusal)
  }
  const after: Topup = {
    ...topup,
    status: statusAfter[command.action],
    actioned_by: actingUser(command.actor),
    actioned_on: command.now,
    reason: command.reason ?? null,
    updated: command.now,
  }
  const result = showTopup(after, context.people)
  const movement =
    command.action === "approve" && Result.isSuccess(found)
      ? moveFunds(context.business, found.success, after, command.now)
      : noMovement
  return Result.succeed({
    result,
    writes: [changed("topups", topup, after), ...movement.writes],
    entries: movement.entries,
    events: [changeEvent(eventTypeOf[command.action], showTopup(topup, context.people), result)],
  })
}

const isOf = (topup: Topup, { budget_id, budget_member_id }: TopupTarget): boolean =>
  topup.budget_id === budget_id && topup.budget_member_id === budget_member_id

/**
 * "Approve and decline: an active owner of the budget, an owner's `delegate_approver` while that
 * owner is out of office, or an Admin, whatever their role permits otherwise, and never the
 * requester unless the requester is the only one who could; cancel: the requester or an Admin."
 */
const mayAct = (context: TopupContext, command: ActOnTopup, topup: Topup): NotAnApprover | null => {
  const { actor, action } = command
  const isAllowed =
    action === "cancel"
      ? isAdmin(actor) || isRequester(actor, topup)
      : mayDecide(context.approvers, actor, topup, dayOf(command.now))
  return isAllowed ? null : new NotAnApprover({ topup_id: topup.id, action, status: topup.status })
}

const isAdmin = (actor: Actor): boolean =>
  actor.type === "operator" || (actor.type === "token" && actor.is_admin)

/** "For 'never the requester' the token is its own person." */
const isRequester = (actor: Actor, { requested_by, requested_by_token }: Topup): boolean =>
  requested_by === null
    ? requested_by_token !== null && requested_by_token === actingToken(actor)
    : requested_by === actingUser(actor)

/** Returns true if the actor may approve or decline a topup of a budget with these approvers. */
export const mayDecide = (who: Approvers, actor: Actor, topup: Topup, today: string): boolean => {
  const user_id = actingUser(actor)
  const could = approvers(who, today)
  const allowed = isAdmin(actor) || (user_id !== null && could.has(user_id))
  return allowed && !(isRequester(actor, topup) && [...could].some((_) => _ !== topup.requested_by))
}

/**
 * Returns the ids of all users who may decide a topup of this requester (null: a token). The
 * requester is only included if no one else could decide it.
 */
export const decidersOf = (
  who: Approvers,
  requested_by: number | null,
  today: string,
): ReadonlyArray<number> => {
  const could = [...approvers(who, today)]
  const others = could.filter((id) => id !== requested_by)
  return others.length === 0 ? could : others
}

/**
 * Returns the ids of all users who could approve today: owners, delegates of owners who are out of
 * office, and Admins.
 */
const approvers = ({ owners, admins }: Approvers, today: string): ReadonlySet<number> =>
  new Set([
    ...owners.map((_) => _.id),
    ...owners.flatMap((_) =>
      isAway(_, today) && _.delegate_approver !== null ? [_.delegate_approver] : [],
    ),
    ...admins.map((_) => _.id),
  ])
