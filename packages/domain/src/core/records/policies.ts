import { type BigDecimal, Schema } from "effect"
import { amount, client_id, nullable, type Patch, text, times, uuid } from "../fields.ts"

/** "A topup needs approval when any policy covers its budget and its amount is above the bound." */
export const Policy = Schema.Struct({
  client_id,
  id: uuid("Id of the policy."),
  name: text("Display name."),
  budget_id: nullable(uuid(), "Budget that the policy covers; null for every budget."),
  above_amount: nullable(amount(), "Amounts above this need approval; null if all amounts do."),
  ...times,
}).annotate({
  identifier: "Policy",
  description:
    "Approval policy for topups, new budgets, new members' limits and raised reset amounts. Covers one budget, or all if `budget_id` is null; applies above an amount, or always if `above_amount` is null.",
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

/** Changes the fields that are present, and no others. */
export interface UpdatePolicy extends Patch<CreatePolicy> {}
