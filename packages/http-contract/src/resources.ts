import type { EventResource } from "@outlay/domain/fields"
import { accountingCode, accountingCodes } from "./accounting-codes.ts"
import { apiTokens } from "./api-tokens.ts"
import { balances } from "./balances.ts"
import { books, booksRecord } from "./books.ts"
import { budgetMember, budgetMembers } from "./budget-members.ts"
import { budgetOwner, budgetOwners } from "./budget-owners.ts"
import { budgetPeriods, restatedPeriod } from "./budget-periods.ts"
import { budget, budgets } from "./budgets.ts"
import { categories, category } from "./categories.ts"
import { customFieldBudget, customFieldBudgets } from "./custom-field-budgets.ts"
import { customFieldOption, customFieldOptions } from "./custom-field-options.ts"
import { customField, customFields } from "./custom-fields.ts"
import { expenses } from "./expenses.ts"
import { exported, exports } from "./exports.ts"
import { invites } from "./invites.ts"
import { me } from "./me.ts"
import { notifications } from "./notifications.ts"
import { business } from "./operator/businesses.ts"
import { token } from "./operator/tokens.ts"
import { wallet } from "./operator/wallets.ts"
import { invite } from "./people.ts"
import { policies, policy } from "./policies.ts"
import { receipt, receipts } from "./receipts.ts"
import { reports } from "./reports.ts"
import { roles } from "./roles.ts"
import { sessions } from "./sessions.ts"
import type { Api } from "./shared/endpoint.ts"
import type { Wire } from "./shared/wire.ts"
import { signIn } from "./sign-in.ts"
import { statements } from "./statements.ts"
import { taxRate, taxRates } from "./tax-rates.ts"
import { topup, topups } from "./topups.ts"
import { transaction, transactions } from "./transactions.ts"
import { user, users } from "./users.ts"
import { webhook, webhooks } from "./webhooks.ts"

export * from "./accounting-codes.ts"
export * from "./api-tokens.ts"
export * from "./balances.ts"
export * from "./books.ts"
export * from "./budget-members.ts"
export * from "./budget-owners.ts"
export * from "./budget-periods.ts"
export * from "./budgets.ts"
export * from "./categories.ts"
export * from "./custom-field-budgets.ts"
export * from "./custom-field-options.ts"
export * from "./custom-fields.ts"
export * from "./expenses.ts"
export * from "./exports.ts"
export * from "./invites.ts"
export * from "./me.ts"
export * from "./notifications.ts"
export * from "./operator/accounting-codes.ts"
export * from "./operator/businesses.ts"
export * from "./operator/clock.ts"
export * from "./operator/custom-fields.ts"
export * from "./operator/invites.ts"
export * from "./operator/tax-rates.ts"
export * from "./operator/tokens.ts"
export * from "./operator/transaction-bodies.ts"
export * from "./operator/transactions.ts"
export * from "./operator/users.ts"
export * from "./operator/wallets.ts"
export * from "./people.ts"
export * from "./policies.ts"
export * from "./receipts.ts"
export * from "./reports.ts"
export * from "./roles.ts"
export * from "./sessions.ts"
export * from "./sign-in.ts"
export * from "./statements.ts"
export * from "./tax-rates.ts"
export * from "./topups.ts"
export * from "./transactions.ts"
export * from "./users.ts"
export * from "./webhooks.ts"

/** Operations of each resource for tokens of a business, and those for signing in. */
export const operations = {
  signIn,
  me,
  sessions,
  notifications,
  users,
  roles,
  invites,
  budgets,
  budgetMembers,
  budgetOwners,
  budgetPeriods,
  topups,
  policies,
  transactions,
  expenses,
  receipts,
  taxRates,
  statements,
  reports,
  books,
  exports,
  balances,
  webhooks,
  apiTokens,
  accountingCodes,
  categories,
  customFields,
  customFieldOptions,
  customFieldBudgets,
} as const satisfies Api

/** Wire form of the records in the `data` of events. */
export const shown = {
  accounting_codes: accountingCode,
  books: booksRecord,
  budget_members: budgetMember,
  budget_owners: budgetOwner,
  budget_periods: restatedPeriod,
  budgets: budget,
  businesses: business,
  categories: category,
  custom_field_budgets: customFieldBudget,
  custom_field_options: customFieldOption,
  custom_fields: customField,
  exports: exported,
  invites: invite,
  policies: policy,
  receipts: receipt,
  tax_rates: taxRate,
  tokens: token,
  topups: topup,
  transactions: transaction,
  users: user,
  wallets: wallet,
  webhooks: webhook,
} satisfies { readonly [R in EventResource]: Wire<never, object> }
