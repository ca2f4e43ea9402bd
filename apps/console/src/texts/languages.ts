import { createContext, use } from "react"
import { english, type Texts } from "./english.ts"

/** Languages of the console by their own names. */
export const languages = {
  "en-AU": "English (Australia)",
  "en-GB": "English (United Kingdom)",
  "en-US": "English (United States)",
  de: "Deutsch (Deutschland)",
  "de-AT": "Deutsch (Österreich)",
  "de-CH": "Deutsch (Schweiz)",
} as const

export type Language = keyof typeof languages

const isLanguage = (name: string): name is Language => name in languages

/** Returns the best match for the languages that the browser prefers. */
export const languageOf = (preferences: ReadonlyArray<string>): Language => {
  for (const name of preferences) {
    if (isLanguage(name)) return name
    if (name === "de-LI") return "de-CH"
    if (name.startsWith("de")) return "de"
    if (name.startsWith("en")) return "en-GB"
  }
  return "en-AU"
}

/** Loads the texts of a language; a browser needs only one. */
export const textsOf = async (language: Language): Promise<Texts> => {
  if (language === "de-CH") return (await import("./swiss.ts")).swiss
  if (language === "de" || language === "de-AT") return (await import("./german.ts")).german
  if (language === "en-US") return (await import("./american.ts")).american
  return english
}

export interface Spoken {
  readonly language: Language
  readonly texts: Texts
}

export const SpokenContext = createContext<Spoken>({ language: "en-AU", texts: english })

export const useTexts = (): Texts => use(SpokenContext).texts

export const useLanguage = (): Language => use(SpokenContext).language
