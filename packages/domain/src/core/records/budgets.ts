import type { BigDecimal } from "effect"
import type { Money } from "../money.ts"
import type { ResetPeriod } from "../periods.ts"

export const budgetTypes = ["BUDGET", "SUBSCRIPTION"] as const
export type BudgetType = (typeof budgetTypes)[number]

/**
 * A budget. Amounts are minor units of the business's own currency and belong to the current
 * period.
 */
export interface Budget {
  readonly client_id: number
  readonly id: string
  readonly name: string
  readonly budget_type: BudgetType
  readonly available_amount: Money
  readonly spent_amount: Money
  readonly reset_amount: Money
  readonly reset_period: ResetPeriod
  readonly current_period_start: string
  /** The period's last millisecond; null when it never resets. */
  readonly current_period_end: string | null
  /** "A budget's periods are numbered 1, 2, 3, …; a reset begins the next number." */
  readonly period_number: number
  /** When the reset that began that number was, whatever bounds the cadence shows. */
  readonly period_start: string
  /** What that reset gave, beside what rolled over; then what was topped up and moved since. */
  readonly granted_amount: Money
  readonly topped_up_amount: Money
  readonly moved_amount: Money
  /** The number of the first period from which every reset up to now rolled over. */
  readonly rolled_from: number
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  readonly limit_categories: boolean
  /** The ids of the categories it is limited to; only in force when `limit_categories`. */
  readonly categories: ReadonlyArray<string>
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

export interface BudgetCategory {
  readonly id: string
  readonly name: string
}

/** A custom field that shows on a budget; `allow_options` null: no restriction. */
export interface BudgetCustomField {
  readonly id: string
  readonly name: string
  readonly allow_options: ReadonlyArray<string> | null
}

/** A budget as the interface shows it: with the categories visible on it, and its custom fields. */
export interface BudgetRecord extends Omit<Budget, "categories"> {
  readonly categories: ReadonlyArray<BudgetCategory>
  readonly custom_fields: ReadonlyArray<BudgetCustomField>
}

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
