import type { SchemaAST, SchemaIssue } from "effect"
import { listed, nearest } from "./nearest.ts"

/** Annotation of a body: the fields of its record that it does not accept. */
export const readOnly = "@outlay/readOnly"

/** Annotation of a check: a function that advises on a value that it refuses. */
export const advice = "@outlay/advice"

/**
 * Returns advice on an unknown field. `listedObjects` contains the objects whose fields were listed
 * already, because one list is enough.
 */
export const adviceOnField = (
  { ast }: SchemaIssue.UnexpectedKey,
  name: string,
  listedObjects: Set<unknown>,
): string | null => {
  const shown = ast.annotations?.[readOnly] as ReadonlyArray<string> | undefined
  if (shown?.includes(name)) return "It is read-only: leave it out."
  const fields = namesOf(ast)
  const suggestion = nearest(name, fields)
  if (suggestion !== null) return `Did you mean ${suggestion}?`
  if (fields.length === 0 || listedObjects.has(ast)) return null
  listedObjects.add(ast)
  return `The fields are ${listed(fields)}.`
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects"
    ? ast.propertySignatures.flatMap(({ name }) => (typeof name === "string" ? [name] : []))
    : []

export const adviceOnValue = (value: unknown, values: ReadonlyArray<string>): string | null => {
  const suggestion = typeof value === "string" ? nearest(value, values) : null
  return suggestion === null ? null : `Did you mean ${suggestion}?`
}

const number = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/u

/** Returns advice on a value with the right meaning but the wrong JSON type. */
export const adviceOnKind = (value: unknown, kinds: ReadonlyArray<string>): string | null => {
  if (typeof value === "string") {
    const isPlain =
      (kinds.includes("a number") && number.test(value)) ||
      (kinds.includes("true or false") && (value === "true" || value === "false"))
    return isPlain ? "Write it without quotes." : null
  }
  if (kinds.includes("a string") && typeof value === "number") return "Write it in quotes."
  return kinds.includes("an array") && typeof value !== "object" ? "Write it in brackets." : null
}

export const adviceOnCheck = ({ filter, input }: SchemaIssue.Filter): string | null => {
  const advise = filter.annotations?.[advice] as ((value: unknown) => string | null) | undefined
  return advise?.(input) ?? null
}
