import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { CustomFieldValue } from "../api/records.ts"
import type { Shown } from "../core/changes.ts"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import type { Draft, DraftLine } from "./draft.ts"

const valuesText = (values: ReadonlyArray<CustomFieldValue>): string =>
  values.map(({ field_name, entry_text }) => `${field_name}: ${entry_text}`).join(", ")

/** Formats the draft for comparison with another version. */
export const useDraftText = (): Shown<Draft> => {
  const { sheet, common } = useTexts()
  const format = useFormat()
  const categories = useQuery(ask.categories).data ?? []
  const lineText = ({ amount, category_id, description, custom_fields }: DraftLine): string =>
    [
      amount === null ? common.none : format.minor(amount),
      categories.find(({ id }) => id === category_id)?.name,
      description,
      valuesText(custom_fields),
    ]
      .filter(Boolean)
      .join(" ")
  return {
    receipt_urls: [
      sheet.receipts,
      ({ receipt_urls }) => (receipt_urls.length === 0 ? common.none : receipt_urls.join(", ")),
    ],
    lines: [sheet.lines, ({ lines }) => lines.map(lineText).join("; ")],
    custom_fields: [sheet.fields, ({ custom_fields }) => valuesText(custom_fields) || common.none],
    attendees: [sheet.attendees, ({ attendees }) => attendees.join(", ") || common.none],
  }
}
