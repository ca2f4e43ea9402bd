import type { Schema } from "effect"
import { fold } from "./fold.ts"
import { labelsOf } from "./labels.ts"
import { AccountingCode } from "./records/accounting-codes.ts"
import { Books } from "./records/books.ts"
import { BudgetMember } from "./records/budget-members.ts"
import { BudgetOwner } from "./records/budget-owners.ts"
import { BudgetPeriod } from "./records/budget-periods.ts"
import { Budget } from "./records/budgets.ts"
import { Business, Wallet } from "./records/businesses.ts"
import { Category } from "./records/categories.ts"
import { CustomField, CustomFieldBudget, CustomFieldOption } from "./records/custom-fields.ts"
import { Export, ExportedMovement, ExportPart } from "./records/exports.ts"
import { Invite } from "./records/invites.ts"
import { OutgoingMessage } from "./records/messages.ts"
import { Movement } from "./records/movements.ts"
import { BudgetAlert, NotificationProgress } from "./records/notifications.ts"
import { Policy } from "./records/policies.ts"
import { Reassessment } from "./records/reassessments.ts"
import { Receipt } from "./records/receipts.ts"
import { Role } from "./records/roles.ts"
import { SignInLink } from "./records/sign-in-links.ts"
import { TaxRate } from "./records/tax-rates.ts"
import { Token } from "./records/tokens.ts"
import { Topup } from "./records/topups.ts"
import { Transaction } from "./records/transactions.ts"
import { User } from "./records/users.ts"
import { Webhook, WebhookDelivery } from "./records/webhooks.ts"

/** Email address in the form that is compared. SQL's `lower` knows only ASCII letters. */
const emailKey = { email_key: ({ email }: { readonly email: string }) => fold(email) }

/**
 * Values that searches use: the merchant name, folded by the program because SQL has no Unicode
 * case folding, and the labels of lists.
 */
const searched = {
  merchant_key: ({ merchant_name }: { readonly merchant_name: string }) => fold(merchant_name),
  labels: labelsOf,
}

/**
 * Every kind of row that a decision can write: its schema, the fields that identify it within its
 * business, and the computed values by which rows are looked up. The name is that of the table.
 * Parents come before the rows that refer to them: rows are written in this order, and removed in
 * the reverse order.
 */
export const records = {
  businesses: { record: Business, key: [] },
  books: { record: Books, key: [] },
  wallets: { record: Wallet, key: ["currency"] },
  roles: { record: Role, key: ["id"] },
  users: { record: User, key: ["id"], computed: emailKey },
  tokens: { record: Token, key: ["id"] },
  invites: { record: Invite, key: ["id"], computed: emailKey },
  sign_in_links: { record: SignInLink, key: ["id"] },
  messages: { record: OutgoingMessage, key: ["id"] },
  notification_progress: { record: NotificationProgress, key: [] },
  accounting_codes: { record: AccountingCode, key: ["id"] },
  categories: { record: Category, key: ["id"] },
  tax_rates: { record: TaxRate, key: ["id"] },
  custom_fields: { record: CustomField, key: ["id"] },
  custom_field_options: { record: CustomFieldOption, key: ["id"] },
  budgets: { record: Budget, key: ["id"] },
  budget_periods: { record: BudgetPeriod, key: ["budget_id", "number"] },
  budget_members: { record: BudgetMember, key: ["id"] },
  budget_owners: { record: BudgetOwner, key: ["id"] },
  budget_alerts: { record: BudgetAlert, key: ["budget_id"] },
  custom_field_budgets: { record: CustomFieldBudget, key: ["custom_field_id", "budget_id"] },
  policies: { record: Policy, key: ["id"] },
  topups: { record: Topup, key: ["id"] },
  transactions: { record: Transaction, key: ["id"], computed: searched },
  receipts: { record: Receipt, key: ["id"] },
  reassessments: { record: Reassessment, key: [] },
  movements: { record: Movement, key: ["transaction_id", "number"] },
  exports: { record: Export, key: ["id"] },
  export_parts: { record: ExportPart, key: ["export_id", "number"] },
  exported_movements: { record: ExportedMovement, key: ["transaction_id", "number"] },
  webhooks: { record: Webhook, key: ["id"] },
  webhook_deliveries: { record: WebhookDelivery, key: ["id"] },
} as const satisfies { readonly [table: string]: Description }

interface Description {
  readonly record: Schema.Struct<{ readonly [field: string]: Schema.Top }>
  readonly key: ReadonlyArray<string>
  readonly computed?: Computes
}

/** Values that are computed from a record and are not fields of it. */
export interface Computes {
  readonly [name: string]: (record: never) => string
}

export type TableName = keyof typeof records

/** A row of each kind. */
export type Records = {
  readonly [T in TableName]: Schema.Schema.Type<(typeof records)[T]["record"]>
}

type ComputedOf<D> = D extends { readonly computed: infer C }
  ? { readonly [N in keyof C]: string }
  : unknown

/** Fields and computed values by which rows of each kind are looked up. */
export type Columns = {
  readonly [T in TableName]: Records[T] & ComputedOf<(typeof records)[T]>
}

const none: Computes = {}

/** Returns the computed values of a table. */
export const computesOf = (table: TableName): Computes =>
  (records[table] as Description).computed ?? none

/** The fields that identify a row within its business. */
export const keys = Object.fromEntries(
  Object.entries(records).map(([table, { key }]) => [table, key]),
) as { readonly [T in TableName]: (typeof records)[T]["key"] }
