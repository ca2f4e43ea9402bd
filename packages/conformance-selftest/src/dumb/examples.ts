/** A JSON Schema, or any value in a document at the position of one. */
export interface Schema {
  readonly [keyword: string]: unknown
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const texts: { readonly [format: string]: string } = {
  uuid: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  email: "ann@example.com",
  date: "2026-01-31",
  "date-time": "2026-01-31T00:00:00.000Z",
  "utc-date-time": "2026-01-31T00:00:00.000Z",
  fragment: "",
  uri: "https://example.com/",
}

/** Resolves a reference in a schema. */
export type Resolve = (reference: string) => unknown

const typeOf = ({ type, properties, items }: Schema): unknown => {
  if (Array.isArray(type)) return type[0]
  if (type !== undefined) return type
  if (properties !== undefined) return "object"
  return items === undefined ? undefined : "array"
}

const textFor = ({ format, minLength }: Schema): string =>
  texts[String(format)] ?? "x".repeat(Math.max(1, Number(minLength ?? 1)))

/** Merges the fields of two objects, or of each pair of elements of two arrays. */
const merged = (a: unknown, b: unknown): unknown => {
  if (Array.isArray(a) && Array.isArray(b)) {
    const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a]
    return longer.map((one, index) => (index in shorter ? merged(one, shorter[index]) : one))
  }
  if (!isSchema(a) || !isSchema(b)) return b ?? a
  const both = { ...a, ...b }
  return Object.fromEntries(
    Object.keys(both).map((name) => [
      name,
      name in a && name in b ? merged(a[name], b[name]) : both[name],
    ]),
  )
}

const objectFor = (schema: Schema, resolve: Resolve): unknown =>
  Object.fromEntries(
    Object.entries(isSchema(schema["properties"]) ? schema["properties"] : {}).map(
      ([name, property]) => [name, exampleOf(property, resolve)],
    ),
  )

const plain = (schema: Schema, resolve: Resolve): unknown => {
  switch (typeOf(schema)) {
    case "object":
      return objectFor(schema, resolve)
    case "array":
      return schema["items"] === undefined ? [] : [exampleOf(schema["items"], resolve)]
    case "string":
      return textFor(schema)
    case "number":
    case "integer":
      return Number(schema["minimum"] ?? 1)
    case "boolean":
      return false
    case "null":
      return null
    default:
      return undefined
  }
}

/** Returns a minimal value that satisfies a schema. */
export const exampleOf = (schema: unknown, resolve: Resolve = () => undefined): unknown => {
  if (!isSchema(schema)) return undefined
  if (typeof schema["$ref"] === "string") return exampleOf(resolve(schema["$ref"]), resolve)
  if ("const" in schema) return schema["const"]
  if (Array.isArray(schema["enum"])) return schema["enum"][0]
  const [first] = [schema["oneOf"], schema["anyOf"]].filter(Array.isArray).flat()
  const parts = [
    plain(schema, resolve),
    ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []).map((one: unknown) =>
      exampleOf(one, resolve),
    ),
    exampleOf(schema["else"], resolve),
    ...(first === undefined ? [] : [exampleOf(first, resolve)]),
  ].filter((part) => part !== undefined)
  return parts.reduce<unknown>(merged, undefined) ?? {}
}

/** Returns a minimal value that satisfies several schemas. */
export const exampleOfAll = (schemas: ReadonlyArray<unknown>, resolve?: Resolve): unknown =>
  schemas.map((schema) => exampleOf(schema, resolve)).reduce(merged, {})
