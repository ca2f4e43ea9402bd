import { TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { type FilterGiven, roomFor } from "./filters.ts"

/** Splits a filter into field name and value; the value may contain colons. */
const partsOf = (filter: string | undefined): readonly [name: string | null, value: string] => {
  const at = filter?.indexOf(":") ?? -1
  return at < 0 || filter === undefined ? [null, ""] : [filter.slice(0, at), filter.slice(at + 1)]
}

/** Filter by a value of a custom field: first the field, then one of its options, or a text. */
export const FieldFilter = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
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
        aria-label={transactions.field}
        placeholder={transactions.field}
        data={name === null || names.includes(name) ? names : [name, ...names]}
        value={name}
        onChange={pick}
        searchable={names.length > 8}
        comboboxProps={{ width: "max-content", position: "bottom-start" }}
        clearable
      />
      {name === null ? null : (
        <Value key={name} id={field?.field_type === "LIST" ? field.id : null} {...{ value, set }} />
      )}
    </>
  )
}

interface ValueGiven {
  /** Id of a field with options; null if its values are free text. */
  readonly id: string | null
  readonly value: string
  readonly set: (value: string) => void
}

const Value = ({ id, value, set }: ValueGiven) => {
  const { transactions } = useTexts()
  const options = useQuery({ ...ask.fieldOptions(id ?? ""), enabled: id !== null }).data ?? []
  const [typed, type] = useState(value)
  if (id === null) {
    return (
      <TextInput
        className="filter rare"
        aria-label={transactions.fieldValue}
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
      aria-label={transactions.fieldValue}
      placeholder={transactions.fieldValue}
      data={value === "" || texts.includes(value) ? texts : [value, ...texts]}
      value={value === "" ? null : value}
      onChange={(chosen) => set(chosen ?? "")}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      limit={200}
      searchable
      clearable
    />
  )
}
