import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { type FilterGiven, type Filters, nameOf, roomFor } from "./filters.ts"

export interface Choice {
  readonly value: string
  readonly label: string
}

export const named = (
  rows: ReadonlyArray<{ readonly id: string | number; readonly name: string }>,
): ReadonlyArray<Choice> => rows.map(({ id, name }) => ({ value: String(id), label: name }))

interface Given extends FilterGiven {
  readonly name: keyof Filters
  readonly label: string
  readonly data: ReadonlyArray<Choice>
  readonly isRare?: boolean
  /** True if the choices are read when the field is entered, and have not been loaded. */
  readonly isAwaited?: boolean
  readonly enter?: () => void
}

/** Filter by one of several choices. */
export const Pick = (props: Given) => {
  const { name, label, data, filters, change } = props
  const { isRare = false, isAwaited = false, isLabelled = false } = props
  const { common } = useTexts()
  return (
    <Select
      style={roomFor(data.find(({ value }) => value === filters[name])?.label)}
      placeholder={common.any}
      {...nameOf(label, isLabelled)}
      data={[...data]}
      value={filters[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      onFocus={props.enter}
      clearable
      clearSectionMode={isLabelled ? "clear" : "both"}
      // Input typed while loading counts. Phones show a keyboard only for long lists.
      searchable={isAwaited || data.length > 8}
      inputMode={isAwaited ? "none" : undefined}
      // Once loaded, Enter chooses the first match of the input.
      selectFirstOptionOnChange={!isAwaited}
      nothingFoundMessage={isAwaited ? common.loading : undefined}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      className={isRare ? "filter rare" : "filter"}
    />
  )
}
