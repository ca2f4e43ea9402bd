import { auditEnglish } from "./audit-english.ts"

/** The sentences of the screens where a business is run, in English. */
export const officeEnglish = {
  audit: auditEnglish,
}
