import { byCreated } from "../core/looks.ts"
import { emptyPage, mapPage, type Page, type PageRequest } from "../core/page.ts"
import {
  all,
  allBy,
  answerTo,
  known,
  type Look,
  look,
  one,
  pageOf,
  seen,
} from "../core/questions.ts"
import type {
  CustomField,
  CustomFieldKey,
  CustomFieldOption,
  CustomFieldOptionKey,
  LinkedBudget,
} from "../core/records/custom-fields.ts"
import type { CustomFieldContext } from "./context.ts"

/** Custom field that changes; null for a new one. */
export interface CustomFieldChange {
  readonly custom_field_id: string | null
  /**
   * True if the field has values (`CustomFieldValueStore`); false if the decision does not depend
   * on it.
   */
  readonly has_values?: boolean
  /** Text of a new option; only options with this text are loaded then. */
  readonly text?: string | undefined
}

/** Loads the context of a decision about a custom field, its options or its links. */
export const customFieldContext = ({
  custom_field_id,
  has_values = false,
  text,
}: CustomFieldChange): Look<CustomFieldContext> =>
  look(
    {
      custom_fields: all("custom_fields", { is_deleted: false }, byCreated),
      ...(custom_field_id === null ? nothingYet : ofField(custom_field_id, text)),
    },
    ({ budgets, ...found }) =>
      seen({ ...found, budgets: budgets.map(({ id, name }) => ({ id, name })), has_values }),
  )

const ofField = (custom_field_id: string, text: string | undefined) => ({
  options:
    text === undefined
      ? all("custom_field_options", { custom_field_id }, byCreated)
      : all("custom_field_options", { custom_field_id, text }),
  links: all("custom_field_budgets", { custom_field_id }, [["budget_id", "ascending"]]),
  budgets: allBy("budgets", ["id", "name"], { is_deleted: false }, byCreated),
})

/** Options, links and budgets of a field that does not exist yet. */
const nothingYet: ReturnType<typeof ofField> = {
  options: known([]),
  links: known([]),
  budgets: known([]),
}

/** Returns a custom field that is not deleted; null if there is none. */
export const customFieldById = ({ custom_field_id }: CustomFieldKey): Look<CustomField | null> =>
  answerTo(one("custom_fields", { id: custom_field_id, is_deleted: false }))

/** Returns the custom fields that are not deleted. */
export const customFieldsByCreated = (request: PageRequest): Look<Page<CustomField>> =>
  answerTo(pageOf("custom_fields", { is_deleted: false }, byCreated, request))

export const optionsOfField = (
  { custom_field_id }: CustomFieldKey,
  request: PageRequest,
): Look<Page<CustomFieldOption>> =>
  answerTo(pageOf("custom_field_options", { custom_field_id }, byCreated, request))

/** Returns an option of this field; null if the field does not have it. */
export const optionById = ({
  custom_field_id,
  option_id,
}: CustomFieldOptionKey): Look<CustomFieldOption | null> =>
  answerTo(one("custom_field_options", { custom_field_id, id: option_id }))

/**
 * Returns the budgets that are linked to a field, or all budgets if `every` is true; without
 * deleted ones.
 */
export const budgetsOfField = (
  key: CustomFieldKey,
  every: boolean,
  request: PageRequest,
): Look<Page<LinkedBudget>> => {
  if (every) return linkedBudgets(key, undefined, request)
  const { custom_field_id } = key
  return look({ links: all("custom_field_budgets", { custom_field_id }) }, ({ links }) =>
    links.length === 0
      ? seen(emptyPage)
      : linkedBudgets(
          key,
          links.map((_) => _.budget_id),
          request,
        ),
  )
}

const linkedBudgets = (
  { custom_field_id }: CustomFieldKey,
  ids: ReadonlyArray<string> | undefined,
  request: PageRequest,
): Look<Page<LinkedBudget>> => {
  const where = { id: ids && { in: ids }, is_deleted: false }
  return look({ budgets: pageOf("budgets", where, byCreated, request) }, ({ budgets }) =>
    seen(mapPage(budgets, ({ id, name }) => ({ custom_field_id, id, name }))),
  )
}
