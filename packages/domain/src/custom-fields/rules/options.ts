import { changed, type Part, removed } from "../../core/decision.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../../core/records/custom-fields.ts"
import { rowCreation, rowRemoval } from "../../core/row-change.ts"
import type { CustomFieldContext } from "../context.ts"

/** A new option. */
export const addOption = (option: CustomFieldOption): Part =>
  rowCreation("custom_field_option.created", option)

/** An option that goes, alone or with its field. */
export const dropOption = (option: CustomFieldOption): Part =>
  rowRemoval("custom_field_option.deleted", option)

/**
 * A link that goes with its field. It is reported where it was shown as one: under SOME, of a
 * budget that is there. Under ALL, where rows only restrict options, every budget was linked, and
 * that the field is gone says all.
 */
export const dropLink = (
  budgets: ReadonlyMap<string, CustomFieldContext["budgets"][number]>,
  { budget_setting }: CustomField,
  link: CustomFieldBudget,
): Part => {
  const { custom_field_id, budget_id: id } = link
  const budget = budget_setting === "SOME" ? budgets.get(id) : undefined
  return budget === undefined
    ? { writes: [removed("custom_field_budgets", link)], entries: [], events: [] }
    : rowRemoval("custom_field_budget.deleted", link, { custom_field_id, id, name: budget.name })
}

/**
 * What budgets allow of the options that are left: one that allowed none of them but others allows
 * none, until it is told otherwise. Where no option is left there is nothing to restrict: null,
 * which is "always so for FREE_TEXT".
 */
export const allowOnly = (
  links: ReadonlyArray<CustomFieldBudget>,
  left: ReadonlyArray<CustomFieldOption>,
): Part => {
  const ids = new Set(left.map(({ id }) => id))
  return {
    writes: links.flatMap((link) => {
      if (link.allow_options === null) return []
      const some = link.allow_options.filter((id) => ids.has(id))
      if (ids.size > 0 && some.length === link.allow_options.length) return []
      const allow_options = ids.size === 0 ? null : some
      return [changed("custom_field_budgets", link, { ...link, allow_options })]
    }),
    entries: [],
    events: [],
  }
}
