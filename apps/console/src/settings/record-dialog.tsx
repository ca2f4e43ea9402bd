import { MultiSelect, Select, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import type { QueryKey } from "@tanstack/react-query"
import { useState } from "react"
import { Refusal } from "../api/failure.ts"
import { useWrite } from "../api/write.ts"
import { FormDialog } from "../parts/dialog.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { useTexts } from "../texts/languages.ts"

interface Choice {
  readonly value: string
  readonly label: string
}

/** One field of a record: how it is asked for, under its name in the API. */
export interface Entry {
  readonly label: string
  readonly help?: string
  readonly kind: "text" | "choice" | "choices" | "amount"
  readonly choices?: ReadonlyArray<Choice>
  readonly isOptional?: boolean
  readonly maxLength?: number
}

/** What was entered: a text, a choice or null, several choices, or minor units. */
export type Value = string | ReadonlyArray<string> | number | null
export type Values = Readonly<Record<string, Value>>

const isMissing = (value: Value | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0)

/** A form for a small record: what was refused of a field stands at it. */
export const RecordDialog = <Output,>(given: {
  readonly title: string
  readonly action: string
  readonly close: () => void
  readonly entries: Readonly<Record<string, Entry>>
  readonly initial: Values
  readonly send: (values: Values, key: string) => Promise<Output>
  readonly refreshes: ReadonlyArray<QueryKey>
  /** Instead of closing with a word that it is saved. */
  readonly done?: (output: Output) => void
}) => {
  const { common } = useTexts()
  const [values, setValues] = useState(given.initial)
  const write = useWrite({
    send: given.send,
    refreshes: given.refreshes,
    done: (output) => {
      if (given.done !== undefined) return given.done(output)
      notifications.show({ message: common.saved, color: "quay" })
      given.close()
    },
  })
  const said = (name: string) =>
    write.error instanceof Refusal ? write.error.at(`/${name}`) : undefined
  const names = Object.keys(given.entries)
  return (
    <FormDialog
      title={given.title}
      isOpen
      close={given.close}
      action={given.action}
      isBusy={write.isPending}
      isReady={names.every((name) => given.entries[name]?.isOptional || !isMissing(values[name]))}
      failure={write.error}
      shown={names.map((name) => `/${name}`)}
      submit={() => write.mutate(values)}
    >
      {Object.entries(given.entries).map(([name, entry], n) => (
        <Input
          key={name}
          entry={entry}
          isFirst={n === 0}
          value={values[name] ?? null}
          error={said(name)}
          change={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
    </FormDialog>
  )
}

const Input = (given: {
  readonly entry: Entry
  readonly isFirst: boolean
  readonly value: Value
  readonly error: string | undefined
  readonly change: (value: Value) => void
}) => {
  const { entry, value, error, change } = given
  const common = {
    label: entry.label,
    description: entry.help,
    error,
    required: entry.isOptional !== true,
    withAsterisk: false,
    "data-autofocus": given.isFirst || undefined,
  }
  const choices = (entry.choices ?? []).map((choice) => ({ ...choice }))
  if (entry.kind === "amount")
    return <MoneyInput {...common} minor={value as number | null} onMinor={change} />
  if (entry.kind === "choice")
    return (
      <Select
        {...common}
        data={choices}
        value={value as string | null}
        onChange={change}
        clearable={entry.isOptional === true}
        searchable={choices.length > 8}
      />
    )
  if (entry.kind === "choices")
    return (
      <MultiSelect
        {...common}
        data={choices}
        value={[...((value as ReadonlyArray<string> | null) ?? [])]}
        onChange={change}
        searchable
        hidePickedOptions
      />
    )
  return (
    <TextInput
      {...common}
      value={(value as string | null) ?? ""}
      maxLength={entry.maxLength ?? 128}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

/** A text as it is sent: null where nothing was entered. */
export const textOrNull = (value: Value | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null

export const textOf = (value: Value | undefined): string => textOrNull(value) ?? ""
