import { Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { existing } from "../core/not-found.ts"
import type {
  CustomField,
  CustomFieldBudgetKey,
  LinkedBudget,
} from "../core/records/custom-fields.ts"
import { type NotFound, UnknownReference } from "../core/refusals.ts"
import { rowCreation, rowRemoval } from "../core/row-change.ts"
import { type CustomFieldContext, findField } from "../custom-fields/context.ts"
import { BudgetAlreadyLinked, BudgetSettingNotSome } from "../custom-fields/errors.ts"

/**
 * Links a budget.
 *
 * Refuses, in this order: an unknown field; a setting other than SOME; an unknown or deleted
 * budget; a budget that is already linked.
 */
export const decideCustomFieldBudget = (
  context: CustomFieldContext,
  { client_id, custom_field_id, budget_id }: CustomFieldBudgetKey,
): Result.Result<
  Decision<LinkedBudget>,
  NotFound | BudgetSettingNotSome | UnknownReference | BudgetAlreadyLinked
> =>
  Result.gen(function* () {
    const pointer = "/budget"
    const field = yield* findField(context, custom_field_id)
    yield* underSome(field)
    const budget = context.budgets.find((row) => row.id === budget_id)
    if (budget === undefined) {
      return yield* Result.fail(new UnknownReference({ pointer, what: "budget", id: budget_id }))
    }
    if (context.links.some((link) => link.budget_id === budget_id)) {
      return yield* Result.fail(new BudgetAlreadyLinked({ pointer, name: budget.name }))
    }
    const link = { client_id, custom_field_id, budget_id, allow_options: null }
    const result = { custom_field_id, id: budget_id, name: budget.name }
    return { result, ...rowCreation("custom_field_budget.created", link, result) }
  })

/**
 * Unlinks a budget.
 *
 * Refuses, in this order: an unknown field or budget; a setting other than SOME; a budget that is
 * not linked.
 */
export const decideCustomFieldBudgetRemoval = (
  context: CustomFieldContext,
  { custom_field_id, budget_id: id }: CustomFieldBudgetKey,
): Result.Result<Decision<void>, NotFound | BudgetSettingNotSome> =>
  Result.gen(function* () {
    const field = yield* findField(context, custom_field_id)
    const found = context.budgets.find((row) => row.id === id)
    const { name } = yield* existing(found, "budget", id)
    yield* underSome(field)
    const linked = context.links.find((row) => row.budget_id === id)
    const link = yield* existing(linked, "linked budget", id)
    const shown = { custom_field_id, id, name }
    return { result: undefined, ...rowRemoval("custom_field_budget.deleted", link, shown) }
  })

const underSome = ({ budget_setting }: CustomField): Result.Result<void, BudgetSettingNotSome> =>
  budget_setting === "SOME"
    ? Result.void
    : Result.fail(new BudgetSettingNotSome({ budget_setting }))
