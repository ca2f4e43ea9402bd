import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const section = "Query parameters of operation 6"
const authBounds = "| min_auth_date, max_auth_date | string date | bounds on authorised date, UTC |"
const clearedBounds =
  "| min_cleared_date, max_cleared_date | string date | bounds on cleared date, UTC |"
const status =
  "| status | string, repeatable | `AUTHED`, `CLEARED`, `REFUNDED`, `DECLINED`; repeating the parameter matches any of the given statuses |"
const expenseStatus = "| expense_status | string | `COMPLETE` or `INCOMPLETE_EXPENSE` |"

export const transactionFilters = requirementsOf("transaction-filters", [
  stated("transaction-filters.offset", section, {
    sentence: "| offset | integer | default 0 |",
    sent: "Transactions are listed without `offset`, and with `offset=0`.",
    accepted: "The same page.",
  }),
  stated("transaction-filters.limit", section, {
    sentence: "| limit | integer | default 50, maximum 500 |",
    sent: "More than 500 transactions are listed without `limit`, with 500 and with 501.",
    accepted: "50, 500, and never more than 500.",
  }),
  stated("transaction-filters.min-auth-date", section, {
    sentence: authBounds,
    sent: "`min_auth_date` at days at whose edges something was authorised.",
    accepted: "What was authorised on that UTC day or later, and nothing else.",
  }),
  stated("transaction-filters.max-auth-date", section, {
    sentence: authBounds,
    sent: "`max_auth_date` at days at whose edges something was authorised.",
    accepted: "What was authorised on that UTC day, to its end, or earlier, and nothing else.",
  }),
  derived("transaction-filters.auth-day", section, {
    sentence: authBounds,
    sent: "Both bounds at one day.",
    accepted: "What was authorised on that whole UTC day, and nothing else.",
  }),
  stated("transaction-filters.min-cleared-date", section, {
    sentence: clearedBounds,
    sent: "`min_cleared_date` at days at whose edges something cleared.",
    accepted: "What cleared on that UTC day or later, and nothing else.",
  }),
  stated("transaction-filters.max-cleared-date", section, {
    sentence: clearedBounds,
    sent: "`max_cleared_date` at days at whose edges something cleared.",
    accepted: "What cleared on that UTC day, to its end, or earlier, and nothing else.",
  }),
  derived("transaction-filters.cleared-day", section, {
    sentence: clearedBounds,
    sent: "Both bounds at one day.",
    accepted: "What cleared on that whole UTC day, and nothing else.",
  }),
  derived("transaction-filters.never-cleared", section, {
    sentence: clearedBounds,
    sent: "A bound on the cleared date that includes every cleared transaction.",
    accepted: "No transaction whose cleared date is null.",
  }),
  stated("transaction-filters.expense-status", section, {
    sentence: expenseStatus,
    sent: "`expense_status` with each of its values.",
    accepted: "Every transaction that shows that value, and no other.",
  }),
  derived("transaction-filters.expense-status.unknown", section, {
    sentence: expenseStatus,
    sent: "`expense_status` with another word.",
    accepted: "A refusal, or nothing; never a transaction.",
  }),
  stated("transaction-filters.status", section, {
    sentence: status,
    sent: "`status` with each of its four values.",
    accepted: "The transactions of that status, and no other.",
  }),
  stated("transaction-filters.status.any-of", section, {
    sentence: "repeating the parameter matches any of the given statuses",
    sent: "`status` twice, thrice and four times, in several orders.",
    accepted: "The matches of all of these statuses together.",
  }),
  derived("transaction-filters.status.unknown", section, {
    sentence: status,
    sent: "`status` with another word.",
    accepted: "A refusal, or nothing; never a transaction.",
  }),
  derived("transaction-filters.together", section, {
    sentence: "| # | Method | Path | Query | Request body | Response 200 |",
    sent: "Several filters at once.",
    accepted: "The transactions that match all of them, and no others.",
  }),
  derived("transaction-filters.count", "Common list envelope", {
    sentence: "Total number of records matching the query",
    sent: "Filters, with pages of one record and of many.",
    accepted: "`count` is the number of matching records, on every page.",
  }),
  derived("transaction-filters.paging", "Common list envelope", {
    sentence: "Query fragment of the form `offset=<n>&limit=<n>` that identifies the next page.",
    sent: "A filtered list is walked by its `next`, with the same filter.",
    accepted: "Every transaction that matches, once.",
  }),
])
