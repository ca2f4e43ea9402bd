import { TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { type FilterGiven, nameOf, roomFor } from "./filters.ts"

/** Splits a filter into field name and value; the value may contain colons. */
const partsOf = (filter: string | undefined): readonly [name: string | null, value: string] => {
  const at = filter?.indexOf(":") ?? -1
  return at < 0 || filter === undefined ? [null, ""] : [filter.slice(0, at), filter.slice(at + 1)]
}

/** Filter by a value of a custom field: first the field, then one of its options, or a text. */
export const FieldFilter = ({ filters, change, isLabelled = false }: FilterGiven) => {
  const { transactions, common } = useTexts()
  const fields = useQuery(ask.customFields).data ?? []
  const [filtered, value] = partsOf(filters.field)
  const [chosen, choose] = useState(filtered)
  const name = filtered ?? chosen
  if (fields.length === 0 && filtered === null) return null
  const names = fields.map((field) => field.name)
  const pick = (next: string | null) => {
    choose(next)
    change({ field: undefined })
  }
  const set = (text: string) => {
    choose(name)
    change({ field: text === "" ? undefined : `${name}:${text}` })
  }
  const field = fields.find((each) => each.name === name)
  return (
    <>
      <Select
        className="filter rare"
        style={roomFor(name ?? undefined)}
        placeholder={common.any}
        {...nameOf(transactions.field, isLabelled)}
        data={name === null || names.includes(name) ? names : [name, ...names]}
        value={name}
        onChange={pick}
        searchable={names.length > 8}
        comboboxProps={{ width: "max-content", position: "bottom-start" }}
        clearable
        clearSectionMode={isLabelled ? "clear" : "both"}
      />
      {name === null ? null : (
        <Value
          key={name}
          id={field?.field_type === "LIST" ? field.id : null}
          {...{ value, set, isLabelled }}
        />
      )}
    </>
  )
}

interface ValueGiven {
  /** Id of a field with options; null if its values are free text. */
  readonly id: string | null
  readonly value: string
  readonly set: (value: string) => void
  readonly isLabelled: boolean
}

const Value = ({ id, value, set, isLabelled }: ValueGiven) => {
  const { transactions, common } = useTexts()
  const options = useQuery({ ...ask.fieldOptions(id ?? ""), enabled: id !== null }).data ?? []
  const [typed, type] = useState(value)
  if (id === null) {
    return (
      <TextInput
        className="filter rare"
        {...nameOf(transactions.fieldValue, isLabelled)}
        placeholder={transactions.exactValue}
        value={typed}
        maxLength={1000}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => set(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter") set(typed)
        }}
      />
    )
  }
  const texts = options.map(({ text }) => text)
  return (
    <Select
      className="filter rare"
      style={roomFor(value)}
      placeholder={common.any}
      {...nameOf(transactions.fieldValue, isLabelled)}
      data={value === "" || texts.includes(value) ? texts : [value, ...texts]}
      value={value === "" ? null : value}
      onChange={(chosen) => set(chosen ?? "")}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      limit={200}
      searchable
      clearable
      clearSectionMode={isLabelled ? "clear" : "both"}
    />
  )
}
