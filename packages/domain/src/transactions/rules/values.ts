import { fold } from "../../core/fold.ts"
import type { CustomField } from "../../core/records/custom-fields.ts"
import type { CustomFieldValue, RecordedValue } from "../../core/records/transactions.ts"

const none: ReadonlyArray<never> = []

/** Fields by what their names are compared by; a deleted one has given up its name. */
export const fieldsByName = (
  fields: ReadonlyArray<CustomField>,
): ReadonlyMap<string, CustomField> =>
  new Map(fields.filter((row) => !row.is_deleted).map((row) => [fold(row.name), row]))

/**
 * Values as they are kept: each belongs to the field that has its name now. "Text recorded for no
 * known field is kept as it is", also when a field of that name comes later.
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

/** Values as they are shown, with the names that their fields have, or last had. */
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
