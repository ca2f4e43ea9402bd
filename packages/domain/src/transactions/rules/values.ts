import { fold } from "../../core/fold.ts"
import type { CustomField } from "../../core/records/custom-fields.ts"
import type { CustomFieldValue, RecordedValue } from "../../core/records/transactions.ts"

const none: ReadonlyArray<never> = []

/**
 * Indexes fields by their folded names. Deleted fields are excluded, because their names are free
 * again.
 */
export const fieldsByName = (
  fields: ReadonlyArray<CustomField>,
): ReadonlyMap<string, CustomField> =>
  new Map(fields.filter((row) => !row.is_deleted).map((row) => [fold(row.name), row]))

/**
 * Returns values in the form in which they are stored: each belongs to the field that currently has
 * its name. "Text recorded for no known field is kept as it is", even if a field with that name is
 * created later.
 */
export const recordValues = (
  values: ReadonlyArray<CustomFieldValue> | undefined,
  byName: ReadonlyMap<string, Pick<CustomField, "id">>,
): ReadonlyArray<RecordedValue> =>
  values === undefined || values.length === 0
    ? none
    : values.map(({ field_name, entry_text }) => ({
        custom_field_id: byName.get(fold(field_name))?.id ?? null,
        field_name,
        entry_text,
      }))

/** Returns values as they are shown, with the current or last names of their fields. */
export const showValues = (
  values: ReadonlyArray<RecordedValue>,
  nameOf: (custom_field_id: string) => string | undefined,
): ReadonlyArray<CustomFieldValue> =>
  values.length === 0
    ? none
    : values.map(({ custom_field_id, field_name, entry_text }) => ({
        field_name: (custom_field_id === null ? undefined : nameOf(custom_field_id)) ?? field_name,
        entry_text,
      }))
