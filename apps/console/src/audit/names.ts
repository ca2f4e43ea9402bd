import type { Event } from "../api/records.ts"
import { browserName } from "../core/browser.ts"
import type { Texts } from "../texts/english.ts"
import { partsOf } from "./filters.ts"

/** Name of an event type: `Budget member: changed`. */
export const eventName = ({ audit }: Texts, type: string): string => {
  const [noun, verb] = partsOf(type)
  return audit.happened(audit.nouns[noun] ?? noun, audit.verbs[verb] ?? verb)
}

/** Name of the events of a webhook: one type, or all types of a kind. */
const patternName = (texts: Texts, pattern: string): string => {
  const { audit, settings } = texts
  if (pattern === "*") return settings.allEvents
  const [noun, verb] = partsOf(pattern)
  return verb === "*" ? `${audit.nouns[noun] ?? noun} (${audit.any})` : eventName(texts, pattern)
}

/** Names of a field's choices, as on the screens where they are made. */
const choicesOf = (texts: Texts): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  budget_setting: texts.settings.budgetSettings,
  budget_type: texts.budgets.kinds,
  created_by: texts.audit.sources,
  field_type: texts.settings.kinds,
  format: texts.exports.formats,
  integration: texts.audit.sources,
  is_default_for: texts.settings.standards,
  media_type: fileTypes,
  payment_types: texts.people.paymentTypes,
  reset_period: texts.budgets.periods,
  source: texts.audit.sources,
  transaction_type: texts.transactions.types,
})

const fileTypes = {
  "application/pdf": "PDF",
  "image/heic": "HEIC",
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
}

/** Name of an enumerated value; null if the value is not one. */
export const valueName = (texts: Texts, field: string, value: string): string | null => {
  if (field === "role" || field === "roles") return texts.people.roleName(value)
  if (field === "event_types") return patternName(texts, value)
  return choicesOf(texts)[field]?.[value] ?? texts.audit.values[value] ?? null
}

/** Name of the record of an event, as people know it. */
export const subjectOf = ({ type, data }: Pick<Event, "type" | "data">): string | null => {
  const record = data as Readonly<Record<string, unknown>>
  for (const name of ["name", "merchant_name", "text", "email", "url", "description", "currency"]) {
    const value = record[name]
    if (typeof value !== "string" || value === "") continue
    return partsOf(type)[0] === "session" ? browserName(value) : value
  }
  for (const name of ["user", "invite"]) {
    const value = record[name] as { name?: string; email?: string } | null | undefined
    const found = value?.name ?? value?.email
    if (found !== undefined) return found
  }
  return null
}
