import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type OptionsFilter,
  type SelectProps,
} from "@mantine/core"
import { useState } from "react"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import { optionsShown } from "./options.ts"

const none: OptionsFilter = () => []

/**
 * A page has up to ten such fields, a large business a thousand people and budgets for each of
 * them, and most fields are never opened: options are drawn once somebody is in their field. Where
 * one can type, they are no more than one reads.
 */
const useOptions = (isSearchable: boolean) => {
  const { common } = useTexts()
  const format = useFormat()
  const [isEntered, enter] = useState(false)
  const sayOthers = (count: number) => common.typeForOthers(format.count(count))
  const filter: OptionsFilter = ({ options, search }) =>
    isSearchable ? (optionsShown(options, search, sayOthers) as typeof options) : options
  return { filter: isEntered ? filter : none, onFocus: () => enter(true) }
}

/** One of several options; an empty string is none of them. */
export const Select = (given: Omit<SelectProps, "filter" | "onFocus">) => (
  <MantineSelect {...given} {...useOptions(given.searchable === true)} />
)

/** Any of several options. */
export const MultiSelect = (given: Omit<MultiSelectProps, "filter" | "onFocus">) => (
  <MantineMultiSelect {...given} {...useOptions(given.searchable === true)} />
)
