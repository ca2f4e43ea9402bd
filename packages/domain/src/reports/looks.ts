import { present } from "../core/looks.ts"
import { all, type Look, look, one, seen } from "../core/questions.ts"

/** Data of the business that a report needs. */
export interface ReportContext {
  readonly currency: string
  /** Ids of the custom fields that have one of the names, or had it last, by name. */
  readonly fieldIds: ReadonlyMap<string, ReadonlySet<string>>
}

export const reportContext = (names: ReadonlyArray<string>): Look<ReportContext> =>
  look(
    {
      business: one("businesses"),
      custom_fields: all("custom_fields", { name: { in: names } }),
    },
    ({ business, custom_fields }) =>
      seen({
        currency: present(business).currency,
        fieldIds: new Map(
          names.map((name) => [
            name,
            new Set(custom_fields.filter((field) => field.name === name).map(({ id }) => id)),
          ]),
        ),
      }),
  )
