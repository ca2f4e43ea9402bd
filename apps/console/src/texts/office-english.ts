import { auditEnglish } from "./audit-english.ts"
import { moneyEnglish } from "./money-english.ts"
import { peopleEnglish } from "./people-english.ts"
import { settingsEnglish } from "./settings-english.ts"

/** The sentences of the screens where a business is run, in English. */
export const officeEnglish = {
  audit: auditEnglish,
  money: moneyEnglish,
  people: peopleEnglish,
  settings: settingsEnglish,
}
