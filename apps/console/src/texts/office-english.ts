import { auditEnglish } from "./audit-english.ts"
import { booksEnglish, exportsEnglish } from "./books-english.ts"
import { moneyEnglish } from "./money-english.ts"
import { peopleEnglish } from "./people-english.ts"
import { settingsEnglish } from "./settings-english.ts"

/** English texts of the screens for running a business. */
export const officeEnglish = {
  audit: auditEnglish,
  books: booksEnglish,
  exports: exportsEnglish,
  money: moneyEnglish,
  people: peopleEnglish,
  settings: settingsEnglish,
}
