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
  const { topup_requests: phrases } = texts
  const who = clipped(names.userOf(topup.requested_by) ?? texts.unknownPerson)
  const title = whatOf(topup, names)
  return {
    title,
    subject: phrases.subject(who, title),
    details: [phrases.from(who, dayText(topup.created)), texts.quoted(clipped(topup.description))],
    links: [{ label: phrases.link, path: `/approvals?topup=${topup.id}` }],
  }
}

/** Returns the item of a decided topup, for its requester. */
export const decisionItem = (topup: Topup, names: Names): Item => {
  const { topup_decisions: phrases } = texts
  const what = whatOf(topup, names)
  const outcome = phrases.outcomes[topup.status]
  const by = names.userOf(topup.actioned_by)
  return {
    title: phrases.title(what, outcome),
    subject: phrases.subject(what, outcome),
    details: [
      phrases.by(by === null ? null : clipped(by), dayText(topup.actioned_on ?? topup.updated)),
      texts.quoted(clipped(topup.description)),
      ...(topup.reason === null ? [] : [phrases.because(clipped(topup.reason))]),
    ],
    links: [{ label: phrases.link, path: `/approvals?tab=mine&topup=${topup.id}` }],
  }
}

/** Returns the item of a budget of which `percent` is spent. */
export const usageItem = (budget: Budget, percent: number, currency: string): Item => {
  const { budget_usage: phrases } = texts
  const { spent_amount, available_amount, current_period_end: end } = budget
  const subject = phrases.subject(clipped(budget.name), percent)
  const funds = format(available_amount + spent_amount, currency)
  return {
    title: subject,
    subject,
    details: [
      phrases.spent(format(spent_amount, currency), funds),
      phrases.left(format(available_amount, currency)),
      ...(end === null ? [] : [phrases.until(dayText(end))]),
    ],
    links: [{ label: phrases.link, path: `/budgets/${budget.id}` }],
  }
}

/** Returns the item of an ended period, with a summary of it. */
export const periodItem = (
  { period, opening_amount }: EndedPeriod,
  budget: Budget,
  currency: string,
): Item => {
  const { budget_periods: phrases } = texts
  const { topped_up_amount, moved_amount, spent_amount, start, end } = period
  const closing = opening_amount + topped_up_amount + moved_amount - spent_amount
  const name = clipped(budget.name)
  const days = phrases.days(dayText(start), dayText(end))
  const charged = `/transactions?budget=${budget.id}&from=${dayOf(start)}&to=${dayOf(end)}`
  return {
    title: phrases.title(name, days),
    subject: phrases.subject(name, days),
    details: [
      phrases.opening(format(opening_amount, currency)),
      ...(topped_up_amount === 0 ? [] : [phrases.toppedUp(format(topped_up_amount, currency))]),
      ...(moved_amount === 0 ? [] : [phrases.moved(format(moved_amount, currency))]),
      phrases.spent(format(spent_amount, currency)),
      phrases.closing(format(closing, currency), period.rolled_over),
    ],
    links: [
      { label: phrases.link, path: charged },
      { label: phrases.budget, path: `/budgets/${budget.id}` },
    ],
  }
}

/** Returns the item of an expense without a receipt. */
export const receiptItem = (transaction: TransactionRecord, currency: string): Item => {
  const { missing_receipts: phrases } = texts
  const merchant = clipped(transaction.merchant_name)
  const amount = format(Math.abs(transaction.amount), currency)
  return {
    title: phrases.title(merchant, amount),
    subject: phrases.subject(merchant, amount),
    details: [phrases.spent(dayText(transaction.auth_date))],
    links: [{ label: phrases.link, path: `/transactions/${transaction.id}` }],
  }
}
