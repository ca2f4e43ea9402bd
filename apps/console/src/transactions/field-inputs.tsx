import { CloseButton, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { CustomFieldValue } from "../api/records.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import type { PartGiven } from "./draft.ts"
import { withValue } from "./draft.ts"
import { useFieldsOf } from "./lack.tsx"

type Field = ReturnType<typeof useFieldsOf>[number]

interface Given {
  readonly field: Field
  readonly values: ReadonlyArray<CustomFieldValue>
  readonly change: (values: ReadonlyArray<CustomFieldValue>) => void
  readonly isReadOnly: boolean
  readonly error?: string | undefined
}

/** Input of one custom field: the options allowed for the budget, or free text. */
export const FieldInput = ({ field, values, change, isReadOnly, error }: Given) => {
  const { sheet } = useTexts()
  const value = values.find(({ field_name }) => field_name === field.name)?.entry_text ?? ""
  const isList = field.field_type === "LIST"
  const options = useQuery({ ...ask.fieldOptions(field.id), enabled: isList && !isReadOnly }).data
  const set = (text: string) => change(withValue(values, field.name, text))
  if (!isList || isReadOnly) {
    return (
      <TextInput
        label={field.name}
        value={value}
        disabled={isReadOnly}
        maxLength={1000}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  const allowed = (options ?? []).filter(
    ({ id, enabled }) => enabled && (field.allow_options?.includes(id) ?? true),
  )
  const texts = allowed.map(({ text }) => text)
  const hasNone = options !== undefined && texts.length === 0
  return (
    <Select
      label={field.name}
      description={hasNone ? sheet.noOptions : undefined}
      data={value === "" || texts.includes(value) ? texts : [value, ...texts]}
      value={value === "" ? null : value}
      onChange={(chosen) => set(chosen ?? "")}
      error={error}
      searchable
      clearable
    />
  )
}

/** Custom fields of the whole expense. */
export const FieldInputs = (props: PartGiven) => {
  const { draft, change, isReadOnly, transaction, failure } = props
  const { sheet } = useTexts()
  const errorAt = (name: string) => {
    const at = draft.custom_fields.findIndex(({ field_name }) => field_name === name)
    return failure instanceof Refusal && at >= 0 ? failure.at(`/custom_fields/${at}`) : undefined
  }
  const fields = useFieldsOf(transaction.budget?.id ?? null)
  const others = draft.custom_fields.filter(
    ({ field_name }) => !fields.some(({ name }) => name === field_name),
  )
  if (fields.length === 0 && others.length === 0) return null
  return (
    <section className="part" aria-label={sheet.fields}>
      <h3>{sheet.fields}</h3>
      <div className="pair">
        {fields.map((field) => (
          <FieldInput
            key={field.id}
            field={field}
            values={draft.custom_fields}
            change={(custom_fields) => change({ ...draft, custom_fields })}
            isReadOnly={isReadOnly}
            error={errorAt(field.name)}
          />
        ))}
        {others.map(({ field_name, entry_text }) => (
          <TextInput
            key={field_name}
            label={field_name}
            value={entry_text}
            readOnly
            disabled={errorAt(field_name) === undefined}
            error={errorAt(field_name)}
            rightSection={
              errorAt(field_name) === undefined ? null : (
                <CloseButton
                  aria-label={sheet.removeField(field_name)}
                  onClick={() =>
                    change({
                      ...draft,
                      custom_fields: withValue(draft.custom_fields, field_name, ""),
                    })
                  }
                />
              )
            }
          />
        ))}
      </div>
    </section>
  )
}
