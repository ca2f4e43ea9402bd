import { JsonPointer, Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import { adviceOnCheck, adviceOnField, adviceOnKind, adviceOnValue } from "./advice.ts"
import type { FaultCode } from "./code.ts"
import type { Json } from "./json.ts"
import { maxItems } from "./text.ts"

/** One error in a body: its location (RFC 6901), its code, and what is allowed. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  /** Values in `detail`. */
  readonly values?: Json
}

const longestName = 128
const longestPointer = 1_000

/**
 * Appends a name to a pointer. It shortens a name that is longer than any field, and leaves a very
 * long pointer unchanged, because there may be many errors, each with its own pointer.
 */
export const pointerTo = (pointer: string, key: PropertyKey): string => {
  const name = String(key)
  const shown = name.length > longestName ? `${cut(name)}…` : name
  return pointer.length > longestPointer ? pointer : `${pointer}/${JsonPointer.escapeToken(shown)}`
}

/** Shortens a name without cutting through a character. */
const cut = (name: string): string => name.slice(0, longestName).toWellFormed()

/** Maximum number of reported errors: a client with more has made the same one repeatedly. */
export const maxFaults = 100

type Decode = (value: unknown) => Result.Result<unknown, Schema.SchemaError>

/** A compiled decoder takes no options: it omits unknown fields and stops at the first error. */
const optionsOf = {
  compiled: {},
  all: { errors: "all", onExcessProperty: "error", reportInput: true },
  first: { errors: "first", onExcessProperty: "error", reportInput: true },
} as const

const decoders = {
  compiled: new WeakMap<object, Decode>(),
  all: new WeakMap<object, Decode>(),
  first: new WeakMap<object, Decode>(),
}

const decoderOf = (schema: Schema.Top, errors: keyof typeof decoders): Decode => {
  const known = decoders[errors].get(schema)
  if (known !== undefined) return known
  const decode = Schema.decodeUnknownResult(
    schema as Schema.Codec<unknown>,
    optionsOf[errors],
  ) as Decode
  decoders[errors].set(schema, decode)
  return decode
}

/**
 * Number of values above which not all errors of a body are collected, because each costs more than
 * a value.
 */
const manyValues = 5_000
const fewItems = 20

/**
 * Returns the decoded body, or the errors, at most a hundred. "An unknown body field … is refused",
 * and "a list in a body 1000 items. Longer: 400 `too_long`". If a body has very many values, it
 * returns the errors of the first items of its lists, or else the first error.
 */
export const decodeBody = <A>(
  schema: Schema.Codec<A, any>,
  value: unknown,
): Result.Result<A, ReadonlyArray<Fault>> => {
  const faults: Array<Fault> = []
  const values = typeof value === "object" && value !== null ? measure(value, [], faults) : 0
  if (faults.length > 0) return Result.fail(faults)
  const quick = decoderOf(schema, "compiled")(value)
  if (Result.isSuccess(quick) && hasEvery(value, quick.success)) {
    return Result.succeed(quick.success as A)
  }
  const isLarge = values > manyValues
  const result = decoderOf(schema, isLarge ? "first" : "all")(value)
  if (Result.isSuccess(result)) return Result.succeed(result.success as A)
  const shown = isLarge ? decoderOf(schema, "all")(shortened(value)) : result
  const { issue } = Result.isFailure(shown) ? shown.failure : result.failure
  return Result.fail(advised(collect(issue, "").slice(0, maxFaults)))
}

/** An error with a function for advice, which is costly and only called for the first errors. */
interface Found extends Fault {
  readonly advise?: (listedObjects: Set<unknown>) => string | null
}

/** Maximum number of errors with advice: a client with more has made the same one repeatedly. */
const mostAdvised = 10

const advised = (found: ReadonlyArray<Found>): ReadonlyArray<Fault> => {
  const givenAdvice = new Set<unknown>()
  let left = mostAdvised
  return found.map(({ advise, ...fault }) => {
    if (advise === undefined || left-- <= 0) return fault
    const advice = advise(givenAdvice)
    return advice === null ? fault : { ...fault, detail: `${fault.detail} ${advice}` }
  })
}

/**
 * Returns true if the decoded value contains every field, so that no unknown field was omitted;
 * false also if that cannot be determined.
 */
const hasEvery = (value: unknown, decoded: unknown): boolean => {
  if (value === decoded || typeof value !== "object" || value === null) return true
  if (typeof decoded !== "object" || decoded === null) return false
  if (Array.isArray(value)) {
    if (!Array.isArray(decoded) || decoded.length !== value.length) return false
    for (let n = 0; n < value.length; n++) if (!hasEvery(value[n], decoded[n])) return false
    return true
  }
  for (const name in value) {
    if (!Object.hasOwn(decoded, name)) return false
    if (!hasEvery(value[name as never], decoded[name as never])) return false
  }
  return true
}

/** Returns the value with shortened lists; the remaining items keep their positions. */
const shortened = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.slice(0, fewItems).map(shortened)
  const entries = Object.entries(value).map(([key, item]) => [key, shortened(item)])
  return Object.fromEntries(entries)
}

/**
 * Returns the number of values, and reports lists that are too long. It runs before decoding, so
 * that a huge list costs nothing.
 */
