import type { Money } from "@outlay/domain"
import { type Business, Fields } from "@outlay/domain/fields"
import { decimalsOf, toMajor } from "@outlay/domain/rules"
import { Schema } from "effect"
import { writerOf } from "./writer.ts"

/** The properties of a business that are needed to encode its records. */
export type Shown = Pick<Business, "client_id" | "currency" | "features">

const { annotationsOf, isInternal } = Fields

/**
 * Wire form of a record of the domain, derived from its description: amounts in major units of
 * their currency, fractions as numbers, and no internal fields.
 */
export interface Wire<A, W extends object> {
  /** Schema of the JSON that a client receives. */
  readonly schema: Schema.Codec<W>
  /** Returns the record as the API shows it, with exactly its fields. */
  readonly encode: (record: A, business: Shown) => W
  /** Returns the fields of the JSON, all or some, in the form of the domain. */
  readonly restore: (shown: Json, business: Shown) => Json
}

type Json = { readonly [name: string]: unknown }

/** A field that the API encodes differently from how the record stores it. */
export interface WireField<S extends Schema.Top = Schema.Top> {
  readonly schema: S
  /** Returns `undefined` for an absent field. `record` is the record of the field. */
  readonly encode: (value: any, business: Shown, record: any) => unknown
  readonly restore: (value: any, business: Shown, shown: Json) => unknown
  /** True if it is encoded as it is stored. */
  readonly isPlain?: boolean
  /** True if it may be absent. */
  readonly isOptional?: boolean
}

type FieldsOf = { readonly [name: string]: Schema.Top }
type Changes = { readonly [name: string]: WireField }

/** Type of a field on the wire. */
type Written<S> = S extends { readonly fields: infer F }
  ? WrittenFields<F>
  : S extends { readonly members: readonly [infer M, Schema.Null] }
    ? Written<M> | null
    : S extends { readonly value: infer Item }
      ? ReadonlyArray<Written<Item>>
      : S extends { readonly Type: infer T }
        ? [T] extends [Money]
          ? number
          : T
        : never

type ShownNames<F> = {
  [K in keyof F]: F[K] extends { readonly internal: true } ? never : K
}[keyof F]

type WrittenFields<F> = { readonly [K in ShownNames<F>]: Written<F[K]> }

/** Fields with the changes: those whose schema is an optional key may be absent. */
type WithChanges<F, C extends Changes> = Simplify<
  WrittenFields<Omit<F, keyof C>> & Schema.Struct.Type<{ [K in keyof C]: C[K]["schema"] }>
>
type Simplify<T> = { [K in keyof T]: T[K] }

/**
 * Returns the wire form of a record, with an example and the fields that are encoded differently.
 * The names in the document are those of the record, unless others are given.
 */
export const wire = <const F extends FieldsOf, const C extends Changes = {}>(
  record: Schema.Struct<F>,
  options: {
    readonly example?: NoInfer<WithChanges<F, C>>
    readonly changes?: C
    readonly identifier?: string
    readonly description?: string
  } = {},
): Wire<Schema.Struct.Type<F>, WithChanges<F, C>> => {
  const { example, changes, ...naming } = options
  const form = changes === undefined ? formOf(record) : structForm(record, changes)
  const annotations = { ...naming, ...(example !== undefined && { examples: [example] }) }
  return {
    schema: (Object.keys(annotations).length === 0
      ? form.schema
      : form.schema.annotate(annotations)) as never,
    encode: (value, business) => form.encode(value, business, value) as never,
    restore: (written, business) => form.restore(written, business, written) as Json,
  }
}

type Codec<W> = Schema.Codec<W>
type Absent<W> = Schema.optionalKey<Codec<W>>

/** Returns the form of a field according to its description. */
export const field = <S extends Schema.Top>(schema: S): WireField<Codec<Written<S>>> =>
  formOf(schema) as never

/** Returns the form of a field with a record that has a wire form of its own. */
export const within = <A, W extends object>({
  schema,
  encode,
  restore,
}: Wire<A, W>): WireField<Codec<W>> => ({
  schema,
  encode: (value: A, business) => encode(value, business),
  restore,
})

/** Returns the form of a value that may be null. */
export const nullOr = <W>(
  form: WireField<Codec<W>>,
  description: string,
): WireField<Codec<W | null>> =>
  nullForm(Schema.NullOr(form.schema).annotate({ description }), form) as never

/** Returns the form of a list of records that have a wire form of their own. */
export const listOf = <A, W extends object>(
  { schema, encode, restore }: Wire<A, W>,
  description: string,
): WireField<Codec<ReadonlyArray<W>>> =>
  listForm(Schema.Array(schema).annotate({ description }), { schema, encode, restore }) as never

/** Returns the form of a field that is absent if it is null. */
export const present = <W>({
  schema,
  encode,
  restore,
}: WireField<Codec<W>>): WireField<Absent<NonNullable<W>>> => ({
  schema: Schema.optionalKey(schema) as never,
  encode: (value, business, record) =>
    value === null ? undefined : encode(value, business, record),
  restore,
  isOptional: true,
})

