// Written by `pnpm goldens` from the files of this folder.
import { AccountingCodes } from "./accounting-codes/service.ts"
import { Balances } from "./balances/service.ts"
import { Books } from "./books/service.ts"
import { BudgetMembers } from "./budget-members/service.ts"
import { BudgetOwners } from "./budget-owners/service.ts"
import { BudgetPeriods } from "./budget-periods/service.ts"
import { Budgets } from "./budgets/service.ts"
import { Businesses } from "./businesses/service.ts"
import { Categories } from "./categories/service.ts"
import { CustomFieldBudgets } from "./custom-field-budgets/service.ts"
import { CustomFieldOptions } from "./custom-field-options/service.ts"
import { CustomFields } from "./custom-fields/service.ts"
import { Events } from "./events/service.ts"
import { Exports } from "./exports/service.ts"
import { Invites } from "./invites/service.ts"
import { Me } from "./me/service.ts"
import { Notifications } from "./notifications/service.ts"
import { Policies } from "./policies/service.ts"
import { Receipts } from "./receipts/service.ts"
import { Reports } from "./reports/service.ts"
import { Rights } from "./rights/service.ts"
import { Roles } from "./roles/service.ts"
import { Sessions } from "./sessions/service.ts"
import { SignInLinks } from "./sign-in-links/service.ts"
import { Statements } from "./statements/service.ts"
import { TaxRates } from "./tax-rates/service.ts"
import { Tokens } from "./tokens/service.ts"
import { Topups } from "./topups/service.ts"
import { Transactions } from "./transactions/service.ts"
import { Reassessments } from "./transactions/service-reassessments.ts"
import { Users } from "./users/service.ts"
import { Wallets } from "./wallets/service.ts"
import { Webhooks } from "./webhooks/service.ts"

/** Every service of the domain. */
export const services = {
  AccountingCodes,
  Balances,
  Books,
  BudgetMembers,
  BudgetOwners,
  BudgetPeriods,
  Budgets,
  Businesses,
  Categories,
  CustomFieldBudgets,
  CustomFieldOptions,
  CustomFields,
  Events,
  Exports,
  Invites,
  Me,
  Notifications,
  Policies,
  Receipts,
  Reports,
  Rights,
  Roles,
  Sessions,
  SignInLinks,
  Statements,
  TaxRates,
  Tokens,
  Topups,
  Transactions,
  Reassessments,
  Users,
  Wallets,
  Webhooks,
}
