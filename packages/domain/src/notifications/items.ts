import { dayOf } from "../core/dates.ts"
import { format } from "../core/money.ts"
import type { EndedPeriod } from "../core/records/budget-periods.ts"
import type { Budget } from "../core/records/budgets.ts"
import { type Letter, oneLine } from "../core/records/messages.ts"
import type { Topup } from "../core/records/topups.ts"
import type { TransactionRecord } from "../core/records/transactions.ts"
import { dayText, texts } from "./texts.ts"

/** One item of a mail, with the subject of a mail that has no other item. */
export type Item = Letter["items"][number] & { readonly subject: string }

const maxQuoted = 200

/**
 * Returns a user's text as one line of limited length, so that it cannot imitate the rest of the
 * mail.
 */
const clipped = (text: string): string => {
  const line = [...oneLine(text)]
  return line.length <= maxQuoted ? line.join("") : `${line.slice(0, maxQuoted - 1).join("")}…`
}

/** Names as a mail shows them. */
export interface Names {
  readonly currency: string
  readonly userOf: (id: number | null) => string | null
  readonly budgetOf: (id: string) => string
  readonly memberOf: (id: number | null) => string | null
}

const whatOf = ({ amount, budget_id, budget_member_id }: Topup, names: Names): string => {
  const budget = clipped(names.budgetOf(budget_id))
  const sum = format(Math.abs(amount), names.currency)
  const what = amount < 0 ? texts.withdrawal(sum, budget) : texts.topup(sum, budget)
  const member = names.memberOf(budget_member_id)
  return member === null ? what : texts.forMember(what, clipped(member))
}

/** Returns the item of a pending topup, for the people who can decide it. */
export const requestItem = (topup: Topup, names: Names): Item => {
  const { topup_requests: told } = texts
  const who = clipped(names.userOf(topup.requested_by) ?? texts.somebody)
  const title = whatOf(topup, names)
  return {
    title,
    subject: told.subject(who, title),
    details: [told.from(who, dayText(topup.created)), texts.quoted(clipped(topup.description))],
    links: [{ label: told.link, path: `/approvals?topup=${topup.id}` }],
  }
}

/** Returns the item of a decided topup, for its requester. */
export const decisionItem = (topup: Topup, names: Names): Item => {
  const { topup_decisions: told } = texts
  const what = whatOf(topup, names)
  const outcome = told.outcomes[topup.status]
  const by = names.userOf(topup.actioned_by)
  return {
    title: told.title(what, outcome),
    subject: told.subject(what, outcome),
    details: [
      told.by(by === null ? null : clipped(by), dayText(topup.actioned_on ?? topup.updated)),
      texts.quoted(clipped(topup.description)),
      ...(topup.reason === null ? [] : [told.because(clipped(topup.reason))]),
    ],
    links: [{ label: told.link, path: `/approvals?tab=mine&topup=${topup.id}` }],
  }
}

/** Returns the item of a budget of which `percent` is spent. */
export const usageItem = (budget: Budget, percent: number, currency: string): Item => {
  const { budget_usage: told } = texts
  const { spent_amount, available_amount, current_period_end: end } = budget
  const subject = told.subject(clipped(budget.name), percent)
  const funds = format(available_amount + spent_amount, currency)
  return {
    title: subject,
    subject,
    details: [
      told.spent(format(spent_amount, currency), funds),
      told.left(format(available_amount, currency)),
      ...(end === null ? [] : [told.until(dayText(end))]),
    ],
    links: [{ label: told.link, path: `/budgets/${budget.id}` }],
  }
}

/** Returns the item of an ended period, with a summary of it. */
export const periodItem = (
  { period, opening_amount }: EndedPeriod,
  budget: Budget,
  currency: string,
): Item => {
  const { budget_periods: told } = texts
  const { topped_up_amount, moved_amount, spent_amount, start, end } = period
  const closing = opening_amount + topped_up_amount + moved_amount - spent_amount
  const name = clipped(budget.name)
  const days = told.days(dayText(start), dayText(end))
  const charged = `/transactions?budget=${budget.id}&from=${dayOf(start)}&to=${dayOf(end)}`
  return {
    title: told.title(name, days),
    subject: told.subject(name, days),
    details: [
      told.opening(format(opening_amount, currency)),
      ...(topped_up_amount === 0 ? [] : [told.toppedUp(format(topped_up_amount, currency))]),
      ...(moved_amount === 0 ? [] : [told.moved(format(moved_amount, currency))]),
      told.spent(format(spent_amount, currency)),
      told.closing(format(closing, currency), period.rolled_over),
    ],
    links: [
      { label: told.link, path: charged },
      { label: told.budget, path: `/budgets/${budget.id}` },
    ],
  }
}

/** Returns the item of an expense without a receipt. */
export const receiptItem = (transaction: TransactionRecord, currency: string): Item => {
  const { missing_receipts: told } = texts
  const merchant = clipped(transaction.merchant_name)
  const amount = format(Math.abs(transaction.amount), currency)
  return {
    title: told.title(merchant, amount),
    subject: told.subject(merchant, amount),
    details: [told.spent(dayText(transaction.auth_date))],
    links: [{ label: told.link, path: `/transactions/${transaction.id}` }],
  }
}
