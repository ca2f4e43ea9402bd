import { Schema } from "effect"

/**
 * The vocabulary in which records are described. A record is a plain `Schema.Struct`. Its columns,
 * its shape on the wire, the data of its events and its part of the API document are derived from
 * it. Nothing is decoded with it at run time, because rows and commands are validated at the
 * boundary.
 */

/** A field that is stored and never shown: a secret, or data that only the service needs. */
export type Internal<S> = S & { readonly internal: true }

/** Hides a field from responses and events. */
export const internal = <S extends Schema.Top>(field: S): Internal<S> =>
  field.annotate({ internal: true }) as unknown as Internal<S>

/**
 * Marks a field that changes without an event of its record, such as a total that follows from the
 * ledger, or the time of the last use.
 */
export const volatile = <S extends Schema.Top>(field: S): S =>
  field.annotate({ volatile: true }) as unknown as S

/** Makes a field internal, and exempts its changes from events. */
export const secret = <S extends Schema.Top>(field: S): Internal<S> =>
  internal(field.annotate({ secret: true }) as unknown as S)

/**
 * Currency of an amount: that of the business, or the one that another field of the record names.
 */
export type CurrencyOf = "business" | { readonly field: string }

/** Signed amount in minor units of a currency. The interface shows it in major units. */
export const amount = (description?: string, currency: CurrencyOf = "business") =>
  Schema.Int.pipe(Schema.brand("Money")).annotate({ ...about(description), currency })

/** A total in minor units. It is a plain number, but its type marks it as money. */
export type Balance = typeof Schema.Int & { readonly balance: true }

/** Total in minor units that only the ledger writes. */
export const balance = (description: string, currency: CurrencyOf = "business"): Balance =>
  Schema.Int.annotate({ description, currency }) as Balance

/**
 * A fraction, stored as an integer number of `parts` so that it is exact: 0.1 is 100000 millionths.
 */
export const fraction = (description: string, parts: number) =>
  Schema.Int.annotate({ description, parts })

export const text = (description?: string) => Schema.String.annotate(about(description))

/** Version 7 UUID in lower case. */
export const uuid = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uuid" })

/** Integer id from 1, unique across all businesses. */
export const integerId = (description?: string) =>
  Schema.Int.annotate({ ...about(description), format: "int64" })

/** Integer of at least 0. */
export const count = (description: string) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description })

/** Instant in UTC, with milliseconds: "2026-01-01T00:00:00.000Z". */
export const timestamp = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "date-time" })

/** UTC day: "2026-01-01". */
export const day = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "date" })

export const email = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "email" })

export const url = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uri" })

/** URL, or path within this service. */
export const urlOrPath = (description?: string) =>
  Schema.String.annotate({ ...about(description), format: "uri-reference" })

/** ISO 4217 code of a currency. */
export const currencyCode = (description: string) => Schema.String.annotate({ description })

export const flag = (description: string) => Schema.Boolean.annotate({ description })

export const choice = <const L extends ReadonlyArray<string>>(values: L, description?: string) =>
  Schema.Literals(values).annotate(about(description))

export const listOf = <S extends Schema.Top>(item: S, description: string) =>
  Schema.Array(item).annotate({ description })

/** A field that may be null. The description explains null. */
export const nullable = <S extends Schema.Top>(field: S, description?: string) =>
  Schema.NullOr(field).annotate(about(description))

const about = (description: string | undefined) =>
  description === undefined ? {} : { description }

/** Id of the business that the record belongs to. No response repeats it. */
export const client_id = internal(integerId("Id of the business."))

export const times = {
  created: timestamp("Creation time."),
  updated: timestamp("Time of the last change."),
}

type Fields = { readonly [name: string]: Schema.Top }

type InternalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly internal: true } ? K : never
}[keyof F]

/** Returns the record without its internal fields. */
export const visible = <const F extends Fields>(
  record: Schema.Struct<F>,
): Schema.Struct<Omit<F, InternalNames<F>>> => {
  const fields = Object.entries(record.fields).filter(([, field]) => !isInternal(field))
  return Schema.Struct(Object.fromEntries(fields)).annotate(annotationsOf(record)) as never
}

/** Returns the record without one of its fields. */
export const without = <const F extends Fields, K extends keyof F & string>(
  record: Schema.Struct<F>,
  name: K,
): Schema.Struct<Omit<F, K>> => {
  const fields = Object.entries(record.fields).filter(([field]) => field !== name)
  return Schema.Struct(Object.fromEntries(fields)).annotate(annotationsOf(record)) as never
}

/**
 * Returns the record as the interface shows it, with fields replaced or added. A replaced field
 * keeps its description unless the new one has its own. New fields are inserted before the times.
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

/** Returns the annotations of a field or a record: description, format, currency. */
export const annotationsOf = (schema: Schema.Top): { readonly [name: string]: unknown } =>
  (Schema.resolveAnnotations(schema as never) ?? {}) as { readonly [name: string]: unknown }

export const isInternal = (field: Schema.Top): boolean => annotationsOf(field)["internal"] === true

export const isVolatile = (field: Schema.Top): boolean => annotationsOf(field)["volatile"] === true

/** True if an event of the record contains every change of the field. */
export const isAudited = (field: Schema.Top): boolean =>
  !isVolatile(field) && annotationsOf(field)["secret"] !== true

/** Some of the fields, as a command changes them or a filter tests them. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined }
