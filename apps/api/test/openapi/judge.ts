import createClient from "openapi-fetch"
import { Answers } from "./answers.ts"
import { type Document, type Operation, operationsOf, pointerTo } from "./document.ts"

/** Parameters of a request, in the terms of openapi-fetch. */
export interface Given {
  readonly token?: string | null
  readonly path?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly header?: { readonly [name: string]: string }
  readonly body?: unknown
}

/** openapi-fetch without types from a document. */
interface AnyClient {
  readonly request: (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>
}

const lines = "application/x-ndjson"

const isStreamed = ({ requestBody }: Operation): boolean =>
  requestBody?.content[lines] !== undefined

const isFile = ({ responses }: Operation): boolean => {
  const types = Object.keys(responses["200"]?.content ?? {})
  return types.length > 0 && !types.includes("application/json")
}

/** Calls operations of a document through openapi-fetch, and validates the responses. */
export class Judge {
  readonly operations: ReadonlyArray<Operation>
  /** Deviations of responses from the document. */
  readonly violations: Array<string> = []
  /** Operations that succeeded. */
  readonly touched: Set<string> = new Set()
  readonly #answers: Answers
  readonly #document: Document
  readonly #client: AnyClient
  readonly #origin: string

  constructor(document: Document, baseUrl: string) {
    this.#document = document
    this.#answers = new Answers(document)
    this.#origin = baseUrl
    this.operations = operationsOf(document)
    this.#client = createClient({ baseUrl }) as unknown as AnyClient
  }

  /** Calls an operation that must succeed. A list must not be empty. */
  async succeed<A = { readonly id: string }>(id: string, given: Given): Promise<A> {
    const { status, body } = await this.call(id, given)
    if (status >= 300) throw new Error(`${id} answers ${status}: ${JSON.stringify(body)}`)
    const { results } = (body ?? {}) as { readonly results?: ReadonlyArray<unknown> }
    if (results?.length === 0) throw new Error(`${id} lists nothing that could be judged`)
    this.touched.add(id)
    return body as A
  }

  /** Returns a schema of the document by name. */
  schema(name: string): { readonly examples?: ReadonlyArray<unknown> } {
    const found = this.#document.components["schemas"]?.[name]
    if (found === undefined) throw new Error(`the document has no schema ${name}`)
    return found as { readonly examples?: ReadonlyArray<unknown> }
  }

  /** Calls an operation with any outcome. */
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
    const { status, headers } = response
    const parsed = { status, headers, body: data ?? error }
    this.violations.push(...this.#answers.judge(operation, parsed))
    return parsed
  }

  #bodyOf(operation: Operation, body: unknown): object {
    const { id, method, path } = operation
    if (body === undefined) return {}
    if (isStreamed(operation)) return { body, bodySerializer: String }
    if (body instanceof Uint8Array) return { body, bodySerializer: (bytes: unknown) => bytes }
    const pointer = `${pointerTo(path, method)}/requestBody/content/application~1json/schema`
    this.violations.push(...this.#answers.check(`${id}, the body sent`, pointer, body))
    return { body }
  }
}
