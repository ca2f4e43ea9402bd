import { transaction } from "../../../interface/world/scenarios.ts"
import type { Trial } from "../../check.ts"
import { idOf, need, strangeUuid } from "../steps.ts"
import { topup, variant } from "./rows.ts"

/**
 * Ids that do not exist, in one of the possible formats. A target with other formats responds with
 * 404 before it looks at a body: see `unknownIds`.
 */
export const strange = {
  user_id: "999999999",
  transaction_id: strangeUuid,
  budget_id: strangeUuid,
  budget_member_id: "999999999",
  budget_owner_id: strangeUuid,
  invite_id: "999999999",
  topup_id: strangeUuid,
  custom_field_id: strangeUuid,
  option_id: strangeUuid,
  accounting_code_id: strangeUuid,
  category_id: strangeUuid,
}

const elsewhere = variant("elsewhere", {}, transaction("elsewhere"))

/**
 * Returns ids that the business does not have, each in the format of its kind. Only the target
 * knows the format of ids that are text, so those are ids of another business.
 */
export const unknownIds = async (trial: Trial): Promise<typeof strange> => {
  const other = await trial.fresh(elsewhere)
  const of = (kind: "budgets" | "budget_owners" | "transactions", key: string) =>
    idOf(trial, kind, key, other)
  const budget_id = of("budgets", "pool")
  const made = await other.call("topups.create", { path: { budget_id }, body: topup })
  const topup_id = String(need(trial, made, "a topup of another business").body?.id)
  return {
    ...strange,
    budget_id,
    topup_id,
    transaction_id: of("transactions", "elsewhere"),
    budget_owner_id: of("budget_owners", "pool.admin"),
  }
}
