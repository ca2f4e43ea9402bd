import { changed, type Part, removed } from "../../core/decision.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../../core/records/custom-fields.ts"
import { rowCreation, rowRemoval } from "../../core/row-change.ts"
import type { CustomFieldContext } from "../context.ts"

export const addOption = (option: CustomFieldOption): Part =>
  rowCreation("custom_field_option.created", option)

/** Removes an option, alone or with its field. */
export const dropOption = (option: CustomFieldOption): Part =>
  rowRemoval("custom_field_option.deleted", option)

/**
 * Removes a link together with its field. The link has an event only if it was shown: under SOME,
 * for a budget that is not deleted. Under ALL every budget was linked and rows only restrict
 * options, so the event of the field is enough.
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
 * Restricts the options that budgets allow to those that are left. A budget whose allowed options
 * are all removed allows none, until it is changed. If the field has no options left, there is
 * nothing to restrict: null, which is "always so for FREE_TEXT".
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
