import { Result } from "effect"
import { isVisible } from "../../categories/rules.ts"
import type { Decision } from "../../core/decision.ts"
import { fold } from "../../core/fold.ts"
import type { CustomField } from "../../core/records/custom-fields.ts"
import type { CustomFieldValue, TransactionRecord } from "../../core/records/transactions.ts"
import { UnknownReference } from "../../core/refusals.ts"
import type { TransactionContext } from "../context.ts"
import { CategoryNotAllowed, DuplicateCustomField, UnknownOption } from "../errors.ts"
import { decideExpense, type ExpenseCommand } from "./expense.ts"
import { findTransaction } from "./life-cycle.ts"
import { fieldsByName } from "./values.ts"

type ExpenseRefusal =
  ReturnType<typeof decideExpense> extends Result.Result<unknown, infer E> ? E : never
type ChoiceRefusal = UnknownReference | DuplicateCustomField | UnknownOption | CategoryNotAllowed

/**
 * Changes the expense part within the choices that people have: "a LIST value must be an enabled
 * option selectable on the budget, a field must exist and stand once, a category must be visible on
 * the budget". Absent fields are unchanged, even if their values could no longer be chosen.
 *
 * Refuses, in this order: a missing transaction; then for the values of the transaction, and for
 * each line item for its category and its values: a category that does not exist or is not
 * available; an unknown field name; a duplicate field; an option that is not available; then as
 * `decideExpense` does.
 */
export const decideChoice = (
  context: TransactionContext,
  command: ExpenseCommand,
): Result.Result<Decision<TransactionRecord>, ExpenseRefusal | ChoiceRefusal> =>
  Result.gen(function* () {
    const { budget_id } = yield* findTransaction(context, command.transaction_id)
    const choices = choicesOf(context, budget_id)
    yield* judgeValues(choices, command.custom_fields ?? [], "")
    for (const [index, item] of (command.line_items ?? []).entries()) {
      const at = `/line_items/${index}`
      yield* judgeCategory(choices, item.category_id ?? null, at)
      yield* judgeValues(choices, item.custom_fields ?? [], at)
    }
    return yield* decideExpense(context, command)
  })

/** Available choices for a transaction with or without a budget. */
interface Choices extends Pick<TransactionContext, "categories"> {
  readonly budget: TransactionContext["budgets"][number] | null
  readonly fields: ReadonlyMap<string, CustomField>
  readonly isOption: (field: CustomField, text: string) => boolean
}

const choicesOf = (context: TransactionContext, budget_id: string | null): Choices => {
  const links = context.custom_field_budgets.filter((_) => _.budget_id === budget_id)
  return {
    categories: context.categories,
    budget: context.budgets.find((_) => _.id === budget_id) ?? null,
    fields: fieldsByName(context.custom_fields),
    isOption: ({ id }, text) => {
      const allowed = links.find((_) => _.custom_field_id === id)?.allow_options ?? null
      return context.custom_field_options.some(
        (option) =>
          option.custom_field_id === id &&
          option.text === text &&
          option.enabled &&
          (allowed?.includes(option.id) ?? true),
      )
    },
  }
}

const judgeCategory = (
  { categories, budget }: Choices,
  id: string | null,
  at: string,
): Result.Result<void, UnknownReference | CategoryNotAllowed> => {
  if (id === null) return Result.void
  const pointer = `${at}/category_id`
  const category = categories.find((row) => row.id === id && !row.is_deleted)
  if (category === undefined) {
    return Result.fail(new UnknownReference({ pointer, what: "category", id }))
  }
  return isVisible(category, budget)
    ? Result.void
    : Result.fail(new CategoryNotAllowed({ pointer, name: category.name }))
}

const judgeValues = (
  { fields, isOption }: Choices,
  values: ReadonlyArray<CustomFieldValue>,
  at: string,
): Result.Result<void, UnknownReference | DuplicateCustomField | UnknownOption> => {
  const fieldNames = new Set<string>()
  for (const [index, { field_name, entry_text }] of values.entries()) {
    const value = `${at}/custom_fields/${index}`
    const pointer = `${value}/field_name`
    const field = fields.get(fold(field_name))
    if (field === undefined) {
      const what = "custom field"
      return Result.fail(new UnknownReference({ pointer, what, id: field_name }))
    }
    const { id, name, field_type } = field
    if (fieldNames.has(id)) return Result.fail(new DuplicateCustomField({ pointer, name }))
    fieldNames.add(id)
    if (field_type === "LIST" && !isOption(field, entry_text)) {
      const at = { pointer: `${value}/entry_text`, name, text: entry_text }
      return Result.fail(new UnknownOption(at))
    }
  }
  return Result.void
}
