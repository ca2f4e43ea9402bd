import { JsonPointer } from "effect"

/** The parts of an operation that are needed to call it and validate its responses. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: Answer }
  readonly isOperators: boolean
  /** True if it needs no token. */
  readonly isPublic: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly example?: unknown
}

interface Reference {
  readonly $ref: string
}

export interface Answer {
  /** JSON pointer in the document. */
  readonly pointer: string
  readonly description: string
  readonly content?: Content
  readonly headers?: { readonly [name: string]: unknown }
}

export type Content = { readonly [mediaType: string]: { readonly schema?: Schema } }

/** The parts of a JSON schema that are needed to create values. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly enum?: ReadonlyArray<unknown>
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly examples?: ReadonlyArray<unknown>
}

interface Described {
  readonly operationId: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: Omit<Answer, "pointer"> | Reference }
  readonly security?: ReadonlyArray<{ readonly operator?: unknown }>
}

export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } }
  readonly components: { readonly [kind: string]: { readonly [name: string]: unknown } }
}

const unescaped = (name: string): string => JsonPointer.unescapeToken(decodeURIComponent(name))

/** Returns the part of the document at a URI-escaped pointer. */
export const at = (document: Document, pointer: string): unknown =>
  pointer
    .slice(1)
    .split("/")
    .map(unescaped)
    .reduce<unknown>((node, name) => (node as { readonly [name: string]: unknown })[name], document)

/** Returns the given part, or the part that it refers to. */
export const resolved = <A>(document: Document, found: A | Reference): A =>
  typeof found === "object" && found !== null && "$ref" in found
    ? (at(document, found.$ref.slice(1)) as A)
    : (found as A)

export const pointerTo = (path: string, method: string): string =>
  `/paths/${encodeURIComponent(JsonPointer.escapeToken(path))}/${method.toLowerCase()}`

export const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, security, ...operation }]) => ({
      id,
      method: method.toUpperCase(),
      path,
      description: operation.description ?? "",
      parameters: (operation.parameters ?? []).map((_) => resolved<Parameter>(document, _)),
      ...(operation.requestBody === undefined ? {} : { requestBody: operation.requestBody }),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, found]) => {
          const pointer =
            "$ref" in found ? found.$ref.slice(1) : `${pointerTo(path, method)}/responses/${status}`
          return [status, { ...resolved<Omit<Answer, "pointer">>(document, found), pointer }]
        }),
      ),
      isOperators: security?.some(({ operator }) => operator !== undefined) === true,
      isPublic: security?.length === 0,
    })),
  )
