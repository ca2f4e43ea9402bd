import { Result } from "effect"
import type { Budget } from "../core/records/budgets.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../core/records/custom-fields.ts"
import { NotFound } from "../core/refusals.ts"
import { CustomFieldOptionExists, IntegrationManagesField } from "./errors.ts"

/** What a store loads, under its lock, before anything is decided about a custom field. */
export interface CustomFieldContext {
  /** Those of the business that are not deleted. */
  readonly custom_fields: ReadonlyArray<CustomField>
  /** The options of the field that the change names; for a new one only those of its text. */
  readonly options: ReadonlyArray<CustomFieldOption>
  /** The links of that field, those of deleted budgets included. */
  readonly links: ReadonlyArray<CustomFieldBudget>
  /** Those of the business that are not deleted. */
  readonly budgets: ReadonlyArray<Pick<Budget, "id" | "name">>
  /** Whether a transaction or one of its line items has a value that belongs to the field. */
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

/** Made by an accounting integration: neither by hand nor through the API. */
export const isSynced = ({ created_by }: Pick<CustomField, "created_by">): boolean =>
  created_by !== "MANUAL" && created_by !== "PUBLIC_API"

/** Refuses, on an integration's field, the first of these fields that a body has. */
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
