import { Result } from "effect"
import { dayOf, epoch, mondayOf, timestamp } from "../core/dates.ts"
import { changed, created, type Decision, nothing, removed, type Write } from "../core/decision.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { EndedPeriod } from "../core/records/budget-periods.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import { type NewMessage, type OutgoingMessage, outgoing } from "../core/records/messages.ts"
import type { BudgetAlert, NotificationProgress } from "../core/records/notifications.ts"
import type { Topup } from "../core/records/topups.ts"
import { fullName, type User } from "../core/records/users.ts"
import { decidersOf } from "../topups/rules.ts"
import type { Happenings } from "./happenings.ts"
import { decisionItem, type Names, periodItem, requestItem, usageItem } from "./items.ts"
import { Mailbag, type Told } from "./letters.ts"
import { newlyReached } from "./usage.ts"

/** What is known of a business when it is told what happened. */
export interface NotificationContext {
  readonly business: Business
  /** Null before the first time. */
  readonly progress: NotificationProgress | null
  /** Those that are told of, and whatever belongs to them. */
  readonly topups: ReadonlyArray<Topup>
  readonly budgets: ReadonlyArray<Budget>
  readonly alerts: ReadonlyArray<BudgetAlert>
  readonly periods: ReadonlyArray<EndedPeriod>
  /** Removed ones included. */
  readonly owners: ReadonlyArray<BudgetOwner>
  readonly members: ReadonlyArray<BudgetMember>
  readonly admins: ReadonlyArray<User>
  /** Everyone who is named by any of these, and the delegates of those who are away. */
  readonly people: ReadonlyArray<User>
}

/** As many people are told of one thing: owners first, then their delegates, then Admins. */
const maxReaders = 50

/** What readers are told, and what is remembered of it. */
export interface Telling {
  readonly told: ReadonlyArray<Told>
  readonly alerts: ReadonlyArray<Write>
}

/**
 * Who is told what of what happened. Each topup is told as it is by now: one that waits no more is
 * no request.
 */
export const tellingOf = (
  context: NotificationContext,
  { requested, decided, charged }: Happenings,
  now: string,
): Telling => {
  const people = new Map(context.people.map((user) => [user.id, user]))
  const budgets = new Map(context.budgets.map((budget) => [budget.id, budget]))
  const members = new Map(context.members.map((member) => [member.id, member]))
  const usersOf = (ids: Iterable<number | null>): ReadonlyArray<User> =>
    [...ids].flatMap((id) => people.get(id ?? 0) ?? [])
  const owners = Map.groupBy(
    context.owners.filter((_) => !_.is_deleted),
    (_) => _.budget_id,
  )
  const ownersOf = (budget_id: string): ReadonlyArray<User> =>
    usersOf((owners.get(budget_id) ?? []).map((_) => _.user_id)).filter((_) => !_.is_deleted)
  const userOf = (id: number | null): string | null => {
    const [user] = usersOf([id])
    return user === undefined ? null : fullName(user)
  }
  const { currency } = context.business
  const names: Names = {
    currency,
    userOf,
    budgetOf: (id) => budgets.get(id)?.name ?? "",
    memberOf: (id) => (id === null ? null : userOf(members.get(id)?.user_id ?? null)),
  }
  const bag = new Mailbag()

  const tellOfTopup = (topup: Topup): void => {
    if (topup.status === "PENDING") {
      if (!requested.includes(topup.id)) return
      const who = { owners: ownersOf(topup.budget_id), admins: context.admins }
      const readers = usersOf(decidersOf(who, topup.requested_by, dayOf(now)))
      const present = readers.filter((_) => !_.is_deleted).slice(0, maxReaders)
      bag.add("topup_requests", present, requestItem(topup, names))
    } else if (decided.includes(topup.id)) {
      bag.add("topup_decisions", usersOf([topup.requested_by]), decisionItem(topup, names))
    }
  }
  for (const topup of context.topups.toSorted(oldestFirst)) tellOfTopup(topup)

  const alerts = charged.flatMap((budget_id): ReadonlyArray<Write> => {
    const budget = budgets.get(budget_id)
    const alert = context.alerts.find((_) => _.budget_id === budget_id) ?? null
    const percent = budget === undefined ? 0 : newlyReached(budget, alert)
    if (budget === undefined || percent === 0) return []
    const readers = ownersOf(budget_id).slice(0, maxReaders)
    bag.add("budget_usage", readers, usageItem(budget, percent, currency))
    return [alertWritten(alert, budget, percent, now)]
  })

  const newestFirst = context.periods.toSorted((a, b) => (a.period.end < b.period.end ? 1 : -1))
  for (const ended of newestFirst) {
    const budget = budgets.get(ended.period.budget_id)
    if (budget === undefined) continue
    const readers = ownersOf(budget.id).slice(0, maxReaders)
    bag.add("budget_periods", readers, periodItem(ended, budget, currency))
  }
  return { told: bag.told, alerts }
}

