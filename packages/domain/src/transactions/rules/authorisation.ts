import { Result } from "effect"
import type { BooksLocked } from "../../books/errors.ts"
import { lockRefusal } from "../../books/rules.ts"
import { isVisible } from "../../categories/rules.ts"
import { dayOf } from "../../core/dates.ts"
import type { Decision } from "../../core/decision.ts"
import { money, zero } from "../../core/money.ts"
import type { Category } from "../../core/records/categories.ts"
import type {
  Authorisation,
  AuthoriseTransaction,
  DeclineCode,
  LineItem,
  Transaction,
} from "../../core/records/transactions.ts"
import type { User } from "../../core/records/users.ts"
import { type AmountOutOfRange, UnknownReference } from "../../core/refusals.ts"
import type { TransactionContext } from "../context.ts"
import { type DateInFuture, type DateTooEarly, ExternalIdTaken } from "../errors.ts"
import { firstStep } from "../movements.ts"
import { showTransaction } from "../show.ts"
import { type Amounts, type AmountsRefusal, amountsOf, ofWallet } from "./amounts.ts"
import { charge, chargeOf, membershipOf } from "./charge.ts"
import { dateRefusal } from "./dates.ts"
import { closeDraft, type Draft, moveMoney, openDraft, putNew, settleDraft } from "./draft.ts"
import { type AuthorisationDetails, availableTo, explain, heldIn } from "./explanation.ts"
import { defaultRateOf } from "./tax.ts"

export interface AuthoriseCommand extends AuthoriseTransaction {
  readonly id: string
  /** Id of the line item with the category. */
  readonly line_item_id: string
  readonly now: string
}

/**
 * Decides about the authorisation request of a merchant. Both outcomes are recorded: AUTHED with a
 * hold, or DECLINED without a movement. "An authorisation repeated with its `external_id` answers
 * the first decision", even if other fields differ. The funds available now limit it, and it
 * belongs to the budget's current period, "whatever its `auth_date`".
 *
 * Refuses, in this order: "an `external_id` [that] a recorded transaction has"; a user, a budget or
 * a category that the business does not have; too many decimals; an `fx_amount` that is missing or
 * differs; a date later than now, or before `earliestDay`; if approved, a date in locked books; a
 * wallet balance out of bounds.
 */
export const decideAuthorisation = (
  context: TransactionContext,
  command: AuthoriseCommand,
): Result.Result<
  Decision<Authorisation>,
  | ExternalIdTaken
  | UnknownReference
  | AmountsRefusal
  | DateInFuture
  | DateTooEarly
  | BooksLocked
  | AmountOutOfRange
> =>
  Result.gen(function* () {
    const draft = openDraft(context)
    const recorded = draft.transactions.get(command.external_id)
    if (recorded !== undefined) return closeDraft(draft, yield* firstDecision(draft, recorded))
    const parties = yield* partiesOf(context, command)
    const details = { ...parties, amounts: yield* amountsOf(context, command, "at least 0") }
    const { now, auth_date = now } = command
    const refusal = dateRefusal("/auth_date", auth_date, now)
    if (refusal !== null) return yield* Result.fail(refusal)
    const decline_code = declineOf(draft, details)
    const explanation = explain(draft, details, decline_code)
    const row = transactionOf(draft, command, details, { auth_date, decline_code, explanation })
    const approved = decline_code === null
    if (approved) {
      const locked = lockOf(context, command)
      if (locked !== null) return yield* Result.fail(locked)
      const date = dayOf(auth_date)
      moveMoney(draft, row, -ofWallet(row, row), { from: "wallet", to: "holds", date })
      charge(draft, chargeOf(row, -row.amount, { date: auth_date, now }))
    }
    const type = approved ? "transaction.authorised" : "transaction.declined"
    const transaction = putNew(draft, row, type)
    return yield* settleDraft(draft, { approved, decline_code, explanation, transaction })
  })

/**
 * Returns the refusal of a date in locked books. A hold without `auth_date` is made now, even if
 * the books are locked.
 */
const lockOf = (
  { books }: TransactionContext,
  { auth_date }: AuthoriseCommand,
): BooksLocked | null =>
  auth_date === undefined
    ? null
    : lockRefusal(books, dayOf(auth_date), { pointer: "/auth_date", what: "date" })

/**
 * Returns the first decision. Only authorisations have an explanation; other transactions were
 * recorded.
 */
