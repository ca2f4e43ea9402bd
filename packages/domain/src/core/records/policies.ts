import { type BigDecimal, Schema } from "effect"
import { amount, client_id, nullable, text, times, uuid } from "../fields.ts"

/** "A topup needs approval when any policy covers its budget and its amount is above the bound." */
export const Policy = Schema.Struct({
  client_id,
  id: uuid("The id of the policy."),
  name: text("What people call it."),
  budget_id: nullable(uuid(), "The budget that it covers; null: every budget."),
  above_amount: nullable(amount(), "Amounts above this one need approval; null: all do."),
  ...times,
}).annotate({
  identifier: "Policy",
  description:
    "Which topups, new budgets, new members' limits and raised reset amounts need approval: of one budget, or (`budget_id` null) of all; above an amount, or (`above_amount` null) always.",
})
export interface Policy extends Schema.Schema.Type<typeof Policy> {}

export interface PolicyKey {
  readonly client_id: number
  readonly policy_id: string
}

/** "`name`, `budget_id` (or null: all), `above_amount` (or null: always)." */
export interface CreatePolicy {
  readonly name: string
  readonly budget_id?: string | null | undefined
  /** Major units, at least 0. */
  readonly above_amount?: BigDecimal.BigDecimal | null | undefined
}

/** Changes the fields that are named, and no others. */
export interface UpdatePolicy {
  readonly name?: string | undefined
  readonly budget_id?: string | null | undefined
  readonly above_amount?: BigDecimal.BigDecimal | null | undefined
}
