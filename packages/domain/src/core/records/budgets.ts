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
  type Patch,
  shown,
  text,
  times,
  timestamp,
  uuid,
  volatile,
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
  id: uuid("Id of the budget."),
  name: text("Name of the budget."),
  budget_type: choice(budgetTypes, "Purpose: spending or a subscription."),
  available_amount: volatile(amount("Amount left in the current period.")),
  spent_amount: volatile(amount("Amount spent in the current period.")),
  reset_amount: amount("Amount that each period starts with."),
  reset_period: choice(resetPeriods, "Reset frequency."),
  current_period_start: timestamp("Start of the current period."),
  current_period_end: nullable(
    timestamp(),
    "Last millisecond of the current period; null if the budget never resets.",
  ),
  /** "A budget's periods are numbered 1, 2, 3, …; a reset begins the next number." */
  period_number: internal(count("Number of the current period.")),
  /** Time of the reset that began this period, which can differ from the bounds of the cadence. */
  period_start: internal(timestamp("Time of the reset that started the period.")),
  granted_amount: internal(amount("Amount granted by that reset, excluding rolled-over funds.")),
  topped_up_amount: volatile(internal(amount("Net amount of topups since the reset."))),
  moved_amount: volatile(
    internal(amount("Net amount moved by members joining and leaving since the reset.")),
  ),
  /** Number of the first period from which every reset up to now rolled over. */
  rolled_from: internal(count("First period from which funds have rolled over.")),
  has_member_limits: flag("True if funds are allocated to each member."),
  rollover_funds: flag("True if remaining funds roll over into the next period."),
  limit_categories: flag("True if spending is limited to `categories`."),
  categories: listOf(
    uuid(),
    "Categories that the budget is limited to, if `limit_categories` is true.",
  ),
  is_deleted: flag("True if the record is deleted."),
  ...times,
  updated: volatile(times.updated),
}).annotate({
  identifier: "Budget",
  description: "Budget: funds for a purpose, renewed each period.",
})
export interface Budget extends Schema.Schema.Type<typeof Budget> {}

/** A category as a budget shows it. */
export const BudgetCategory = Schema.Struct({
  id: uuid("Id of the category."),
  name: text("Name of the category."),
}).annotate({
  identifier: "BudgetCategory",
  description: "Category available on the budget.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals" }],
})
export interface BudgetCategory extends Schema.Schema.Type<typeof BudgetCategory> {}

/** A budget as other records refer to it. */
export const SubBudget = Schema.Struct({
  id: Budget.fields.id,
  name: Budget.fields.name,
  budget_type: Budget.fields.budget_type,
}).annotate({
  identifier: "SubBudget",
  description: "Reference to a budget.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Travel", budget_type: "BUDGET" }],
})
export interface SubBudget extends Schema.Schema.Type<typeof SubBudget> {}

/** A custom field of a budget. If `allow_options` is null, all options are available. */
export const BudgetCustomField = Schema.Struct({
  id: uuid("Id of the custom field."),
  name: text("Name of the custom field."),
  allow_options: nullable(
    listOf(uuid(), "Option ids."),
    "Ids of the options available on the budget; null for all.",
  ),
}).annotate({
  identifier: "BudgetCustomField",
  description: "Custom field of the budget and its available options.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3e", name: "Project", allow_options: null }],
})
export interface BudgetCustomField extends Schema.Schema.Type<typeof BudgetCustomField> {}

/** A budget as the interface shows it, with its visible categories and its custom fields. */
export const BudgetRecord = shown(Budget, {
  categories: listOf(BudgetCategory, "Categories available on the budget, if limited."),
  custom_fields: listOf(BudgetCustomField, "Custom fields of the budget."),
})
export interface BudgetRecord extends Schema.Schema.Type<typeof BudgetRecord> {}

export interface BudgetKey {
  readonly client_id: number
  readonly budget_id: string
}

export interface BudgetFilter
  extends Patch<Pick<Budget, "is_deleted" | "budget_type" | "has_member_limits">> {}

/** "`{user:{id}}` or `{invite:{id}}`, exactly one". */
export interface PersonReference {
  readonly user?: { readonly id: number } | undefined
  readonly invite?: { readonly id: number } | undefined
}

export interface MemberInput extends PersonReference {
  /** Present "when and only when `has_member_limits` is true". */
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

export interface UpdateBudget
  extends Patch<Omit<CreateBudget, "members" | "owners" | "budget_type">> {}