const firstDecision = (
  draft: Draft,
  found: Transaction,
): Result.Result<Authorisation, ExternalIdTaken> => {
  const { external_id, explanation, decline_code } = found
  return explanation === null
    ? Result.fail(new ExternalIdTaken({ pointer: "/external_id", external_id }))
    : Result.succeed({
        approved: decline_code === null,
        decline_code,
        explanation,
        transaction: showTransaction(found, draft.mentioned),
      })
}

const partiesOf = (
  { users, budgets, categories }: TransactionContext,
  command: AuthoriseCommand,
): Result.Result<Omit<AuthorisationDetails, "amounts">, UnknownReference> => {
  const { user_id, budget_id, category_id = null } = command
  const unknown = (what: string, id: string | number) =>
    Result.fail(new UnknownReference({ pointer: `/${what}_id`, what, id }))
  const user = users.find((row) => row.id === user_id)
  if (user === undefined) return unknown("user", user_id)
  const budget = budgets.find((row) => row.id === budget_id)
  if (budget === undefined) return unknown("budget", budget_id)
  if (category_id === null) return Result.succeed({ user, budget, category: null })
  const category = categories.find((row) => row.id === category_id && !row.is_deleted)
  return category === undefined
    ? unknown("category", category_id)
    : Result.succeed({ user, budget, category })
}

/** Returns the decline code: "The first that holds, or null", in the order of `declineCodes`. */
const declineOf = (
  draft: Draft,
  { user, budget, category, amounts }: AuthorisationDetails,
): DeclineCode | null => {
  if (user.is_deleted) return "user_deleted"
  if (budget.is_deleted) return "budget_deleted"
  const member = draft.members.get(membershipOf(draft, budget.id, user.id) ?? -1)
  if (member === undefined || member.is_deleted) return "not_a_member"
  if (!user.payment_types.includes("cards")) return "payment_type_not_allowed"
  if (category !== null && !isVisible(category, budget)) return "category_not_allowed"
  if (amounts.amount > availableTo(draft, budget, user)) return "insufficient_funds"
  return draft.context.business.features.hold_to_wallet &&
    ofWallet(amounts, amounts) > heldIn(draft, amounts)
    ? "insufficient_wallet"
    : null
}

const transactionOf = (
  draft: Draft,
  command: AuthoriseCommand,
  { user, budget, category, amounts }: AuthorisationDetails,
  decided: Pick<Transaction, "auth_date" | "decline_code" | "explanation">,
): Transaction => {
  const status = decided.decline_code === null ? "AUTHED" : "DECLINED"
  const leaving = { amount: money(-amounts.amount), fx_amount: money(-amounts.fx_amount) }
  return {
    client_id: draft.context.business.client_id,
    id: command.id,
    external_id: command.external_id,
    transaction_type: "CARD_TRANSACTION",
    status,
    expense_status: "INCOMPLETE_EXPENSE",
    ...decided,
    cleared_date: null,
    merchant_name: command.merchant_name,
    currency: amounts.currency,
    ...leaving,
    gst: zero,
    user_id: user.id,
    budget_id: budget.id,
    ...chargedTo(draft, budget, user),
    wallet_currency: amounts.wallet_currency,
    refunded_amount: zero,
    refunded_fx_amount: zero,
    booked_on: null,
    ...firstStep(draft.wallets, status, { ...amounts, ...leaving }),
    attendees: [],
    receipt_urls: [],
    custom_fields: [],
    line_items: category === null ? [] : [itemOf(draft, command, category, amounts)],
    created: command.now,
    updated: command.now,
  }
}

const chargedTo = (draft: Draft, budget: AuthorisationDetails["budget"], user: User) => {
  const member = draft.members.get(membershipOf(draft, budget.id, user.id) ?? -1)
  return {
    budget_member_id: member?.id ?? null,
    member_stint: member?.stint ?? null,
    period_number: budget.period_number,
  }
}

/** Creates the only line item of an authorisation, which has its category. */
const itemOf = (
  draft: Draft,
  { line_item_id }: AuthoriseCommand,
  category: Category,
  { amount, currency }: Amounts,
): LineItem => ({
  id: line_item_id,
  amount,
  gst_amount: zero,
  category_id: category.id,
  description: "",
  custom_fields: [],
  tax_rate_id: defaultRateOf(draft, currency),
})
