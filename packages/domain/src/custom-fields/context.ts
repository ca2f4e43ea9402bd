import { Result } from "effect"
import type { Budget } from "../core/records/budgets.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../core/records/custom-fields.ts"
import { NotFound } from "../core/refusals.ts"
import { CustomFieldOptionExists, IntegrationManagesField } from "./errors.ts"

/** Data that a store loads under its lock before a decision about a custom field. */
export interface CustomFieldContext {
  /** Custom fields of the business that are not deleted. */
  readonly custom_fields: ReadonlyArray<CustomField>
  /** Options of the field that the change names; for a new option only those with its text. */
  readonly options: ReadonlyArray<CustomFieldOption>
  /** Links of that field, including those of deleted budgets. */
  readonly links: ReadonlyArray<CustomFieldBudget>
  /** Budgets of the business that are not deleted. */
  readonly budgets: ReadonlyArray<Pick<Budget, "id" | "name">>
  /** True if a transaction or one of its line items has a value of the field. */
  readonly has_values: boolean
}

export const findField = (
  { custom_fields }: Pick<CustomFieldContext, "custom_fields">,
  id: string,
): Result.Result<CustomField, NotFound> => {
  const field = custom_fields.find((row) => row.id === id)
  return field === undefined
    ? Result.fail(new NotFound({ what: "custom field", id }))
    : Result.succeed(field)
}

/** Returns true if an accounting integration created the field, not a person or the API. */
export const isSynced = ({ created_by }: Pick<CustomField, "created_by">): boolean =>
  created_by !== "MANUAL" && created_by !== "PUBLIC_API"

/** Refuses a patch of an integration's field that contains one of `names`; reports the first. */
export const ownOnly = <Patch extends object>(
  field: CustomField,
  patch: Patch,
  names: ReadonlyArray<keyof Patch & string>,
): Result.Result<void, IntegrationManagesField> => {
  const name = isSynced(field) ? names.find((_) => patch[_] !== undefined) : undefined
  return name === undefined
    ? Result.void
    : Result.fail(
        new IntegrationManagesField({ pointer: `/${name}`, created_by: field.created_by }),
      )
}

/** "Text unique in its field." */
export const freeText = (
  options: ReadonlyArray<CustomFieldOption>,
  id: string,
  text: string,
  pointer: string,
): Result.Result<void, CustomFieldOptionExists> =>
  options.some((row) => row.id !== id && row.text === text)
    ? Result.fail(new CustomFieldOptionExists({ pointer, text }))
    : Result.void
