import type { Texts } from "./english.ts"
import { german } from "./german.ts"
import { respelled } from "./orthography.ts"

/** The sentences in German as the Swiss write them: no ß, and other quotation marks. */
export const swiss: Texts = respelled(german, [
  ["ß", "ss"],
  ["„", "«"],
  ["“", "»"],
])
