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
import { Mailbag, type Notice } from "./letters.ts"
import { newlyReached } from "./usage.ts"

/** Data of a business from which its notifications are made. */
export interface NotificationContext {
  readonly business: Business
  /** Null before the first pass. */
  readonly progress: NotificationProgress | null
  /** Records that are reported, and the records that belong to them. */
  readonly topups: ReadonlyArray<Topup>
  readonly budgets: ReadonlyArray<Budget>
  readonly alerts: ReadonlyArray<BudgetAlert>
  readonly periods: ReadonlyArray<EndedPeriod>
  /** Includes removed owners. */
  readonly owners: ReadonlyArray<BudgetOwner>
  readonly members: ReadonlyArray<BudgetMember>
  readonly admins: ReadonlyArray<User>
  /** Users whom any of these records refers to, and the delegates of those who are away. */
  readonly people: ReadonlyArray<User>
}

/**
 * Maximum number of people who are notified of one item: first owners, then their delegates, then
 * Admins.
 */
const maxReaders = 50

/** Notifications for readers, and the alerts to save. */
export interface Telling {
  readonly notices: ReadonlyArray<Notice>
  readonly alerts: ReadonlyArray<Write>
}

/**
 * Returns the notifications for these events. A topup is reported in its current state: one that is
 * no longer pending is not reported as a request.
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
  return { notices: bag.notices, alerts }
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

/** Pause of a business after mails about events; events in the meantime are reported together. */
const pauseMs = 30_000

/** Returns the time of the next pass, after one that produced `mails` mails. */
export const nextPass = (mails: number, now: string): string =>
  mails === 0 ? now : timestamp(epoch(now) + pauseMs)

/** Position of the digests: their week, and the user after whom they continue. */
export interface DigestPlace {
  readonly digest_week: string
  readonly after: number
}

/**
 * "To the spender a weekly digest": from each Monday on, in UTC. Null if no digests are due. The
 * first digest of a business follows on the Monday after its first pass.
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

/** Result of a pass, to be saved. */
export interface NotificationCommand {
  readonly client_id: number
  /**
   * Progress that the pass started from. If another process has changed it since, nothing is saved.
   */
  readonly seen: NotificationProgress | null
  /** Progress after the pass. */
  readonly reached: Partial<
    Pick<NotificationProgress, "sequence" | "next_pass" | "digest_week" | "digest_user">
  >
  /** Signing key for a business that has none yet. */
  readonly unsubscribe_key: string
  readonly messages: ReadonlyArray<NewMessage>
  readonly ids: ReadonlyArray<string>
  readonly alerts: ReadonlyArray<Write>
  readonly now: string
}

/** Returns the progress of a business before its first pass: its digests begin next week. */
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
 * Saves the mails in the outbox together with the progress, so that nothing is reported twice.
 * Saves nothing if another process has advanced the progress; returns the number of mails.
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

/** Data that a store loads before it settles the history of a business. */
export interface SettledContext {
  readonly progress: NotificationProgress | null
  /** First messages of the outbox; `more` is true if there are others. */
  readonly messages: ReadonlyArray<OutgoingMessage>
  readonly more: boolean
}

/** Command to mark the events up to `sequence` as reported. */
export interface SettleCommand {
  readonly client_id: number
  readonly sequence: number
  readonly unsubscribe_key: string
  readonly now: string
}

/**
 * Marks everything up to now and the digests of this week as reported, and removes these messages
 * from the outbox; returns true if there are more of them.
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
