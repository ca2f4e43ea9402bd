import type { Json } from "./json.ts"

type Components = Readonly<Record<string, Json>>

export const reference = "#/components/schemas/"

/** Returns the name of the component that a schema refers to, or null. */
export const nameOf = (schema: Json): string | null =>
  typeof schema["$ref"] === "string" ? schema["$ref"].slice(reference.length) : null

/**
 * Returns the example of a schema; if it has none, one that is composed of the examples of its
 * parts.
 */
export const exampleOf = (schema: Json, components: Components): unknown => {
  const [example] = (schema["examples"] ?? schema["enum"] ?? []) as ReadonlyArray<unknown>
  if (example !== undefined) return example
  const name = nameOf(schema)
  if (name !== null) return exampleOf(components[name] ?? {}, components)
  const [first] = (schema["anyOf"] ?? schema["oneOf"] ?? []) as ReadonlyArray<Json>
  if (first !== undefined) return exampleOf(first, components)
  switch (schema["type"]) {
    case "object":
      return objectOf(schema, components)
    case "array":
      return [exampleOf((schema["items"] ?? {}) as Json, components)]
    case "integer":
    case "number":
      return schema["minimum"] ?? 0
    case "boolean":
      return true
    case "null":
      return null
    default:
      return "text"
  }
}

const objectOf = (schema: Json, components: Components): Json => {
  const required = (schema["required"] ?? []) as ReadonlyArray<string>
  const properties = Object.entries((schema["properties"] ?? {}) as Components)
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, exampleOf(property, components)]),
  )
}
