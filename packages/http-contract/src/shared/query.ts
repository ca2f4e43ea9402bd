import { exceedsBound, isDate, maxAmount, parseTimestamp } from "@outlay/domain/rules"
import type { BigDecimal } from "effect"
import { decimal } from "./amount.ts"
import { nearest } from "./nearest.ts"
import { hasManyMarks, longerThan, uuidPattern } from "./text.ts"

/** The error in the text of a parameter. */
export interface ParameterFault {
  readonly code: string
  readonly detail: string
}

/** A query parameter: how its text is parsed, strictly, and its description. */
export interface QueryParameter<A> {
  readonly description: string
  readonly repeatable: boolean
  readonly required: boolean
  /** Default value; undefined does not filter. */
  readonly absent: A
  /** Parses all values of the parameter, at least one (exactly one unless `repeatable`). */
  readonly parse: (
    values: ReadonlyArray<string>,
  ) => { readonly value: A } | { readonly fault: ParameterFault }
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

export type QueryParameters = { readonly [name: string]: QueryParameter<any> }

export type QueryOf<Q> = {
  readonly [K in keyof Q]: Q[K] extends QueryParameter<infer A> ? A : never
}

type Parsed<A> = { readonly value: A } | { readonly fault: ParameterFault }
type JsonSchema = Readonly<Record<string, unknown>>

const fault = (code: string, detail: string): { readonly fault: ParameterFault } => ({
  fault: { code, detail },
})

/** Defines a parameter that may occur once. */
const scalar = <A>(options: {
  readonly description: string
  readonly schema: JsonSchema
  readonly example: unknown
  readonly read: (text: string) => Parsed<A>
}): QueryParameter<A | undefined> => ({
  description: options.description,
  repeatable: false,
  required: false,
  absent: undefined,
  parse: ([text]) => options.read(text as string),
  schema: options.schema,
  example: options.example,
})

/** Returns the same parameter, but required. */
export const required = <A>(
  parameter: QueryParameter<A | undefined>,
): QueryParameter<A> & { readonly required: true } => ({
  ...(parameter as QueryParameter<A>),
  required: true,
})

/** Returns the same parameter, with a default value. */
export const withDefault = <A>(
  parameter: QueryParameter<A | undefined>,
  absent: A,
): QueryParameter<A> => ({
  ...(parameter as QueryParameter<A>),
  absent,
  schema: { ...parameter.schema, default: absent },
})

const integerPattern = /^(?:0|[1-9][0-9]{0,15})$/u

/** "`0` or `[1-9][0-9]*`; anything else is 400." */
export const integer = (
  description: string,
  minimum = 0,
  maximum: number = Number.MAX_SAFE_INTEGER,
): QueryParameter<number | undefined> =>
  scalar({
    description,
    schema: {
      type: "integer",
      format: maximum < 2 ** 31 ? "int32" : "int64",
      minimum,
      maximum,
    },
    example: Math.max(minimum, 1),
    read: (text) => {
      if (!integerPattern.test(text)) {
        return fault("wrong_type", "Must be an integer in plain digits, such as 50.")
      }
      const value = Number(text)
      return value >= minimum && value <= maximum
        ? { value }
        : fault("out_of_range", `Must be between ${minimum} and ${maximum}.`)
    },
  })

/** Number of records to skip: "`offset` < 0 … or not an integer: 400". */
export const offset = withDefault(integer("Number of records to skip."), 0)

/** Maximum number of records in a page: 1 to 500, "default 50". */
export const limit = {
  ...withDefault(integer("Maximum number of records in the page.", 1, 500), 50),
  example: 50,
}

/** "List operations … take the `offset` and `limit` query parameters." */
export const page = { offset, limit } as const

const decimalPattern = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,16})?$/u

/** A magnitude in major units, written like a JSON number. */
export const magnitude = (description: string): QueryParameter<number | undefined> =>
  scalar({
    description,
    schema: { type: "number", format: "double", minimum: 0, maximum: maxAmount },
    example: 12.34,
    read: (text) => {
      if (!decimalPattern.test(text)) {
        return fault("wrong_type", "Must be an amount in plain digits, such as 12.34.")
      }
      const value = Number(text)
      if (text.startsWith("-")) return fault("out_of_range", "Must be at least 0.")
      return exceedsBound(decimal(value))
        ? fault("amount_out_of_range", `Must be between 0 and ${maxAmount}.`)
        : { value }
    },
  })

/** Returns the number of such a parameter as an exact decimal. */
export const asDecimal = (amount: number | undefined): BigDecimal.BigDecimal | undefined =>
  amount === undefined ? undefined : decimal(amount)

