import { TextInput, type TextInputProps } from "@mantine/core"
import { useEffect, useState } from "react"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { decimalsOf, type Minor, type MoneyFault, readMoney, typedMoney } from "../core/money.ts"
import type { Texts } from "../texts/english.ts"
import { useLanguage, useTexts } from "../texts/languages.ts"

/** Returns the sentence for a text that is not an amount. */
export const moneyFault = (texts: Texts, fault: MoneyFault, currency: string): string =>
  fault === "too_many_decimals"
    ? texts.amounts.too_many_decimals(decimalsOf(currency))
    : texts.amounts[fault]

type Given = Omit<TextInputProps, "value" | "onChange"> & {
  /** Null if the field is empty or has no valid amount. */
  readonly minor: Minor | null
  readonly onMinor: (minor: Minor | null) => void
  readonly currency?: string
}

/**
 * Field for an amount in the format of the person's language. Typed text stays until it is a valid
 * amount. A read-only amount is formatted as elsewhere.
 */
export const MoneyInput = ({ minor, onMinor, currency: given, error, ...props }: Given) => {
  const language = useLanguage()
  const business = useBusiness()
  const texts = useTexts()
  const currency = given ?? business.currency
  const [text, setText] = useState(() =>
    minor === null ? "" : typedMoney(minor, currency, language),
  )
  const format = useFormat()
  const [wasLeft, leave] = useState(false)
  const read = readMoney(text, currency, language)
  useEffect(() => {
    // Changed from outside, for instance by a split in equal shares.
    if (minor !== null && read.minor !== minor) setText(typedMoney(minor, currency, language))
  }, [minor, read.minor, currency, language])
  if (props.disabled === true) {
    const shown = minor === null ? "" : format.minor(minor, currency)
    const looks = { input: "money-input" }
    return <TextInput {...props} value={shown} classNames={looks} error={error} readOnly />
  }
  const fault =
    wasLeft && read.fault !== undefined && read.fault !== "empty"
      ? moneyFault(texts, read.fault, currency)
      : undefined
  return (
    <TextInput
      {...props}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: "money-input" }}
      leftSection={<span className="currency">{currency}</span>}
      leftSectionWidth={48}
      error={fault ?? error}
      onBlur={() => {
        leave(true)
        if (read.minor !== undefined) setText(typedMoney(read.minor, currency, language))
      }}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        onMinor(readMoney(typed, currency, language).minor ?? null)
      }}
    />
  )
}
