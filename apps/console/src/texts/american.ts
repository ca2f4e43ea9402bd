import { english, type Texts } from "./english.ts"

/** What Americans write differently. */
export const american: Texts = {
  ...english,
  sheet: { ...english.sheet, authorised: "Authorized" },
}
