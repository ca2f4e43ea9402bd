import type { AccountingCode } from "./records/accounting-codes.ts"
import type { BudgetMember } from "./records/budget-members.ts"
import type { BudgetOwner } from "./records/budget-owners.ts"
import type { BudgetPeriod } from "./records/budget-periods.ts"
import type { Budget } from "./records/budgets.ts"
import type { Business, Wallet } from "./records/businesses.ts"
import type { Category } from "./records/categories.ts"
import type { CustomField, CustomFieldBudget, CustomFieldOption } from "./records/custom-fields.ts"
import type { Invite } from "./records/invites.ts"
import type { OutgoingMessage } from "./records/messages.ts"
import type { Movement } from "./records/movements.ts"
import type { Policy } from "./records/policies.ts"
import type { Reassessment } from "./records/reassessments.ts"
import type { Role } from "./records/roles.ts"
import type { TaxRate } from "./records/tax-rates.ts"
import type { Token } from "./records/tokens.ts"
import type { Topup } from "./records/topups.ts"
import type { Transaction } from "./records/transactions.ts"
import type { User } from "./records/users.ts"
import type { Webhook, WebhookDelivery } from "./records/webhooks.ts"

/** Every kind of row that a decision can write. The name is the table's. */
export interface Records {
  readonly businesses: Business
  readonly wallets: Wallet
  readonly roles: Role
  readonly tokens: Token
  readonly users: User
  readonly invites: Invite
  readonly messages: OutgoingMessage
  readonly budgets: Budget
  readonly budget_periods: BudgetPeriod
  readonly budget_members: BudgetMember
  readonly budget_owners: BudgetOwner
  readonly policies: Policy
  readonly topups: Topup
  readonly transactions: Transaction
  readonly reassessments: Reassessment
  readonly movements: Movement
  readonly categories: Category
  readonly accounting_codes: AccountingCode
  readonly tax_rates: TaxRate
  readonly custom_fields: CustomField
  readonly custom_field_options: CustomFieldOption
  readonly custom_field_budgets: CustomFieldBudget
  readonly webhooks: Webhook
  readonly webhook_deliveries: WebhookDelivery
}
export type TableName = keyof Records

/** The fields that identify a row within its business. */
export const keys = {
  businesses: [],
  wallets: ["currency"],
  roles: ["id"],
  tokens: ["id"],
  users: ["id"],
  invites: ["id"],
  messages: ["id"],
  budgets: ["id"],
  budget_periods: ["budget_id", "number"],
  budget_members: ["id"],
  budget_owners: ["id"],
  policies: ["id"],
  topups: ["id"],
  transactions: ["id"],
  reassessments: [],
  movements: ["transaction_id", "number"],
  categories: ["id"],
  accounting_codes: ["id"],
  tax_rates: ["id"],
  custom_fields: ["id"],
  custom_field_options: ["id"],
  custom_field_budgets: ["custom_field_id", "budget_id"],
  webhooks: ["id"],
  webhook_deliveries: ["id"],
} as const satisfies { readonly [T in TableName]: ReadonlyArray<keyof Records[T]> }
