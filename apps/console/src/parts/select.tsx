import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type OptionsFilter,
  type SelectProps,
} from "@mantine/core"
import { type FocusEvent, type KeyboardEvent, useState } from "react"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import { optionsShown } from "./options.ts"

const none: OptionsFilter = () => []

/**
 * Draws options only when the field is entered. A page has up to ten such fields, a large business
 * has a thousand people and budgets for each of them, and most fields are never opened. In a
 * searchable field, the number of options is limited.
 */
const useOptions = (isSearchable: boolean, onFocus: SelectProps["onFocus"]) => {
  const { common } = useTexts()
  const format = useFormat()
  const [isEntered, enter] = useState(false)
  const sayOthers = (count: number) => common.typeForOthers(format.count(count))
  const filter: OptionsFilter = ({ options, search }) =>
    isSearchable ? (optionsShown(options, search, sayOthers) as typeof options) : options
  return {
    filter: isEntered ? filter : none,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      enter(true)
      onFocus?.(event)
    },
  }
}

/**
 * Enter chooses the option that looks selected. A timer of the component library, set as the list
 * opens, forgets its number if letters come first, and Enter would do nothing.
 */
const chooseSelected = (event: KeyboardEvent): void => {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return
  const list = (event.target as HTMLElement).getAttribute("aria-controls")
  if (list === null) return
  const option = document.querySelector<HTMLElement>(
    `#${CSS.escape(list)} [data-combobox-selected]`,
  )
  if (option === null) return
  event.preventDefault()
  event.stopPropagation()
  option.click()
}

/** Field for one of several options; an empty text means none. */
export const Select = (props: Omit<SelectProps, "filter">) => (
  <MantineSelect
    // Input may come before the options: turned on with them, this selects their first match.
    selectFirstOptionOnChange={(props.data?.length ?? 0) > 0}
    onKeyDownCapture={chooseSelected}
    {...props}
    {...useOptions(props.searchable === true, props.onFocus)}
  />
)

/** Field for any number of options. */
export const MultiSelect = (props: Omit<MultiSelectProps, "filter">) => (
  <MantineMultiSelect
    onKeyDownCapture={chooseSelected}
    {...props}
    {...useOptions(props.searchable === true, props.onFocus)}
  />
)
