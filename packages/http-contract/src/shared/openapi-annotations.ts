import { Result, Schema, SchemaAST } from "effect"
import type { Json } from "./json.ts"
import { nameOf } from "./openapi-examples.ts"

/** Annotations of a schema that are copied into the document. */
const words = ["description", "format", "examples"] as const

const wordsOf = (annotations: Json | undefined): Json =>
  Object.fromEntries(
    words.flatMap((word) => {
      const annotation = annotations?.[word]
      return annotation === undefined ? [] : [[word, annotation]]
    }),
  )

const areWords = (schema: Json): boolean =>
  Object.keys(schema).every((key) => words.some((word) => word === key))

/** Returns a reference with annotations of this use of it, which OpenAPI 3.1 allows. */
const besideReference = (schema: Json): Json => {
  const { allOf, ...rest } = schema
  const [only, ...others] = (allOf ?? []) as ReadonlyArray<Json>
  return only !== undefined && others.length === 0 && nameOf(only) !== null && areWords(rest)
    ? { ...only, ...rest }
    : schema
}

/**
 * Adds annotations to compiled schemas. The compiler uses the wire side of a decoded value and
 * loses the annotations of its decoded side. Each component is changed in place, once.
 */
export const annotator = (components: Record<string, Json>) => {
  const done = new Set<string>()

  const annotated = (ast: SchemaAST.AST, compiled: Json): Json => {
    const schema = besideReference(compiled)
    const name = nameOf(schema)
    const ofKey = wordsOf(ast.context?.annotations)
    if (name === null) return { ...inside(ast, schema), ...decodedWords(ast), ...ofKey }
    const component = components[name]
    if (component !== undefined && !done.has(name)) {
      done.add(name)
      components[name] = { ...inside(ast, component), ...decodedWords(ast) }
    }
    return { ...schema, ...ofKey }
  }

  const inside = (ast: SchemaAST.AST, schema: Json): Json => {
    if (SchemaAST.isObjects(ast) && schema["properties"] !== undefined) {
      const types = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
      const properties = Object.entries(schema["properties"] as Readonly<Record<string, Json>>)
      return {
        ...schema,
        properties: Object.fromEntries(
          properties.map(([key, property]) => {
            const type = types.get(key)
            return [key, type === undefined ? property : annotated(type, property)]
          }),
        ),
      }
    }
    if (SchemaAST.isArrays(ast) && schema["items"] !== undefined) {
      const [element] = ast.rest
      const items = schema["items"] as Json
      return element === undefined ? schema : { ...schema, items: annotated(element, items) }
    }
    const anyOf = schema["anyOf"] as ReadonlyArray<Json> | undefined
    if (SchemaAST.isUnion(ast) && anyOf?.length === ast.types.length) {
      const members = anyOf.map((member, i) => annotated(ast.types[i] as SchemaAST.AST, member))
      return { ...schema, anyOf: members }
    }
    return schema
  }

  return annotated
}

/** Returns the annotations of the decoded side of a value, with its examples in wire format. */
const decodedWords = (ast: SchemaAST.AST): Json => {
  if (ast.encoding === undefined) return {}
  const { examples, ...rest } = wordsOf(SchemaAST.resolve(ast))
  if (examples === undefined) return rest
  const encode = Schema.encodeUnknownResult(
    Schema.toCodecJson(Schema.make<Schema.Codec<unknown, unknown>>(ast)),
  )
  const encoded = (examples as ReadonlyArray<unknown>).map((example) => encode(example))
  const sent = encoded.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
  return sent.length === 0 ? rest : { ...rest, examples: sent }
}
