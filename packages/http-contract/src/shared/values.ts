import type { Cause } from "effect"
import type { Json } from "./json.ts"

/**
 * A value in the `detail` of a problem: its description in the document, and its JSON. With `code`
 * and values, a client can write the sentence in another language.
 */
export interface Value<A> {
  readonly schema: Json
  readonly encode: (value: A) => unknown
  /** Set if the value is not always sent. */
  readonly optional?: true
}

/** Values by name. Null marks a field that is not sent, because it is the sentence itself. */
export type Values = { readonly [name: string]: Value<any> | null }

/** Names of a refusal's values: all its fields except those for the location of the error. */
type NameOf<E> = Exclude<
  keyof E & string,
  keyof Cause.YieldableError | "_tag" | "pointer" | "parameter"
>

/**
 * Descriptions of every value of a refusal. Every error has a `name`, so its type does not show
 * whether that is a value of the refusal.
 */
export type ValuesOf<E> = {
  readonly [K in NameOf<E>]-?: Value<Exclude<E[K], undefined>> | null
} & { readonly name?: Value<string> }

/** True if a refusal has values. */
export type HasValues<E> = [NameOf<E>] extends [never] ? false : true

const plain = <A>(description: string, schema: Json): Value<A> => ({
  schema: { ...schema, description },
  encode: (value) => value,
})

export const words: Value<string> = plain("Text.", { type: "string" })
export const id: Value<string | number> = plain("Id.", { type: ["string", "integer"] })
export const integer: Value<number> = plain("Whole number.", { type: "integer", format: "int64" })
export const decimal: Value<number> = plain("Number.", { type: "number", format: "double" })
export const day: Value<string> = plain("UTC day.", { type: "string", format: "date" })
export const instant: Value<string> = plain("Time.", { type: "string", format: "date-time" })

export const oneOf = <const T extends string>(...values: ReadonlyArray<T>): Value<T> =>
  plain("Which case it is.", { type: "string", enum: values })

export const names: Value<ReadonlyArray<string>> = plain("Names.", {
  type: "array",
  items: { type: "string" },
})

/** Records in a sentence. */
export const named: Value<ReadonlyArray<{ readonly id: string; readonly name: string }>> = plain(
  "Records.",
  {
    type: "array",
    items: {
      type: "object",
      required: ["id", "name"],
      properties: {
        id: { type: "string", description: "Id of the record." },
        name: { type: "string", description: "Name of the record." },
      },
    },
  },
)

/** An amount that the domain has written as `12.30 AUD`. */
export const amount: Value<string> = {
  schema: {
    type: "object",
    description: "Amount with its currency.",
    required: ["amount", "currency"],
    properties: {
      amount: { type: "number", format: "double", description: "Amount in major units." },
      currency: { type: "string", description: "ISO 4217 code of the currency." },
    },
  },
  encode: (text) => {
    const [digits, currency] = text.split(" ")
    return { amount: Number(digits), currency }
  },
}

export const nullable = <A>({ schema, encode }: Value<A>): Value<A | null> => ({
  schema: { anyOf: [schema, { type: "null" }], description: schema["description"] },
  encode: (value) => (value === null ? null : encode(value)),
})

export const optional = <A>(value: Value<A>): Value<A> => ({ ...value, optional: true })

/** Returns the values of an error in the form of its problem; undefined if it has none. */
export const encodeValues = (values: Values, error: object): Json | undefined => {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const given = (error as Json)[name]
    return value === null || given === undefined ? [] : [[name, value.encode(given)] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/**
 * Returns the JSON Schema of the values that a code can have; several sentences can share a code.
 */
export const valuesSchema = (description: string, sentences: ReadonlyArray<Values>): Json => {
  const properties: Record<string, Json> = {}
  for (const sentence of sentences) {
    for (const [name, value] of Object.entries(sentence)) {
      if (value !== null) properties[name] = value.schema
    }
  }
  const required = Object.keys(properties).filter((name) =>
    sentences.every((each) => each[name] && each[name].optional !== true),
  )
  return {
    type: "object",
    description,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}
