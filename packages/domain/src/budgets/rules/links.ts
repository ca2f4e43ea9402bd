import { Result } from "effect"
import { changed, created, removed, type Write } from "../../core/decision.ts"
import type { NewEvent } from "../../core/events.ts"
import type {
  Budget,
  BudgetCustomField,
  BudgetRecord,
  CustomFieldInput,
} from "../../core/records/budgets.ts"
import type { Category } from "../../core/records/categories.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../../core/records/custom-fields.ts"
import { UnknownReference } from "../../core/refusals.ts"
import { eventOf } from "../../core/row-change.ts"
import { asSet } from "../../core/sets.ts"
import { FieldNotLinkable } from "../errors.ts"

/** Categories and custom fields of a business, and the links of a budget. */
export interface Catalogue {
  readonly categories: ReadonlyArray<Category>
  readonly custom_fields: ReadonlyArray<CustomField>
  /** Options that the command names. */
  readonly custom_field_options: ReadonlyArray<CustomFieldOption>
  /** Links of the budget. */
  readonly links: ReadonlyArray<CustomFieldBudget>
}

/**
 * Returns a budget as the interface shows it. "When `true`, only the categories listed in
 * `categories` are visible on the budget"; otherwise "an empty array".
 */
export const showBudget = (budget: Budget, catalogue: Catalogue): BudgetRecord => ({
  ...budget,
  categories: budget.limit_categories
    ? budget.categories.flatMap((id) => {
        const category = catalogue.categories.find((_) => _.id === id && !_.is_deleted && _.enabled)
        return category === undefined ? [] : [{ id, name: category.name }]
      })
    : [],
  custom_fields: catalogue.custom_fields.flatMap((field) => showField(field, catalogue.links)),
})

const showField = (
  field: CustomField,
  links: ReadonlyArray<CustomFieldBudget>,
): ReadonlyArray<BudgetCustomField> => {
  const link = links.find((_) => _.custom_field_id === field.id)
  const linked =
    field.budget_setting === "ALL_CURRENT_AND_NEW" ||
    (field.budget_setting === "SOME" && link !== undefined)
  return linked
    ? [{ id: field.id, name: field.name, allow_options: link?.allow_options ?? null }]
    : []
}

/** Returns the ids without duplicates, or refuses the first category that does not exist. */
export const findCategories = (
  { categories }: Catalogue,
  ids: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<string>, UnknownReference> => {
  const unknown = ids.findIndex((id) => !categories.some((_) => _.id === id && !_.is_deleted))
  return unknown === -1
    ? Result.succeed([...new Set(ids)])
    : Result.fail(
        new UnknownReference({
          pointer: `/categories/${unknown}`,
          what: "category",
          id: ids[unknown] ?? "",
        }),
      )
}

/**
 * Returns the writes that link a budget with the fields of a request: "replaces the links of fields
 * under SOME; a field under ALL stays linked, only its `allow_options` is taken; one under NONE:
 * 400 `field_not_linkable`". If a field is listed twice, the last one counts.
 */
export const decideLinks = (
  catalogue: Catalogue,
  { client_id, id: budget_id }: Pick<Budget, "client_id" | "id">,
  inputs: ReadonlyArray<CustomFieldInput>,
): Result.Result<ReadonlyArray<Write>, UnknownReference | FieldNotLinkable> => {
  const newLinks = new Map<string, CustomFieldBudget>()
  for (const [index, input] of inputs.entries()) {
    const link = findLink(catalogue, input, `/custom_fields/${index}`)
    if (Result.isFailure(link)) return Result.fail(link.failure)
    newLinks.set(input.id, {
      client_id,
      budget_id,
      custom_field_id: input.id,
      allow_options: link.success,
    })
  }
  return Result.succeed([
    ...Array.from(newLinks.values(), (after) => {
      const before = catalogue.links.find((_) => _.custom_field_id === after.custom_field_id)
      return before === undefined
        ? created("custom_field_budgets", after)
        : changed("custom_field_budgets", before, sameOptions(before, after))
    }),
    ...catalogue.links
      .filter((link) => isUnderSome(catalogue, link) && !newLinks.has(link.custom_field_id))
      .map((link) => removed("custom_field_budgets", link)),
  ])
}

/** Keeps the order of the allowed options if the set is unchanged. */
const sameOptions = (before: CustomFieldBudget, after: CustomFieldBudget): CustomFieldBudget =>
  before.allow_options === null || after.allow_options === null
    ? after
    : { ...after, allow_options: asSet(before.allow_options, after.allow_options) }

const isUnderSome = ({ custom_fields }: Catalogue, link: CustomFieldBudget): boolean =>
  custom_fields.some((_) => _.id === link.custom_field_id && _.budget_setting === "SOME")

/** Returns the options that the link allows, "null (no restriction; always so for FREE_TEXT)". */
const findLink = (
  catalogue: Catalogue,
  { id, allow_options }: CustomFieldInput,
  pointer: string,
): Result.Result<ReadonlyArray<string> | null, UnknownReference | FieldNotLinkable> => {
  const field = catalogue.custom_fields.find((_) => _.id === id)
  if (field === undefined) {
    return Result.fail(new UnknownReference({ pointer: `${pointer}/id`, what: "custom field", id }))
  }
  if (field.budget_setting === "NONE") {
    return Result.fail(new FieldNotLinkable({ pointer: `${pointer}/id`, name: field.name }))
  }
  const options = allow_options ?? null
  const unknown =
    options?.findIndex(
      (option) =>
        !catalogue.custom_field_options.some((_) => _.id === option && _.custom_field_id === id),
    ) ?? -1
  if (unknown !== -1) {
    return Result.fail(
      new UnknownReference({
        pointer: `${pointer}/allow_options/${unknown}`,
        what: "custom_field_option",
        id: options?.[unknown] ?? "",
      }),
    )
  }
  return Result.succeed(
    field.field_type === "FREE_TEXT" || options === null ? null : [...new Set(options)],
  )
}

/**
 * Returns the events of links that `decideLinks` adds or removes. Only fields under SOME have such
 * events: under ALL every budget is linked, and rows only restrict options. The event of the budget
 * reports the allowed options.
 */
export const linkEvents = (
  catalogue: Catalogue,
  { id, name }: Pick<Budget, "id" | "name">,
  writes: ReadonlyArray<Write>,
): ReadonlyArray<NewEvent> =>
  writes.flatMap(({ table, before, after }): ReadonlyArray<NewEvent> => {
    if (table !== "custom_field_budgets" || (before !== null && after !== null)) return []
    const link = after ?? before
    if (link === null || !isUnderSome(catalogue, link)) return []
    const data = { custom_field_id: link.custom_field_id, id, name }
    return after === null
      ? [eventOf("custom_field_budget.deleted", data, {})]
      : [eventOf("custom_field_budget.created", data, null)]
  })

/** Returns the catalogue with the links after `decideLinks`, so that the response shows them. */
export const linked = (catalogue: Catalogue, writes: ReadonlyArray<Write>): Catalogue => {
  const links = new Map(catalogue.links.map((link) => [link.custom_field_id, link]))
  for (const write of writes) {
    if (write.table !== "custom_field_budgets") continue
    if (write.after !== null) links.set(write.after.custom_field_id, write.after)
    else if (write.before !== null) links.delete(write.before.custom_field_id)
  }
  return { ...catalogue, links: [...links.values()] }
}