const measure = (value: object, path: Array<PropertyKey>, faults: Array<Fault>): number => {
  const names = Array.isArray(value) ? null : Object.keys(value)
  const count = names === null ? (value as ReadonlyArray<unknown>).length : names.length
  if (count > maxItems) {
    const detail = `Must have at most ${maxItems} items.`
    const values = { maximum: maxItems, of: "items" }
    faults.push({ pointer: path.reduce(pointerTo, ""), code: "too_long", detail, values })
    return 0
  }
  let values = count
  for (let n = 0; n < count && faults.length < maxFaults; n++) {
    const key = names === null ? n : (names[n] as string)
    const item = (value as Readonly<Record<PropertyKey, unknown>>)[key]
    if (typeof item !== "object" || item === null) continue
    path.push(key)
    values += measure(item, path, faults)
    path.pop()
  }
  return values
}

const collect = (issue: SchemaIssue.Issue, pointer: string): ReadonlyArray<Found> => {
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, issue.path.reduce(pointerTo, pointer))
    case "Composite":
      return collectAll(issue.issues, pointer)
    case "Encoding":
      return collect(issue.issue, pointer)
    case "AnyOf":
      return collectUnion(issue, pointer)
    case "Filter":
      return [{ pointer, ...refused(issue), advise: () => adviceOnCheck(issue) }]
    case "MissingKey":
      return [fault(pointer, "missing", "This field is required.")]
    case "UnexpectedKey":
      return [
        {
          ...fault(pointer, "unknown_field", "Unknown field."),
          advise: (givenAdvice) => adviceOnField(issue, lastOf(pointer), givenAdvice),
        },
      ]
    default:
      return [unexpected(issue, pointer)]
  }
}

/** Returns the errors of all issues, up to the maximum. */
const collectAll = (
  issues: ReadonlyArray<SchemaIssue.Issue>,
  pointer: string,
): ReadonlyArray<Found> => {
  const faults: Array<Found> = []
  for (const issue of issues) {
    faults.push(...collect(issue, pointer))
    if (faults.length >= maxFaults) break
  }
  return faults
}

const fault = (pointer: string, code: FaultCode, detail: string): Fault => ({
  pointer,
  code,
  detail,
})

/** Returns the errors of the closest alternative of a union. */
const collectUnion = (issue: SchemaIssue.AnyOf, pointer: string): ReadonlyArray<Found> =>
  issue.issues
    .map((each) => collect(each, pointer))
    .sort((a, b) => a.length - b.length)
    .at(0) ?? [unexpected(issue, pointer)]

const unexpected = (issue: SchemaIssue.Issue, pointer: string): Found => {
  const ast = "ast" in issue ? issue.ast : undefined
  if (ast === undefined) return fault(pointer, "malformed", "Invalid value.")
  const values = literals(ast)
  const kinds = kindsOf(ast)
  const isKind = kinds.includes(kindOf(issue.input))
  if (values.length > 0 && isKind) {
    const rest = kinds.includes("null") ? ", or null" : ""
    return {
      ...fault(pointer, "not_allowed", `Must be one of ${values.join(", ")}${rest}.`),
      values: { allowed: values },
      advise: () => adviceOnValue(issue.input, values),
    }
  }
  const detail = `Expected ${kinds.join(" or ")}, not ${kindOf(issue.input)}.`
  return {
    ...fault(pointer, "wrong_type", detail),
    advise: () => adviceOnKind(issue.input, kinds),
  }
}

/** Returns the last name of a pointer. */
const lastOf = (pointer: string): string =>
  JsonPointer.unescapeToken(pointer.slice(pointer.lastIndexOf("/") + 1))

const literals = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (ast._tag === "Literal") return [String(ast.literal)]
  return ast._tag === "Union" ? ast.types.flatMap(literals) : []
}

const kindsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const from = ast.encoding?.[ast.encoding.length - 1]?.to ?? ast
  if (from._tag === "Union") return [...new Set(from.types.flatMap(kindsOf))]
  if (from._tag === "Literal") return [kindOf(from.literal)]
  return [kindNames[from._tag] ?? "another kind of value"]
}

const kindNames: Readonly<Record<string, string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Null: "null",
  Objects: "an object",
  Arrays: "an array",
}

const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  switch (typeof value) {
    case "string":
      return "a string"
    case "number":
      return "a number"
    case "boolean":
      return "true or false"
    default:
      return "an object"
  }
}

const refused = ({ filter }: SchemaIssue.Filter): Omit<Fault, "pointer"> => {
  const { code, message, expected, representation, values } = filter.annotations ?? {}
  const id = (representation as { readonly id?: string } | undefined)?.id
  return {
    code: (code as string | undefined) ?? codeOfCheck(id),
    detail: (message as string | undefined) ?? `Expected ${expected ?? "another value"}.`,
    ...(values !== undefined && { values: values as Json }),
  }
}

/** Returns the code of a check that Schema defines and that has no code of its own. */
const codeOfCheck = (id: string | undefined): FaultCode => {
  const name = id?.slice(id.lastIndexOf("/") + 1) ?? ""
  if (name === "isInt") return "wrong_type"
  if (name.startsWith("isMax")) return "too_long"
  if (name.startsWith("isMin")) return "too_short"
  if (name.startsWith("isUnique")) return "not_unique"
  if (/Greater|Less|Between|Finite|Multiple/u.test(name)) return "out_of_range"
  return "malformed"
}
