import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { JsonPointer } from "effect"
import createClient from "openapi-fetch"

/** An operation, as far as its calls and their answers are judged. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: Answer | Reference }
  readonly isOperators: boolean
  /** Whether it needs no token. */
  readonly isPublic: boolean
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly example?: unknown
}

interface Reference {
  readonly $ref: string
}

interface Answer {
  readonly content?: Content
  readonly headers?: { readonly [name: string]: unknown }
}

type Content = { readonly [mediaType: string]: unknown }

export interface Document {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: Omit<
        Operation,
        "id" | "method" | "path" | "isOperators" | "isPublic"
      > & {
        readonly operationId: string
        readonly security?: ReadonlyArray<{ readonly operator?: unknown }>
      }
    }
  }
  readonly components: { readonly [kind: string]: { readonly [name: string]: unknown } }
}

/** What is sent, in the words of openapi-fetch. */
export interface Given {
  readonly token?: string | null
  readonly path?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly header?: { readonly [name: string]: string }
  readonly body?: unknown
}

/** openapi-fetch without the types that it takes from a document. */
interface AnyClient {
  readonly request: (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>
}

export const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, security, ...operation }]) => ({
      ...operation,
      id,
      method: method.toUpperCase(),
      path,
      isOperators: security?.some(({ operator }) => operator !== undefined) === true,
      isPublic: security?.length === 0,
    })),
  )

/** Calls operations of a document through openapi-fetch, and judges what comes back by it. */
export class Judge {
  readonly operations: ReadonlyArray<Operation>
  /** What was answered other than documented. */
  readonly violations: Array<string> = []
  /** The operations that succeeded. */
  readonly touched: Set<string> = new Set()
  readonly #ajv = new Ajv2020({ strictRequired: false, strictTypes: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #document: Document
  readonly #client: AnyClient
  readonly #origin: string

  constructor(document: Document, baseUrl: string) {
    this.#document = document
    this.#origin = baseUrl
    this.operations = operationsOf(document)
    this.#client = createClient({ baseUrl }) as unknown as AnyClient
    addFormats.default(this.#ajv)
    this.#ajv.addVocabulary(["openapi", "info", "servers", "security", "tags", "paths"])
    this.#ajv.addVocabulary(["components", "example", "x-problem-values"])
    this.#ajv.addSchema(document, "document")
  }

  /** Calls an operation that has to succeed, and, if it lists, to list something. */
  async succeed<A = { readonly id: string }>(id: string, given: Given): Promise<A> {
    const { status, body } = await this.call(id, given)
    if (status >= 300) throw new Error(`${id} answers ${status}: ${JSON.stringify(body)}`)
    const { results } = (body ?? {}) as { readonly results?: ReadonlyArray<unknown> }
    if (results?.length === 0) throw new Error(`${id} lists nothing that could be judged`)
    this.touched.add(id)
    return body as A
  }

  /** A schema of the document, by its name. */
  schema(name: string): { readonly examples?: ReadonlyArray<unknown> } {
    const found = this.#document.components["schemas"]?.[name]
    if (found === undefined) throw new Error(`the document has no schema ${name}`)
    return found as { readonly examples?: ReadonlyArray<unknown> }
  }

  /** Calls an operation, whatever it answers. */
  async call(
    id: string,
    given: Given,
  ): Promise<{
    readonly status: number
    readonly body: unknown
    readonly headers: Headers
  }> {
    const operation = this.operations.find((each) => each.id === id)
    if (operation === undefined) throw new Error(`the document has no operation ${id}`)
    const { token, path, query, header, body } = given
    const { data, error, response } = await this.#client.request(
      operation.method.toLowerCase(),
      operation.path,
      {
        params: { path, query },
        ...this.#bodyOf(operation, body),
        ...(isFile(operation) ? { parseAs: "arrayBuffer" } : {}),
        headers: {
          Origin: this.#origin,
          ...(isStreamed(operation) ? { "Content-Type": lines } : {}),
          ...(body instanceof Uint8Array ? { "Content-Type": "application/octet-stream" } : {}),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...header,
        },
      },
    )
    const answer = data ?? error
    this.#judge(operation, response, answer)
    return { status: response.status, body: answer, headers: response.headers }
  }