/** Returns the form of a field that only some businesses have. */
export const onlyWhere = <W>(
  isShown: (business: Shown) => boolean,
  { schema, encode, restore }: WireField<Codec<W>>,
): WireField<Absent<W>> => ({
  schema: Schema.optionalKey(schema) as never,
  encode: (value, business, record) =>
    isShown(business) ? encode(value, business, record) : undefined,
  restore,
  isOptional: true,
})

/** Returns the form of a value that is encoded as it is stored. */
const asItIs = (schema: Schema.Top): WireField => ({
  schema,
  encode: (value) => value,
  restore: (value) => value,
  isPlain: true,
})

/** Cache with one form for each description, so that a record is one component of the document. */
const forms = new WeakMap<Schema.Top, WireField>()

const formOf = (schema: Schema.Top): WireField => {
  const known = forms.get(schema)
  if (known !== undefined) return known
  const form = makeForm(schema)
  forms.set(schema, form)
  return form
}

const makeForm = (schema: Schema.Top): WireField => {
  if (fieldsOf(schema) !== null) return structForm(schema as Schema.Struct<FieldsOf>, {})
  const { members, value } = schema as { members?: ReadonlyArray<Schema.Top>; value?: Schema.Top }
  const [member, other] = members ?? []
  if (member !== undefined && other?.ast._tag === "Null") return nullForm(schema, formOf(member))
  if (value !== undefined) return listForm(schema, formOf(value))
  return scalarForm(schema)
}

const fieldsOf = (schema: Schema.Top): FieldsOf | null =>
  (schema as { readonly fields?: FieldsOf }).fields ?? null

const scalarForm = (schema: Schema.Top): WireField => {
  const { currency, parts, description } = annotationsOf(schema)
  const plain = (unit = "") =>
    Schema.Finite.annotate(
      typeof description === "string" ? { description: `${description}${unit}` } : {},
    )
  if (currency !== undefined) {
    return amountForm(plain(" In major units."), currency as Fields.CurrencyOf)
  }
  if (typeof parts === "number") return fractionForm(plain(), parts)
  return asItIs(schema)
}

const fractionForm = (schema: Schema.Top, parts: number): WireField => ({
  schema,
  encode: (value: number) => value / parts,
  restore: (value) => (typeof value === "number" ? Math.round(value * parts) : value),
})

const amountForm = (schema: Schema.Top, currency: Fields.CurrencyOf): WireField =>
  currency === "business"
    ? {
        schema,
        encode: (value: Money, business) => toMajor(value, business.currency),
        restore: (value, business) => toMinorUnits(value, business.currency),
      }
    : {
        schema,
        encode: (value: Money, _, record) => toMajor(value, record[currency.field]),
        restore: (value, _, shown) => toMinorUnits(value, shown[currency.field]),
      }

const toMinorUnits = (amount: unknown, currency: unknown): unknown => {
  if (typeof amount !== "number" || typeof currency !== "string") return amount
  const units = Math.round(amount * 10 ** decimalsOf(currency))
  return units === 0 ? 0 : units
}

const nullForm = (schema: Schema.Top, form: WireField): WireField => ({
  isPlain: form.isPlain === true,
  schema: Schema.NullOr(form.schema).annotate(annotationsOf(schema)),
  encode: (value, business, record) =>
    value === null ? null : form.encode(value, business, record),
  restore: (value, business, shown) =>
    value === null ? null : form.restore(value, business, shown),
})

const listForm = (schema: Schema.Top, form: WireField): WireField => ({
  isPlain: form.isPlain === true,
  schema: Schema.Array(form.schema).annotate(annotationsOf(schema)),
  encode: (values: ReadonlyArray<unknown>, business, record) =>
    values.map((value) => form.encode(value, business, record)),
  restore: (values, business, shown) =>
    Array.isArray(values) ? values.map((value) => form.restore(value, business, shown)) : values,
})

const structForm = (record: Schema.Struct<FieldsOf>, changes: Changes): WireField => {
  const shown = Object.keys(record.fields).filter(
    (name) => !isInternal(record.fields[name] as Schema.Top),
  )
  const names = [...new Set([...shown, ...Object.keys(changes)])]
  const forms = names.map((name) => changes[name] ?? formOf(record.fields[name] as Schema.Top))
  const byName = new Map(names.map((name, n) => [name, forms[n] as WireField]))
  return {
    schema: Schema.Struct(
      Object.fromEntries(names.map((name, n) => [name, forms[n]?.schema as Schema.Top])),
    ).annotate(annotationsOf(record)),
    encode: writerOf(names, forms) as WireField["encode"],
    restore: (written: Json, business) => {
      if (written === null || typeof written !== "object") return written
      const restored: { [name: string]: unknown } = {}
      for (const [name, value] of Object.entries(written)) {
        restored[name] = byName.get(name)?.restore(value, business, written) ?? value
      }
      return restored
    },
  }
}
