import { auditGerman } from "./audit-german.ts"
import type { officeEnglish } from "./office-english.ts"

/** The sentences of the screens where a business is run, in German. */
export const officeGerman: typeof officeEnglish = {
  audit: auditGerman,
}