  #bodyOf(operation: Operation, body: unknown): object {
    const { id, method, path } = operation
    if (body === undefined) return {}
    if (isStreamed(operation)) return { body, bodySerializer: String }
    if (body instanceof Uint8Array) return { body, bodySerializer: (bytes: unknown) => bytes }
    const pointer = `${pointerTo(path, method)}/requestBody/content/application~1json/schema`
    this.#check(`${id}, the body sent`, pointer, body)
    return { body }
  }

  #judge(operation: Operation, response: Response, body: unknown): void {
    const { id, path, method } = operation
    const says = `${id} ${response.status}`
    const found = operation.responses[response.status]
    if (found === undefined) {
      this.#violated(`${says}: not documented`)
      return
    }
    const pointer =
      "$ref" in found
        ? (found.$ref as string).slice(1)
        : `${pointerTo(path, method)}/responses/${response.status}`
    const answer = this.#at(pointer) as Answer
    const [mediaType] = (response.headers.get("Content-Type") ?? "").split(";")
    const types = Object.keys(answer.content ?? {})
    if (!(types.length === 0 ? mediaType === "" : types.includes(mediaType ?? ""))) {
      this.#violated(`${says}: ${mediaType} is not one of ${types.join(", ")}`)
      return
    }
    for (const type of types.filter((each) => !isBinary(answer, each))) {
      this.#check(says, `${pointer}/content/${JsonPointer.escapeToken(type)}/schema`, body)
      if (type === "application/problem+json") this.#judgeValues(says, body as Problem)
    }
  }

  /** A problem and each of its errors have the values that are documented for their code. */
  #judgeValues(says: string, problem: Problem): void {
    for (const { code, values = {} } of [problem, ...problem.errors]) {
      this.#check(`${says}, ${code}`, `/x-problem-values/properties/${code}`, values)
    }
  }

  #violated(violation: string): void {
    this.violations.push(violation)
  }

  #check(says: string, pointer: string, value: unknown): void {
    let validate = this.#validators.get(pointer)
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `document#${pointer}` })
      this.#validators.set(pointer, validate)
    }
    if (validate(value)) return
    for (const { instancePath, message } of validate.errors ?? []) {
      this.#violated(`${says}: ${instancePath} ${message}`)
    }
  }

  #at(pointer: string): unknown {
    const names = pointer.slice(1).split("/").map(unescaped)
    return names.reduce<unknown>(
      (node, name) => (node as { readonly [name: string]: unknown })[name],
      this.#document,
    )
  }
}

interface Said {
  readonly code: string
  readonly values?: object
}

interface Problem extends Said {
  readonly errors: ReadonlyArray<Said>
}

const lines = "application/x-ndjson"

const isStreamed = ({ requestBody }: Operation): boolean =>
  requestBody?.content[lines] !== undefined

/** The bytes of a file, which no JSON schema can judge. */
const isBinary = ({ content }: Answer, type: string): boolean => {
  const { schema } = (content?.[type] ?? {}) as { readonly schema?: { readonly format?: string } }
  return schema === undefined || schema.format === "binary"
}

const isFile = ({ responses }: Operation): boolean => {
  const success = responses["200"]
  const types = Object.keys((success as Answer | undefined)?.content ?? {})
  return types.length > 0 && !types.includes("application/json")
}

const unescaped = (name: string): string => JsonPointer.unescapeToken(decodeURIComponent(name))

const pointerTo = (path: string, method: string): string =>
  `/paths/${encodeURIComponent(JsonPointer.escapeToken(path))}/${method.toLowerCase()}`
