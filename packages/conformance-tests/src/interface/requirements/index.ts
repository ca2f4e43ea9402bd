import type { Requirement } from "../requirement.ts"
import { authentication, authorization, errors, formats, versioning } from "./access.ts"
import { accountingCodes } from "./accounting-codes.ts"
import { asThemselves } from "./as-themselves.ts"
import { bookkeeping } from "./bookkeeping.ts"
import { budgetMembers } from "./budget-members.ts"
import { budgetOwners } from "./budget-owners.ts"
import { budgetPeriods, budgets } from "./budgets.ts"
import { categories } from "./categories.ts"
import { conventions } from "./conventions.ts"
import { credentialClauses } from "./credentials.ts"
import { customFieldBudgets } from "./custom-field-budgets.ts"
import { customFieldOptions } from "./custom-field-options.ts"
import { customFields } from "./custom-fields.ts"
import { durability } from "./durability.ts"
import { exclusions } from "./exclusions.ts"
import { finerPoints } from "./finer-points.ts"
import { hardening } from "./hardening.ts"
import { invites } from "./invites.ts"
import { lists } from "./lists.ts"
import { load } from "./load.ts"
import { roles } from "./roles.ts"
import { secondEdition } from "./second-edition.ts"
import { settledBounds } from "./settled-bounds.ts"
import { balances, statements } from "./statements.ts"
import { tenancy } from "./tenancy.ts"
import { topups } from "./topups.ts"
import { transactionFilters } from "./transaction-filters.ts"
import { lineItems, transactions } from "./transactions.ts"
import { users } from "./users.ts"
import { usersChanges } from "./users-changes.ts"

/** Every requirement, in the order of the areas. */
export const requirements: ReadonlyArray<Requirement> = [
  ...authentication,
  ...authorization,
  ...versioning,
  ...lists,
  ...formats,
  ...errors,
  ...usersChanges,
  ...users,
  ...roles,
  ...invites,
  ...transactions,
  ...transactionFilters,
  ...lineItems,
  ...budgets,
  ...budgetPeriods,
  ...budgetMembers,
  ...budgetOwners,
  ...topups,
  ...statements,
  ...balances,
  ...customFields,
  ...customFieldOptions,
  ...customFieldBudgets,
  ...accountingCodes,
  ...categories,
  ...tenancy,
  ...hardening,
  ...durability,
  ...conventions,
  ...settledBounds,
  ...secondEdition,
  ...asThemselves,
  ...finerPoints,
  ...bookkeeping,
  ...credentialClauses,
  ...exclusions,
  ...load,
]
