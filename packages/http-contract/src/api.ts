import { accountingCodes } from "./accounting-codes.ts"
import { balances } from "./balances.ts"
import { budgetMembers } from "./budget-members.ts"
import { budgetOwners } from "./budget-owners.ts"
import { budgetPeriods } from "./budget-periods.ts"
import { budgets } from "./budgets.ts"
import { categories } from "./categories.ts"
import { customFieldBudgets } from "./custom-field-budgets.ts"
import { customFieldOptions } from "./custom-field-options.ts"
import { customFields } from "./custom-fields.ts"
import { events } from "./events.ts"
import { expenses } from "./expenses.ts"
import { invites } from "./invites.ts"
import { me } from "./me.ts"
import { syncedAccountingCodes } from "./operator/accounting-codes.ts"
import { businesses } from "./operator/businesses.ts"
import { clock } from "./operator/clock.ts"
import { syncedCustomFields } from "./operator/custom-fields.ts"
import { operatorInvites } from "./operator/invites.ts"
import { operatorTaxRates } from "./operator/tax-rates.ts"
import { tokens } from "./operator/tokens.ts"
import { authorisations, operatorTransactions, transactionImport } from "./operator/transactions.ts"
import { operatorUsers } from "./operator/users.ts"
import { wallets } from "./operator/wallets.ts"
import { policies } from "./policies.ts"
import { roles } from "./roles.ts"
import type { Endpoint } from "./shared/endpoint.ts"
import { statements } from "./statements.ts"
import { taxRates } from "./tax-rates.ts"
import { topups } from "./topups.ts"
import { transactions } from "./transactions.ts"
import { users } from "./users.ts"
import { webhooks } from "./webhooks.ts"

/** Operations by resource and verb: `api.topups.create` is the operation `topups.create`. */
export interface Api {
  readonly [resource: string]: { readonly [verb: string]: Endpoint }
}

/** The interface, for tokens of a business: everything under `/v1` and `/v2`. */
export const api = {
  me,
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
  taxRates,
  statements,
  balances,
  events,
  webhooks,
  accountingCodes,
  categories,
  customFields,
  customFieldOptions,
  customFieldBudgets,
} as const satisfies Api

/** The operator's side: everything under `/operator/v1`. */
export const operatorApi = {
  businesses,
  clock,
  tokens,
  users: operatorUsers,
  invites: operatorInvites,
  wallets,
  syncedAccountingCodes,
  syncedCustomFields,
  taxRates: operatorTaxRates,
  authorisations,
  transactions: operatorTransactions,
  transactionImport,
} as const satisfies Api

/** Every operation of both, as a list. */
export const endpoints: ReadonlyArray<Endpoint> = [api, operatorApi].flatMap((side: Api) =>
  Object.values(side).flatMap((verbs) => Object.values(verbs)),
)
