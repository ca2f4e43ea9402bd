import { Fields } from "@outlay/domain/fields"
import { Schema } from "effect"
import { readOnly } from "./advice.ts"

type FieldsOf = { readonly [name: string]: Schema.Top }
type Texts<F> = { readonly [K in keyof F]?: string }

/**
 * The body of an operation on a record. Each field is described as the record's field of that name,
 * with what its own schema says of its form; `texts` has those that the record has not, or that
 * mean something else when they are sent.
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
        return [name, typeof meaning === "string" ? saying(field, meaning) : field]
      }),
    ),
  ).annotate({ [readOnly]: readOnlyOf(record, fields) }) as never

/** What a record shows and this body does not take. */
const readOnlyOf = (record: Schema.Struct<FieldsOf>, fields: FieldsOf): ReadonlyArray<string> =>
  Object.keys(record.fields).filter(
    (name) => !(name in fields) && !Fields.isInternal(record.fields[name] as Schema.Top),
  )

const saying = (field: Schema.Top, meaning: string): Schema.Top => {
  const own = Fields.annotationsOf(Schema.toEncoded(field) as never)["description"]
  const form = typeof own === "string" && !meaningless.has(own) && own !== meaning ? ` ${own}` : ""
  return Schema.annotateEncoded({ description: `${meaning}${form}` })(field) as never
}

/** What says no more than the field's format. */
const meaningless = new Set([
  "An id.",
  "RFC 3339 date-time in UTC with milliseconds.",
  "A UTC day.",
])
