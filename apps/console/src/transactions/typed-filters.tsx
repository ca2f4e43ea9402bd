/** Typed filters. The list follows with a delay, not at every letter. */
import { TextInput } from "@mantine/core"
import { IconSearch } from "@tabler/icons-react"
import { useCallback, useEffect, useRef, useState } from "react"
import { useBusiness } from "../app/business.ts"
import { decimalText, fromWire, readMoney, typedMoney } from "../core/money.ts"
import { moneyFault } from "../parts/money-input.tsx"
import { useLanguage, useTexts } from "../texts/languages.ts"
import { type FilterGiven, nameOf, turnedBounds } from "./filters.ts"

const debounceMs = 250

/** Returns the typed value of a filter; undefined if it is invalid, and the filter stays. */
const useTyped = (
  value: string | undefined,
  show: (text: string) => string,
  read: (text: string) => string | undefined,
  change: (text: string | undefined) => void,
) => {
  const [text, setText] = useState(() => show(value ?? ""))
  const sent = useRef(value ?? "")
  const ways = useRef({ show, read, change })
  ways.current = { show, read, change }
  useEffect(() => {
    // Changed from outside, for instance by the button that clears all filters.
    if ((value ?? "") === sent.current) return
    sent.current = value ?? ""
    setText(ways.current.show(sent.current))
  }, [value])
  const send = useCallback(() => {
    const typed = ways.current.read(text)
    if (typed === undefined || typed === sent.current) return
    sent.current = typed
    ways.current.change(typed === "" ? undefined : typed)
  }, [text])
  useEffect(() => {
    const timer = setTimeout(send, debounceMs)
    return () => clearTimeout(timer)
  }, [send])
  return [text, setText, send] as const
}

const asIs = (text: string): string => text

export const SearchField = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const [text, setText] = useTyped(
    filters.search,
    asIs,
    (typed) => typed.trim(),
    (search) => change({ search }),
  )
  return (
    <TextInput
      className="filter-search"
      data-search
      type="search"
      aria-label={transactions.search}
      placeholder={transactions.search}
      leftSection={<IconSearch size={16} />}
      value={text}
      maxLength={128}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

/** Bounds of the amount, in the format of the person's language. */
export const AmountFields = ({ filters, change, isLabelled = false }: FilterGiven) => {
  const { transactions } = useTexts()
  return (
    <>
      <AmountField
        label={transactions.least}
        isLabelled={isLabelled}
        value={filters.least}
        change={(least) => change({ least })}
      />
      <AmountField
        label={transactions.most}
        isLabelled={isLabelled}
        value={filters.most}
        change={(most) => change({ most })}
        error={turnedBounds(filters) === "amounts" ? transactions.mostBelowLeast : undefined}
      />
    </>
  )
}

const AmountField = (props: {
  readonly label: string
  readonly isLabelled: boolean
  readonly value: string | undefined
  readonly change: (value: string | undefined) => void
  readonly error?: string | undefined
}) => {
  const { label, value, change } = props
  const texts = useTexts()
  const language = useLanguage()
  const { currency } = useBusiness()
  const of = (text: string) => readMoney(text, currency, language)
  const [text, setText, send] = useTyped(
    value,
    (amount) =>
      amount === "" ? "" : typedMoney(fromWire(Number(amount), currency), currency, language),
    (typed) => {
      const { minor, fault } = of(typed)
      if (fault === "empty") return ""
      return minor === undefined ? undefined : decimalText(Math.abs(minor), currency)
    },
    change,
  )
  const { fault } = of(text)
  return (
    <TextInput
      className="filter-amount rare"
      {...nameOf(label, props.isLabelled)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={
        fault === undefined || fault === "empty" ? props.error : moneyFault(texts, fault, currency)
      }
      onChange={(event) => setText(event.currentTarget.value)}
      // A sheet may close before the delay ends.
      onBlur={send}
    />
  )
}
