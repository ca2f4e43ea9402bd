import type { AccountingCode } from "./accounting-codes/model.ts"
import type { BudgetMember } from "./budget-members/model.ts"
import type { BudgetOwner } from "./budget-owners/model.ts"
import type { BudgetPeriod } from "./budget-periods/model.ts"
import type { Budget } from "./budgets/model.ts"
import type { Business, Wallet } from "./businesses/model.ts"
import type { Category } from "./categories/model.ts"
import type { CustomField, CustomFieldBudget, CustomFieldOption } from "./custom-fields/model.ts"
import type { Invite } from "./invites/model.ts"
import type { OutgoingMessage } from "./messages/model.ts"
import type { Policy } from "./policies/model.ts"
import type { Reassessment } from "./reassessments/model.ts"
import type { Role } from "./roles/model.ts"
import type { TaxRate } from "./tax-rates/model.ts"
import type { Token } from "./tokens/model.ts"
import type { Topup } from "./topups/model.ts"
import type { Transaction } from "./transactions/model.ts"
import type { Movement } from "./transactions/movements.ts"
import type { User } from "./users/model.ts"
import type { Webhook, WebhookDelivery } from "./webhooks/model.ts"

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
