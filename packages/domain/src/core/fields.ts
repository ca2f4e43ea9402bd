import { Schema } from "effect"

/**
 * The vocabulary in which records are described. A record is a plain `Schema.Struct`: its columns,
 * its shape on the wire, the data of its events and its part of the API document derive from it.
 * Nothing is decoded with it at run time: rows and commands are checked where they come in.
 */

/** A field that is kept and never shown: a secret, or what only the service needs. */
export type Internal<S> = S & { readonly internal: true }

/** Keeps a field from everything that is shown. */
export const internal = <S extends Schema.Top>(field: S): Internal<S> =>
  field.annotate({ internal: true }) as unknown as Internal<S>

/**
 * A field that changes without an event of its record: a total that follows from the ledger, or the
 * time of a use.
 */
export const volatile = <S extends Schema.Top>(field: S): S =>
  field.annotate({ volatile: true }) as unknown as S

/** An internal field that no event contains. */
export const secret = <S extends Schema.Top>(field: S): Internal<S> =>
  internal(field.annotate({ secret: true }) as unknown as S)

/** The currency of an amount: the business's own, or the one that another field of it names. */
export type CurrencyOf = "business" | { readonly field: string }

/** Minor units of a currency, which the interface shows in major units. Signed. */
export const amount = (description?: string, currency: CurrencyOf = "business") =>
  Schema.Int.pipe(Schema.brand("Money")).annotate({ ...about(description), currency })

/** A total of minor units: a plain number, whose type still says that it is money. */
export type Balance = typeof Schema.Int & { readonly balance: true }

/** The same for a total that only the ledger writes. */
export const balance = (description: string, currency: CurrencyOf = "business"): Balance =>
  Schema.Int.annotate({ description, currency }) as Balance

/** A number that is kept as an integer of its `parts`, so that it is exact: 100000 millionths. */
export const fraction = (description: string, parts: number) =>
  Schema.Int.annotate({ description, parts })

export const text = (description?: string) => Schema.String.annotate(about(description))

/** A version 7 UUID in lower case. */
export const uuid = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uuid" })

/** An id that is an integer from 1, counted across all businesses. */
export const integerId = (description?: string) =>
  Schema.Int.annotate({ ...about(description), format: "int64" })

/** An integer of at least 0. */
export const count = (description: string) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description })

/** An instant in UTC, with milliseconds: "2026-01-01T00:00:00.000Z". */
export const timestamp = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "date-time" })

/** A UTC day: "2026-01-01". */
export const day = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "date" })

export const email = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "email" })

export const url = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uri" })

/** A URL, or a path of this service. */
export const urlOrPath = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uri-reference" })

/** The ISO 4217 code of a currency. */
export const currencyCode = (description: string) => Schema.String.annotate({ description })

export const flag = (description: string) => Schema.Boolean.annotate({ description })

export const choice = <const L extends ReadonlyArray<string>>(values: L, description?: string) =>
  Schema.Literals(values).annotate(about(description))

export const listOf = <S extends Schema.Top>(item: S, description: string) =>
  Schema.Array(item).annotate({ description })

/** A field that may be null. The description says what null means. */
export const nullable = <S extends Schema.Top>(field: S, description?: string) =>
  Schema.NullOr(field).annotate(about(description))

const about = (description: string | undefined) =>
  description === undefined ? {} : { description }

/** What every record has: it belongs to a business, which no answer repeats. */
export const client_id = internal(integerId("Id of the business."))

export const times = {
  created: timestamp("Creation time."),
  updated: timestamp("Time of the last change."),
}

type Fields = { readonly [name: string]: Schema.Top }

type InternalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly internal: true } ? K : never
}[keyof F]

/** The fields of a record that are shown. */
export const visible = <const F extends Fields>(
  record: Schema.Struct<F>,
): Schema.Struct<Omit<F, InternalNames<F>>> => {
  const fields = Object.entries(record.fields).filter(([, field]) => !isInternal(field))
  return Schema.Struct(Object.fromEntries(fields)).annotate(annotationsOf(record)) as never
}

/** A record without one of its fields. */
export const without = <const F extends Fields, K extends keyof F & string>(
  record: Schema.Struct<F>,
  name: K,
): Schema.Struct<Omit<F, K>> => {
  const fields = Object.entries(record.fields).filter(([field]) => field !== name)
  return Schema.Struct(Object.fromEntries(fields)).annotate(annotationsOf(record)) as never
}

/**
 * A record as it is shown: with other fields, or more. One in the place of a field has that field's
 * description where it brings none; what is new stands before the times.
 */
export const shown = <const F extends Fields, const C extends Fields>(
  record: Schema.Struct<F>,
  changes: C,
): Schema.Struct<Omit<F, keyof C> & C> => {
  const described = Object.entries(changes).map(([name, field]) => {
    const before = record.fields[name]
    if (before === undefined || "description" in annotationsOf(field)) return [name, field]
    return [name, field.annotate({ description: String(annotationsOf(before)["description"]) })]
  })
  const { created, updated, ...fields } = { ...record.fields, ...Object.fromEntries(described) }
  const times = { ...(created && { created }), ...(updated && { updated }) }
  return Schema.Struct({ ...fields, ...times }).annotate(annotationsOf(record)) as never
}

/** What is said of a field or a record: its description, its format, its currency. */
export const annotationsOf = (schema: Schema.Top): { readonly [name: string]: unknown } =>
  (Schema.resolveAnnotations(schema as never) ?? {}) as { readonly [name: string]: unknown }

export const isInternal = (field: Schema.Top): boolean => annotationsOf(field)["internal"] === true

export const isVolatile = (field: Schema.Top): boolean => annotationsOf(field)["volatile"] === true

/** True if an event of the record contains every change of the field. */
export const isAudited = (field: Schema.Top): boolean =>
  !isVolatile(field) && annotationsOf(field)["secret"] !== true

/** Some of these fields, as a command changes them or a filter asks for them. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined }
