import { uuidPattern } from "./text.ts"

/**
 * A parameter of a path. Text that cannot be an id of its kind is treated like an id that does not
 * exist: 404 ("integers are `[1-9][0-9]*`, UUIDs lower-case canonical").
 */
export interface PathParameter<A> {
  readonly description: string
  /** Returns null if the text cannot be an id of this kind. */
  readonly parse: (text: string) => A | null
  /** The form of ids of this kind, for a sentence. */
  readonly form: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: A
}

export type PathParameters = { readonly [name: string]: PathParameter<any> }

const integerPattern = /^[1-9][0-9]{0,15}$/u

/** An id that is an integer, at most 2^53 − 1. */
export const integerId = (description: string): PathParameter<number> => ({
  description,
  parse: (text) => {
    const id = integerPattern.test(text) ? Number(text) : Number.NaN
    return Number.isSafeInteger(id) ? id : null
  },
  form: "an integer, such as 7",
  schema: { type: "integer", format: "int64", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  example: 7,
})

/** An id that is a UUID in lower-case canonical form. */
export const uuidId = (description: string): PathParameter<string> => ({
  description,
  parse: (text) => (uuidPattern.test(text) ? text : null),
  form: "a UUID in lower case",
  schema: { type: "string", format: "uuid" },
  example: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
})

export const client_id = integerId("Id of the business.")
