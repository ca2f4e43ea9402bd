import type { Said } from "../api/failure.ts"
import { formatOf } from "../core/format.ts"
import type { RefusalTexts, SaidFormat, Sentence } from "./refusals.ts"

/** Format used until the currency is known; no amount appears without its currency. */
const anyCurrency = "EUR"

/** Translates refusals; those without a text keep the sentence of the service. */
export const translationOf = (language: string, texts: RefusalTexts) => {
  const known = texts as Readonly<Record<string, Sentence<object>>>
  const format: SaidFormat = {
    ...formatOf(language, anyCurrency),
    money: (amount, currency) => formatOf(language, currency).money(amount),
  }
  return ({ code, detail, values }: Said): string => {
    const sentence = known[code] ?? detail
    return typeof sentence === "string" ? sentence : sentence(values ?? {}, format)
  }
}
