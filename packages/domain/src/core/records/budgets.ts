import { type BigDecimal, Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  count,
  flag,
  internal,
  listOf,
  nullable,
  shown,
  text,
  times,
  timestamp,
  uuid,
} from "../fields.ts"
import { type ResetPeriod, resetPeriods } from "../periods.ts"

export const budgetTypes = ["BUDGET", "SUBSCRIPTION"] as const
export type BudgetType = (typeof budgetTypes)[number]

/**
 * A budget. Amounts are minor units of the business's own currency and belong to the current
 * period.
 */
export const Budget = Schema.Struct({
  client_id,
  id: uuid("The id of the budget."),
  name: text("The name of the budget."),
  budget_type: choice(budgetTypes, "What it is for: spending, or a subscription."),
  available_amount: amount("What is left of the current period's funds."),
  spent_amount: amount("What was spent in the current period."),
  reset_amount: amount("What each period begins with."),
  reset_period: choice(resetPeriods, "How often it resets."),
  current_period_start: timestamp("When the current period began."),
  current_period_end: nullable(timestamp(), "Its last millisecond; null when it never resets."),
  /** "A budget's periods are numbered 1, 2, 3, …; a reset begins the next number." */
  period_number: internal(count("The number of the current period.")),
  /** When the reset that began that number was, whatever bounds the cadence shows. */
  period_start: internal(timestamp("When the reset that began it was.")),
  granted_amount: internal(amount("What that reset gave, beside what rolled over.")),
  topped_up_amount: internal(amount("What was topped up since.")),
  moved_amount: internal(amount("What joining and leaving members moved since.")),
  /** The number of the first period from which every reset up to now rolled over. */
  rolled_from: internal(count("From which period on funds have rolled over.")),
  has_member_limits: flag("Whether its funds are allocated to its members."),
  rollover_funds: flag("Whether what is left rolls over into the next period."),
  limit_categories: flag("Whether it is limited to `categories`."),
  categories: listOf(uuid(), "The categories that it is limited to, when `limit_categories`."),
  is_deleted: flag("Whether it was deleted."),
  ...times,
}).annotate({ identifier: "Budget", description: "Funds for a purpose, renewed each period." })
export interface Budget extends Schema.Schema.Type<typeof Budget> {}

/** A category as a budget shows it. */
export const BudgetCategory = Schema.Struct({
  id: uuid("The id of the category."),
  name: text("The name of the category."),
}).annotate({
  identifier: "BudgetCategory",
  description: "A category that is visible on the budget.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals" }],
})
export interface BudgetCategory extends Schema.Schema.Type<typeof BudgetCategory> {}

/** A budget as other records mention it. */
export const SubBudget = Schema.Struct({
  id: Budget.fields.id,
  name: Budget.fields.name,
  budget_type: Budget.fields.budget_type,
}).annotate({
  identifier: "SubBudget",
  description: "A budget, as other records mention it.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Travel", budget_type: "BUDGET" }],
})
export interface SubBudget extends Schema.Schema.Type<typeof SubBudget> {}

/** A custom field that shows on a budget; `allow_options` null: no restriction. */
export const BudgetCustomField = Schema.Struct({
  id: uuid("The id of the custom field."),
  name: text("The name of the custom field."),
  allow_options: nullable(
    listOf(uuid(), "Ids of options."),
    "The ids of the options that may be chosen on the budget; null: all.",
  ),
}).annotate({
  identifier: "BudgetCustomField",
  description: "A custom field of the budget, and the options that may be chosen on it.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3e", name: "Project", allow_options: null }],
})
export interface BudgetCustomField extends Schema.Schema.Type<typeof BudgetCustomField> {}

/** A budget as the interface shows it: with the categories visible on it, and its custom fields. */
export const BudgetRecord = shown(Budget, {
  categories: listOf(BudgetCategory, "The categories that are visible on it, when limited."),
  custom_fields: listOf(BudgetCustomField, "The custom fields that show on it."),
})
export interface BudgetRecord extends Schema.Schema.Type<typeof BudgetRecord> {}

export interface BudgetKey {
  readonly client_id: number
  readonly budget_id: string
}

export interface BudgetFilter {
  readonly is_deleted?: boolean | undefined
  readonly budget_type?: BudgetType | undefined
  readonly has_member_limits?: boolean | undefined
}

/** "`{user:{id}}` or `{invite:{id}}`, exactly one". */
export interface PersonReference {
  readonly user?: { readonly id: number } | undefined
  readonly invite?: { readonly id: number } | undefined
}

export interface MemberInput extends PersonReference {
  /** Given "when and only when `has_member_limits` is true". */
  readonly reset_amount?: BigDecimal.BigDecimal | undefined
}

export interface CustomFieldInput {
  readonly id: string
  readonly allow_options?: ReadonlyArray<string> | null | undefined
}

export interface CreateBudget {
  readonly name: string
  readonly reset_amount: BigDecimal.BigDecimal
  readonly reset_period: ResetPeriod
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  readonly members: ReadonlyArray<MemberInput>
  readonly owners: ReadonlyArray<PersonReference>
  readonly budget_type?: BudgetType | undefined
  readonly limit_categories?: boolean | undefined
  readonly categories?: ReadonlyArray<string> | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldInput> | undefined
}

export interface UpdateBudget {
  readonly name?: string | undefined
  readonly reset_amount?: BigDecimal.BigDecimal | undefined
  readonly reset_period?: ResetPeriod | undefined
  readonly has_member_limits?: boolean | undefined
  readonly rollover_funds?: boolean | undefined
  readonly limit_categories?: boolean | undefined
  readonly categories?: ReadonlyArray<string> | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldInput> | undefined
}
