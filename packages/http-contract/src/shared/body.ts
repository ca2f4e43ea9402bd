import { Fields } from "@outlay/domain/fields"
import { Schema } from "effect"
import { readOnly } from "./advice.ts"

type FieldsOf = { readonly [name: string]: Schema.Top }
type Texts<F> = { readonly [K in keyof F]?: string }

/**
 * Returns the schema of an operation's body. Each field has the description of the record's field
 * of that name, plus the format from its own schema; `texts` describes fields that the record does
 * not have, or whose meaning differs in a request.
 */
export const bodyOf = <const R extends FieldsOf, const F extends FieldsOf>(
  record: Schema.Struct<R>,
  fields: F,
  texts: Texts<F> = {},
): Schema.Struct<F> =>
  Schema.Struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const known = record.fields[name]
        const meaning = texts[name] ?? (known && Fields.annotationsOf(known)["description"])
        return [name, typeof meaning === "string" ? withMeaning(field, meaning) : field]
      }),
    ),
  ).annotate({ [readOnly]: readOnlyOf(record, fields) }) as never

/** Returns the fields that the API shows but this body does not accept. */
const readOnlyOf = (record: Schema.Struct<FieldsOf>, fields: FieldsOf): ReadonlyArray<string> =>
  Object.keys(record.fields).filter(
    (name) => !(name in fields) && !Fields.isInternal(record.fields[name] as Schema.Top),
  )

const withMeaning = (field: Schema.Top, meaning: string): Schema.Top => {
  const own = Fields.annotationsOf(Schema.toEncoded(field) as never)["description"]
  const form = typeof own === "string" && !meaningless.has(own) && own !== meaning ? ` ${own}` : ""
  return Schema.annotateEncoded({ description: `${meaning}${form}` })(field) as never
}

/** Descriptions that only repeat the format of a field. */
const meaningless = new Set([
  "An id.",
  "RFC 3339 date-time in UTC with milliseconds.",
  "A UTC day.",
])
