import { auditGerman } from "./audit-german.ts"
import { moneyGerman } from "./money-german.ts"
import type { officeEnglish } from "./office-english.ts"
import { peopleGerman } from "./people-german.ts"
import { settingsGerman } from "./settings-german.ts"

/** The sentences of the screens where a business is run, in German. */
export const officeGerman: typeof officeEnglish = {
  audit: auditGerman,
  money: moneyGerman,
  people: peopleGerman,
  settings: settingsGerman,
}
