import { dayOf } from "../../core/dates.ts"
import { format } from "../../core/money.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Category } from "../../core/records/categories.ts"
import type { DeclineCode } from "../../core/records/transactions.ts"
import { fullName, type User } from "../../core/records/users.ts"
import type { Amounts } from "./amounts.ts"
import { membershipOf } from "./charge.ts"
import type { Draft } from "./draft.ts"

/** Authorisation request, with its rows. */
export interface AuthorisationDetails {
  readonly user: User
  readonly budget: Budget
  readonly category: Category | null
  /** Unsigned amounts. */
  readonly amounts: Amounts
}

/**
 * Returns the amount that a user can still spend in a budget: "under member limits only the
 * member's own amount is asked, whatever the others have overspent".
 */
export const availableTo = (draft: Draft, budget: Budget, user: User): number => {
  const member = draft.members.get(membershipOf(draft, budget.id, user.id) ?? -1)
  return budget.has_member_limits && member !== undefined
    ? member.available_amount
    : budget.available_amount
}

/**
 * Returns the balance of the wallet that an authorisation would move: "the wallet of the currency".
 */
export const heldIn = ({ wallets }: Draft, { wallet_currency }: Amounts): number =>
  wallets.get(wallet_currency) ?? 0

/** Returns the explanation of a decision, with its amounts: "12.00 AUD requested, 7.50 AUD …". */
export const explain = (
  draft: Draft,
  details: AuthorisationDetails,
  decline_code: DeclineCode | null,
): string => {
  const { user, budget, category, amounts } = details
  const homeCurrency = draft.context.business.currency
  const sum =
    amounts.currency === homeCurrency
      ? format(amounts.amount, homeCurrency)
      : `${format(amounts.amount, homeCurrency)} (${format(amounts.fx_amount, amounts.currency)})`
  const name = fullName(user)
  const until = ` in ${budget.name}${untilOf(budget)}.`
  const funds = availableTo(draft, budget, user)
  switch (decline_code) {
    case null:
      return `${sum} approved, ${format(funds - amounts.amount, homeCurrency)} left for ${name}${until}`
    case "insufficient_funds":
      return `${sum} requested, ${format(funds, homeCurrency)} available to ${name}${until}`
    case "insufficient_wallet":
      return `${sum} requested, ${format(heldIn(draft, amounts), amounts.wallet_currency)} in the wallet.`
    case "user_deleted":
      return `${sum} requested by ${name}, who is deleted.`
    case "budget_deleted":
      return `${sum} requested from ${budget.name}, a budget that is deleted.`
    case "not_a_member":
      return `${sum} requested by ${name}, who is not a member of ${budget.name}.`
    case "payment_type_not_allowed":
      return `${sum} requested by card by ${name}, who ${mayPayBy(user.payment_types)}.`
    case "category_not_allowed": {
      const why =
        category?.enabled === false ? "that is disabled" : `that ${budget.name} does not allow`
      return `${sum} requested for ${category?.name}, a category ${why}.`
    }
  }
}

const mayPayBy = (payment_types: ReadonlyArray<string>): string =>
  payment_types.length === 0
    ? "has no payment type"
    : `may pay by ${payment_types.join(" and ")} only`

const months =
  "January February March April May June July August September October November December".split(" ")

/** Formats the last day of the budget's period: " until 30 June 2026". */
const untilOf = ({ current_period_end }: Budget): string => {
  if (current_period_end === null) return ""
  const [year, month, day] = dayOf(current_period_end).split("-")
  return ` until ${Number(day)} ${months[Number(month) - 1]} ${Number(year)}`
}
