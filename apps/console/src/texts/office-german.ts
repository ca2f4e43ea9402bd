import { auditGerman } from "./audit-german.ts"
import { booksGerman, exportsGerman } from "./books-german.ts"
import { moneyGerman } from "./money-german.ts"
import type { officeEnglish } from "./office-english.ts"
import { peopleGerman } from "./people-german.ts"
import { settingsGerman } from "./settings-german.ts"

/** German texts of the screens for running a business. */
export const officeGerman: typeof officeEnglish = {
  audit: auditGerman,
  books: booksGerman,
  exports: exportsGerman,
  money: moneyGerman,
  people: peopleGerman,
  settings: settingsGerman,
}
