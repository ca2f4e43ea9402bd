import type { Budget } from "../budgets/model.ts"
import type { Category } from "./model.ts"

/**
 * Whether what is charged to a budget (null: to none) may have the category: "when `true`, only the
 * categories listed in `categories` are visible on the budget; when `false`, all enabled business
 * categories are visible".
 */
export const isVisible = (
  { id, enabled, is_deleted }: Pick<Category, "id" | "enabled" | "is_deleted">,
  budget: Pick<Budget, "limit_categories" | "categories"> | null,
): boolean =>
  enabled &&
  !is_deleted &&
  (budget === null || !budget.limit_categories || budget.categories.includes(id))