const oldestFirst = (a: Topup, b: Topup): number =>
  a.created < b.created || (a.created === b.created && a.id < b.id) ? -1 : 1

const alertWritten = (
  before: BudgetAlert | null,
  { client_id, id: budget_id, period_number }: Budget,
  percent: number,
  now: string,
): Write => {
  if (before !== null) {
    return changed("budget_alerts", before, { ...before, period_number, percent, updated: now })
  }
  const alert = { client_id, budget_id, period_number, percent, created: now, updated: now }
  return created("budget_alerts", alert)
}

/** How long a business waits after mails about events: what happens meanwhile comes together. */
const pauseMs = 30_000

/** When events are looked at again of which so many mails told. */
export const nextPass = (mails: number, now: string): string =>
  mails === 0 ? now : timestamp(epoch(now) + pauseMs)

/** Where digests stand: of which week, and after which user; null for none that are due. */
export interface DigestPlace {
  readonly digest_week: string
  readonly after: number
}

/**
 * "To the spender a weekly digest": from each Monday on, in UTC. Where nothing was looked at yet
 * none is: the first digest of a business comes with the Monday after that.
 */
export const digestDue = (
  progress: NotificationProgress | null,
  now: string,
): DigestPlace | null => {
  if (progress === null) return null
  const week = mondayOf(dayOf(now))
  if (progress.digest_week < week) return { digest_week: week, after: 0 }
  const { digest_week, digest_user } = progress
  return digest_user === null ? null : { digest_week, after: digest_user }
}

/** What is written once things were looked at. */
export interface NotificationCommand {
  readonly client_id: number
  /** The progress that was seen; what was told meanwhile is not told again. */
  readonly seen: NotificationProgress | null
  /** How far things were looked at. */
  readonly reached: Partial<
    Pick<NotificationProgress, "sequence" | "next_pass" | "digest_week" | "digest_user">
  >
  /** The key of a business that has none. */
  readonly unsubscribe_key: string
  readonly messages: ReadonlyArray<NewMessage>
  readonly ids: ReadonlyArray<string>
  readonly alerts: ReadonlyArray<Write>
  readonly now: string
}

/** Progress before anything was looked at: the digests begin with the next week. */
const noProgress = ({
  client_id,
  unsubscribe_key,
  now,
}: Pick<NotificationCommand, "client_id" | "unsubscribe_key" | "now">): NotificationProgress => ({
  client_id,
  sequence: 0,
  next_pass: now,
  digest_week: mondayOf(dayOf(now)),
  digest_user: null,
  unsubscribe_key,
  created: now,
  updated: now,
})

/**
 * Writes the mails to the outbox and how far things were looked at, in one step: so each thing is
 * told once. Nothing, where another has told it meanwhile.
 */
export const decideNotifications = (
  { progress }: Pick<NotificationContext, "progress">,
  command: NotificationCommand,
): Result.Result<Decision<number>> => {
  const { client_id, seen, reached, messages, ids, alerts, now } = command
  if (!isSame(progress, seen)) return Result.succeed(nothing(0))
  const after = { ...(progress ?? noProgress(command)), ...reached, updated: now }
  const rows = messages.map((message, n) =>
    created("messages", outgoing(message, { client_id, id: ids[n] ?? "", now })),
  )
  return Result.succeed({
    ...nothing(messages.length),
    writes: [
      progress === null
        ? created("notification_progress", after)
        : changed("notification_progress", progress, after),
      ...alerts,
      ...rows,
    ],
  })
}

/** What is known of a business whose history was told elsewhere. */
export interface SettledContext {
  readonly progress: NotificationProgress | null
  /** The first of its outbox, and whether there are more. */
  readonly messages: ReadonlyArray<OutgoingMessage>
  readonly more: boolean
}

/** Where it is settled: what happened up to `sequence` is told. */
export interface SettleCommand {
  readonly client_id: number
  readonly sequence: number
  readonly unsubscribe_key: string
  readonly now: string
}

/**
 * Takes what happened up to now, and the digests of this week, for told, and these messages out of
 * the outbox; answers whether there are more of them.
 */
export const decideSettled = (
  { progress, messages, more }: SettledContext,
  command: SettleCommand,
): Result.Result<Decision<boolean>> => {
  const { sequence, now } = command
  const after: NotificationProgress = {
    ...(progress ?? noProgress(command)),
    sequence: Math.max(sequence, progress?.sequence ?? 0),
    digest_week: mondayOf(dayOf(now)),
    digest_user: null,
    updated: now,
  }
  return Result.succeed({
    ...nothing(more),
    writes: [
      progress === null
        ? created("notification_progress", after)
        : changed("notification_progress", progress, after),
      ...messages.map((message) => removed("messages", message)),
    ],
  })
}

const isSame = (a: NotificationProgress | null, b: NotificationProgress | null): boolean =>
  a?.sequence === b?.sequence &&
  a?.digest_week === b?.digest_week &&
  a?.digest_user === b?.digest_user