/** "Exactly `true` or `false`." */
export const boolean = (description: string): QueryParameter<boolean | undefined> =>
  scalar({
    description,
    schema: { type: "boolean" },
    example: true,
    read: (text) => {
      if (text === "true") return { value: true }
      if (text === "false") return { value: false }
      return fault("wrong_type", "Must be true or false.")
    },
  })

/** A UTC day, "`YYYY-MM-DD`, a real calendar day, else 400 `invalid_date`". */
export const date = (description: string): QueryParameter<string | undefined> =>
  scalar({
    description,
    schema: { type: "string", format: "date" },
    example: "2026-11-30",
    read: (text) =>
      isDate(text)
        ? { value: text }
        : fault(
            "invalid_date",
            "Must be a valid calendar date in the form YYYY-MM-DD, such as 2026-11-30.",
          ),
  })

/** An instant, converted to UTC with milliseconds. */
export const timestamp = (description: string): QueryParameter<string | undefined> =>
  scalar({
    description,
    schema: { type: "string", format: "date-time" },
    example: "2026-11-30T12:00:00.000Z",
    read: (text) => {
      const value = parseTimestamp(text)
      return value === null
        ? fault(
            "invalid_timestamp",
            "Must be an RFC 3339 date-time in UTC, such as 2026-11-30T12:00:00.000Z.",
          )
        : { value }
    },
  })

const allowed = (given: string, values: ReadonlyArray<string>, advice = "") => {
  const suggestion = nearest(given, values)
  const hint = suggestion === null ? advice : ` Did you mean ${suggestion}?`
  return fault("not_allowed", `Must be one of ${values.join(", ")}.${hint}`)
}

/** One of the values, spelled exactly. */
export const oneOf = <const V extends string>(
  values: ReadonlyArray<V>,
  description: string,
): QueryParameter<V | undefined> =>
  scalar({
    description,
    schema: { type: "string", enum: values },
    example: values[0],
    read: (text) => (values.includes(text as V) ? { value: text as V } : allowed(text, values)),
  })

/** Any of the values: "repeating the parameter matches any of the given". */
export const manyOf = <const V extends string>(
  values: ReadonlyArray<V>,
  description: string,
): QueryParameter<ReadonlyArray<V> | undefined> => ({
  description,
  repeatable: true,
  required: false,
  absent: undefined,
  parse: (texts) => {
    const wrong = texts.find((text) => !values.includes(text as V))
    if (wrong === undefined) return { value: [...new Set(texts as ReadonlyArray<V>)] }
    const advice = wrong.includes(",") ? " Repeat the parameter for each value." : ""
    return allowed(advice === "" ? wrong : "", values, advice)
  },
  schema: { type: "array", items: { type: "string", enum: values } },
  example: [values[0]],
})

/** An id that is a UUID in lower-case canonical form. */
export const uuid = (description: string): QueryParameter<string | undefined> =>
  scalar({
    description,
    schema: { type: "string", format: "uuid" },
    example: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    read: (text) =>
      uuidPattern.test(text)
        ? { value: text }
        : fault("malformed", "Must be a UUID in lower case."),
  })

const controls = /\p{Cc}/u

/**
 * Any text that is not empty, has no control character and at most the given number of characters.
 */
export const text = (
  description: string,
  max = 128,
  example = "text",
): QueryParameter<string | undefined> =>
  scalar({
    description,
    schema: { type: "string", minLength: 1, maxLength: max },
    example,
    read: (given) => {
      if (longerThan(given, max)) return fault("too_long", `Must have at most ${max} characters.`)
      if (hasManyMarks(given))
        return fault("too_many_marks", "A character can have at most 30 combining marks.")
      const value = given.normalize("NFC").trim()
      if (value === "")
        return fault("too_short", "Must not be empty. Omit the parameter or give it a value.")
      return controls.test(value)
        ? fault("control_character", "Must not contain control characters.")
        : { value }
    },
  })

/** A name of at most 128 characters, a colon, and a text of at most 1000; neither is changed. */
export const namedText = (description: string): QueryParameter<string | undefined> => {
  const [name, entry] = [text(description), text(description, 1000)]
  return scalar({
    description,
    schema: { type: "string", pattern: "^[^:]+:.+$" },
    example: "Project:Perth office",
    read: (given) => {
      const colon = given.indexOf(":")
      if (colon < 0)
        return fault("malformed", "Must be a name, a colon and a text, as in Project:Perth.")
      const read = [name.parse([given.slice(0, colon)]), entry.parse([given.slice(colon + 1)])]
      const wrong = read.find((part) => "fault" in part)
      if (wrong !== undefined && "fault" in wrong) return wrong
      return { value: read.map((part) => ("value" in part ? part.value : "")).join(":") }
    },
  })
}
