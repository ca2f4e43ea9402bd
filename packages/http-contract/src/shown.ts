import type { EventResource } from "@outlay/domain/fields"
import { accountingCode } from "./accounting-codes.ts"
import { budgetMember } from "./budget-members.ts"
import { budgetOwner } from "./budget-owners.ts"
import { restatedPeriod } from "./budget-periods.ts"
import { budget } from "./budgets.ts"
import { category } from "./categories.ts"
import { customFieldBudget } from "./custom-field-budgets.ts"
import { customFieldOption } from "./custom-field-options.ts"
import { customField } from "./custom-fields.ts"
import { business } from "./operator/businesses.ts"
import { token } from "./operator/tokens.ts"
import { wallet } from "./operator/wallets.ts"
import { invite } from "./people.ts"
import { policy } from "./policies.ts"
import type { Wire } from "./shared/wire.ts"
import { taxRate } from "./tax-rates.ts"
import { topup } from "./topups.ts"
import { transaction } from "./transactions.ts"
import { user } from "./users.ts"
import { webhook } from "./webhooks.ts"

/** How the interface shows the records that events are about: the `data` of an event. */
export const shown = {
  accounting_codes: accountingCode,
  budget_members: budgetMember,
  budget_owners: budgetOwner,
  budget_periods: restatedPeriod,
  budgets: budget,
  businesses: business,
  categories: category,
  custom_field_budgets: customFieldBudget,
  custom_field_options: customFieldOption,
  custom_fields: customField,
  invites: invite,
  policies: policy,
  tax_rates: taxRate,
  tokens: token,
  topups: topup,
  transactions: transaction,
  users: user,
  wallets: wallet,
  webhooks: webhook,
} satisfies { readonly [R in EventResource]: Wire<never, object> }
