import { TagsInput, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import type { QueryKey } from "@tanstack/react-query"
import { useState } from "react"
import { Refusal } from "../api/failure.ts"
import { type Dated, type Seen, useTheirs } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { merged, type Shown, versionsOf } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { Conflict } from "../parts/conflict.tsx"
import { FormDialog } from "../parts/dialog.tsx"
import { MoneyInput } from "../parts/money-input.tsx"
import { MultiSelect, Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"

interface Choice {
  readonly value: string
  readonly label: string
}

/** Input for one field of a record, named as in the API. */
export interface Entry {
  readonly label: string
  readonly help?: string
  readonly kind: "text" | "texts" | "choice" | "choices" | "amount"
  readonly choices?: ReadonlyArray<Choice>
  readonly isOptional?: boolean
  /** True if the input is shown, given the other values. */
  readonly isAsked?: (values: Values) => boolean
  readonly maxLength?: number
}

/** Value of an input: text, a choice or null, several of either, or minor units. */
export type Value = string | ReadonlyArray<string> | number | null
export type Values = Readonly<Record<string, Value>>

const isMissing = (value: Value | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0)

/** Existing record of a form, which others may change at the same time. */
export interface Original {
  readonly etag: string | null
  /** Reads the current record. */
  readonly read: () => Promise<Seen<{ readonly record: Dated; readonly values: Values }>>
}

/** Form of a small record; errors appear at their fields. */
export const RecordDialog = <Output,>(props: {
  readonly title: string
  readonly action: string
  readonly close: () => void
  readonly entries: Readonly<Record<string, Entry>>
  readonly initial: Values
  /** `etag` is the version that the change must match. */
  readonly send: (values: Values, key: string, etag: string | null) => Promise<Output>
  readonly refreshes: ReadonlyArray<QueryKey>
  /** Sentences of the screen by error code, which replace those of the service. */
  readonly words?: (sent: Values) => Readonly<Record<string, string>>
  /** Undefined for a new record. */
  readonly original?: Original | undefined
  /** Called instead of closing with a notification. */
  readonly done?: (output: Output) => void
}) => {
  const { common } = useTexts()
  const { entries, original } = props
  const [begun, begin] = useState({ values: props.initial, etag: original?.etag ?? null })
  const [values, setValues] = useState(props.initial)
  const write = useWrite({
    send: (input: { values: Values; etag: string | null }, key) =>
      props.send(input.values, key, input.etag),
    refreshes: props.refreshes,
    done: (output) => {
      if (props.done !== undefined) return props.done(output)
      notifications.show({ message: common.saved, color: "quay" })
      props.close()
    },
  })
  const { theirs, unread } = useTheirs(write.error, original?.read ?? never)
  const errorAt = (name: string) =>
    write.error instanceof Refusal
      ? write.error.at(`/${name}`, props.words?.(write.variables?.values ?? values))
      : undefined
  const visibleEntries = Object.entries(entries).filter(
    ([, { isAsked }]) => isAsked?.(values) ?? true,
  )
  const now = theirs?.data.values ?? begun.values
  const takeTheirs = () => {
    if (theirs === undefined) return
    begin({ values: theirs.data.values, etag: theirs.etag })
    setValues(theirs.data.values)
    write.reset()
  }
  const shown = useShown(entries)
  return (
    <FormDialog
      title={props.title}
      close={props.close}
      action={props.action}
      isBusy={write.isPending}
      isReady={visibleEntries.every(
        ([name, entry]) => entry.isOptional || !isMissing(values[name]),
      )}
      entered={values}
      before={begun.values}
      failure={write.error}
      shown={visibleEntries.map(([name]) => `/${name}`)}
      submit={() => write.mutate({ values, etag: begun.etag })}
    >
      {visibleEntries.map(([name, entry], n) => (
        <Input
          key={name}
          entry={entry}
          isFirst={n === 0}
          value={values[name] ?? null}
          error={errorAt(name)}
          change={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Conflict
        failure={write.error}
        theirs={theirs?.data.record}
        unread={unread}
        versions={theirs === undefined ? [] : versionsOf(shown, begun.values, now, values)}
        isBusy={write.isPending}
        takeTheirs={takeTheirs}
        keepMine={() =>
          write.mutate({ values: merged(values, begun.values, now), etag: theirs?.etag ?? null })
        }
      />
    </FormDialog>
  )
}

/** A new record has no other version to read. */
const never = () => Promise.reject(new Error("There is no version to read."))

/** Formats the values for people. */
const useShown = (entries: Readonly<Record<string, Entry>>): Shown<Values> => {
  const { common } = useTexts()
  const format = useFormat()
  const show = ({ choices }: Entry, value: Value | undefined): string => {
    if (value === undefined || value === null || isMissing(value)) return common.none
    if (typeof value === "number") return format.minor(value)
    const labelOf = (one: string) => choices?.find((choice) => choice.value === one)?.label ?? one
    return typeof value === "string" ? labelOf(value) : value.map(labelOf).join(", ")
  }
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      [entry.label, (values: Values) => show(entry, values[name])],
    ]),
  )
}

const Input = (props: {
  readonly entry: Entry
  readonly isFirst: boolean
  readonly value: Value
  readonly error: string | undefined
  readonly change: (value: Value) => void
}) => {
  const { entry, value, error, change } = props
  const common = {
    label: entry.label,
    description: entry.help,
    error,
    required: entry.isOptional !== true,
    withAsterisk: false,
    "data-autofocus": props.isFirst || undefined,
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
  if (entry.kind === "texts")
    return (
      <TagsInput
        {...common}
        value={[...((value as ReadonlyArray<string> | null) ?? [])]}
        onChange={change}
        acceptValueOnBlur
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

/** Returns a text for a request; null if the field is empty. */
export const textOrNull = (value: Value | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null

export const textOf = (value: Value | undefined): string => textOrNull(value) ?? ""
