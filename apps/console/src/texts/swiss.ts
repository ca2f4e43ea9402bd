import type { Texts } from "./english.ts"
import { german } from "./german.ts"
import { respelled } from "./orthography.ts"

/** German texts in Swiss spelling: without ß, and with other quotation marks. */
export const swiss: Texts = respelled(german, [
  ["ß", "ss"],
  ["„", "«"],
  ["“", "»"],
])
