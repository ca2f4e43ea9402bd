import { useMantineColorScheme } from "@mantine/core"
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react"
import { sayRefusals } from "../api/failure.ts"
import { english, type Texts } from "../texts/english.ts"
import { type Language, languageOf, languages, SpokenContext, textsOf } from "../texts/languages.ts"
import { translationOf } from "../texts/translation.ts"

const place = "outlay.language"

const chosen = (): Language => {
  const stored = localStorage.getItem(place)
  return stored !== null && stored in languages
    ? (stored as Language)
    : languageOf(navigator.languages)
}

const ChooseLanguage = createContext<(language: Language) => void>(() => {})

export const useChooseLanguage = () => use(ChooseLanguage)

/** Provides the language of the person; the choice is stored in the browser. */
export const Speaking = ({ children }: { readonly children: ReactNode }) => {
  const [language, choose] = useState(chosen)
  const [spoken, speak] = useState<{ language: Language; texts: Texts } | null>(
    language === "en-AU" || language === "en-GB" ? { language, texts: english } : null,
  )
  useEffect(() => {
    let current = true
    document.documentElement.lang = language
    textsOf(language).then((texts) => {
      if (!current) return
      sayRefusals(translationOf(language, texts.refusals))
      speak({ language, texts })
    })
    return () => {
      current = false
    }
  }, [language])
  const saveLanguage = useMemo(
    () => (next: Language) => {
      localStorage.setItem(place, next)
      choose(next)
    },
    [],
  )
  if (spoken === null) return null
  return (
    <ChooseLanguage value={saveLanguage}>
      <SpokenContext value={spoken}>{children}</SpokenContext>
    </ChooseLanguage>
  )
}

/** Returns the current theme and a switch to the other one. */
export const useTheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return { scheme: colorScheme, choose: setColorScheme }
}
