import type { Json } from "./json.ts"
import { reference } from "./openapi-examples.ts"

interface Document {
  readonly schemas: ReadonlyArray<unknown>
  readonly definitions: Readonly<Record<string, unknown>>
}

/** Returns the same schemas in a shorter form: see `joined` and `withoutTwins`. */
export const simplified = (
  document: Document,
): {
  readonly schemas: ReadonlyArray<Json>
  readonly definitions: Readonly<Record<string, Json>>
} =>
  withoutTwins({
    schemas: joined(document.schemas) as ReadonlyArray<Json>,
    definitions: joined(document.definitions) as Record<string, Json>,
  })

/**
 * Adds the width of a number. Without it, client generators would use 32 bits, which would round
 * amounts and overflow sequence numbers.
 */
const withWidth = (schema: Json): Json => {
  if (schema["type"] === "number") return { ...schema, format: "double" }
  if (schema["type"] !== "integer" || "format" in schema) return schema
  const isShort = Number(schema["maximum"] ?? Number.POSITIVE_INFINITY) < 2 ** 31
  return { ...schema, format: isShort ? "int32" : "int64" }
}

/**
 * Merges the schemas of checks (`allOf`) into the schema that they check, unless they contradict
 * each other.
 */
const joined = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(joined)
  if (typeof schema !== "object" || schema === null) return schema
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, joined(part)]),
  )
  if (!Array.isArray(allOf)) {
    return { ...withWidth(rest), ...(allOf === undefined ? {} : { allOf }) }
  }
  const unmerged: Array<unknown> = []
  let merged: Json = rest
  for (const part of allOf as ReadonlyArray<Json>) {
    const adds = Object.keys(part).filter(
      (name) => !overridable.includes(name) && !(name in bounds),
    )
    if ("$ref" in part || adds.some((name) => name in merged)) unmerged.push(part)
    else merged = { ...merged, ...part, ...narrower(merged, part) }
  }
  return { ...withWidth(merged), ...(unmerged.length === 0 ? {} : { allOf: unmerged }) }
}

/** Bounds, of which the narrower one applies. */
const bounds = { minimum: Math.max, maximum: Math.min }

const narrower = (merged: Json, part: Json): Json =>
  Object.fromEntries(
    Object.entries(bounds)
      .filter(([name]) => name in merged && name in part)
      .map(([name, of]) => [name, of(Number(merged[name]), Number(part[name]))]),
  )

/** Annotations that a later check overrides. */
const overridable = ["description", "examples"]

interface Simple {
  readonly schemas: ReadonlyArray<Json>
  readonly definitions: Readonly<Record<string, Json>>
}

/** Merges duplicate components, such as `Name` and `Name_1`. */
const withoutTwins = ({ schemas, definitions }: Simple): Simple => {
  const twins = Object.keys(definitions).filter((name) => {
    const first = definitions[name.replace(/_\d+$/u, "")]
    return name.includes("_") && JSON.stringify(first) === JSON.stringify(definitions[name])
  })
  const text = twins.reduce(
    (text, name) =>
      text.replaceAll(`"${reference}${name}"`, `"${reference}${name.replace(/_\d+$/u, "")}"`),
    JSON.stringify({ schemas, definitions }),
  )
  const simple = JSON.parse(text) as { schemas: Array<Json>; definitions: Record<string, Json> }
  for (const name of twins) delete simple.definitions[name]
  return simple
}
