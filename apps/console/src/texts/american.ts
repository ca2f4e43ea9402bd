import { english, type Texts } from "./english.ts"

/** Texts that differ in American English. */
export const american: Texts = {
  ...english,
  sheet: { ...english.sheet, authorised: "Authorized" },
  audit: {
    ...english.audit,
    verbs: { ...english.audit.verbs, authorised: "authorized", cancelled: "canceled" },
    fields: { ...english.audit.fields, auth_date: "Authorized" },
    values: { ...english.audit.values, CANCELLED: "Canceled" },
  },
}
