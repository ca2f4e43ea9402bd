import type { Thousandths } from "./amounts.ts"
import type { Period, PeriodName } from "./calendar.ts"

/** Fields of every record; `created` and `updated` are instants. */
interface Dated {
  readonly created: number
  updated: number
}

export type Action = "create" | "read" | "update" | "delete"

export interface Role {
  readonly id: string
  readonly name: string
  readonly permissions: ReadonlyArray<{ readonly resource: string; readonly action: Action }>
}

/** Days as text, both inclusive; they count only if `mode` is true. */
export interface Absence {
  readonly mode: boolean
  readonly start: string | null
  readonly end: string | null
}

export interface User extends Dated {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  display_name: string | null
  absence: Absence
  delegate: number | null
  readonly email: string
  role: Role
  payment_types: ReadonlyArray<string>
  assistants: ReadonlyArray<number>
  is_deleted: boolean
}

export interface Invite extends Dated {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly payment_types: ReadonlyArray<string>
  used: boolean
}

/** A user, or an invite that was not accepted yet. */
export type Person = { readonly user: User } | { readonly invite: Invite }

export interface Code extends Dated {
  readonly id: string
  readonly code: string
  name: string
}

export interface Category extends Dated {
  readonly id: string
  name: string
  readonly custom: boolean
  enabled: boolean
  code: Code | null
}

export interface Option extends Dated {
  readonly id: string
  text: string
  enabled: boolean
}

type BudgetSetting = "ALL_CURRENT_AND_NEW" | "SOME" | "NONE"

export interface Field extends Dated {
  readonly id: string
  name: string
  field_type: "LIST" | "FREE_TEXT"
  setting: BudgetSetting
  readonly created_by: string
  options: Array<Option>
  /** Individually linked budgets; they count with the setting SOME. */
  linked: Set<Budget>
}

/** Funds of the current period. */
export interface Funds {
  available: Thousandths
  spent: Thousandths
  reset: Thousandths
}

export interface Member extends Dated {
  readonly id: number
  person: Person
  readonly funds: Funds
  is_deleted: boolean
  readonly topups: Array<Topup>
}

export interface Owner extends Dated {
  readonly id: string
  person: Person
  is_deleted: boolean
}

export interface Topup extends Dated {
  readonly id: number
  readonly amount: Thousandths
  readonly description: string
  readonly approved: boolean
  /** Token that requested it; null for the provisioner. */
  readonly by: Token | null
}

export interface Budget extends Dated {
  readonly id: string
  readonly name: string
  readonly budget_type: "BUDGET" | "SUBSCRIPTION"
  readonly funds: Funds
  readonly reset_period: PeriodName
  period: Period
  /** Past periods, oldest first; the number of the current one is one higher. */
  readonly over: Array<{ readonly end: number; readonly rolled: boolean }>
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  /** Null if all enabled ones are visible. */
  categories: ReadonlyArray<Category> | null
  readonly members: Array<Member>
  readonly owners: Array<Owner>
  readonly topups: Array<Topup>
  is_deleted: boolean
}

export interface FieldValue {
  readonly field_name: string
  readonly entry_text: string
}

export interface LineItem {
  readonly id: string
  readonly amount: Thousandths
  readonly gst_amount: Thousandths
  readonly category: Category | null
  readonly description: string
  readonly custom_fields: ReadonlyArray<FieldValue>
}

export interface Transaction extends Dated {
  readonly id: string
  readonly transaction_type: string
  state: "AUTHED" | "CLEARED" | "REFUNDED" | "DECLINED"
  readonly auth_date: number
  cleared_date: number | null
  readonly merchant_name: string
  amount: Thousandths
  refunded: Thousandths
  readonly currency: string
  fx_amount: Thousandths
  readonly gst: Thousandths
  readonly user: User | null
  readonly budget: Budget | null
  /** Number of periods of the budget before the one that it belongs to; never changes. */
  readonly before: number
  readonly attendees: ReadonlyArray<string>
  readonly receipt_urls: ReadonlyArray<string>
  readonly custom_fields: ReadonlyArray<FieldValue>
  readonly line_items: ReadonlyArray<LineItem>
}

/** Money of one currency with its movements, whose sum is the balance. */
export interface Wallet extends Dated {
  readonly currency: string
  readonly movements: Array<{ readonly at: number; readonly amount: Thousandths }>
}

/** Topups of the budget (null: any) above the amount need approval. */
export interface Policy {
  readonly budget: Budget | null
  readonly above: Thousandths | null
}

export interface Token {
  readonly text: string
  readonly business: Business
  readonly role: Role
  readonly user: User | null
  readonly expires: number | null
  revoked: boolean
}

export interface Business extends Dated {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly expense_assistant: boolean
  integration: string | null
  readonly roles: ReadonlyArray<Role>
  readonly wallets: Array<Wallet>
  readonly users: Array<User>
  readonly invites: Array<Invite>
  readonly codes: Array<Code>
  readonly categories: Array<Category>
  readonly fields: Array<Field>
  readonly budgets: Array<Budget>
  readonly transactions: Array<Transaction>
  readonly policies: Array<Policy>
}

/** State of a server. */
export interface State {
  readonly businesses: Map<string, Business>
  readonly tokens: Map<string, Token>
  /** Offset of the sandbox's clock to the machine's. */
  ahead: number
}

export const noState = (): State => ({ businesses: new Map(), tokens: new Map(), ahead: 0 })

export const nowOf = (state: State): number => Date.now() + state.ahead

/** A body that is an object, before its fields are checked. */
export interface Fields {
  readonly [name: string]: unknown
}
