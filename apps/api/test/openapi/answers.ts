import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { JsonPointer } from "effect"
import { type Answer, at, type Document, type Operation } from "./document.ts"

/** A response to a request. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined if the response has none. */
  readonly body: unknown
}

interface Refusal {
  readonly code: string
  readonly values?: object
}

interface Problem extends Refusal {
  readonly status: number
  readonly request_id: string
  readonly errors: ReadonlyArray<Refusal>
}

interface Header {
  readonly schema?: { readonly type?: string }
}

const problemType = "application/problem+json"

/** True for the content of a file, which a JSON schema cannot validate. */
const isBinary = ({ content }: Answer, type: string): boolean => {
  const { schema } = content?.[type] ?? {}
  return schema === undefined || schema.format === "binary"
}

/** Validates responses with an API document. */
export class Answers {
  readonly #ajv = new Ajv2020({ strictRequired: false, strictTypes: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #document: Document
  /** Names of all documented headers. A response may only have those documented for it. */
  readonly #headers: ReadonlyArray<string>

  constructor(document: Document) {
    this.#document = document
    this.#headers = Object.keys(document.components["headers"] ?? {})
    addFormats.default(this.#ajv)
    this.#ajv.addVocabulary(["openapi", "info", "servers", "security", "tags", "paths"])
    this.#ajv.addVocabulary(["components", "example", "x-problem-values"])
    this.#ajv.addSchema(document, "document")
  }

  /** Returns deviations of a response from the document. */
  judge(operation: Operation, response: ReceivedResponse): ReadonlyArray<string> {
    const { id, responses } = operation
    const says = `${id} ${response.status}`
    const documented = responses[response.status]
    if (documented === undefined) return [`${says}: not documented`]
    const [mediaType = ""] = (response.headers.get("Content-Type") ?? "").split(";")
    const types = Object.keys(documented.content ?? {})
    if (!(types.length === 0 ? mediaType === "" : types.includes(mediaType))) {
      return [`${says}: ${mediaType} is not one of ${types.join(", ")}`]
    }
    const found = this.#headersOf(says, documented, response.headers)
    if (types.length === 0 || isBinary(documented, mediaType)) return found
    const pointer = `${documented.pointer}/content/${JsonPointer.escapeToken(mediaType)}/schema`
    found.push(...this.check(says, pointer, response.body))
    if (mediaType === problemType && found.length === 0) {
      found.push(...this.#problem(says, documented, response))
    }
    return found
  }

  /** Returns violations of the schema at a pointer. */
  check(says: string, pointer: string, value: unknown): ReadonlyArray<string> {
    let validate = this.#validators.get(pointer)
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `document#${pointer}` })
      this.#validators.set(pointer, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${says}: ${instancePath} ${message}`,
    )
  }

  #headersOf(says: string, documented: Answer, headers: Headers): Array<string> {
    return this.#headers.flatMap((name) => {
      const text = headers.get(name)
      if (text === null) return []
      const isSuccess = documented.content?.[problemType] === undefined
      // A refusal may also have headers of the success, such as that of a dry run.
      if (isSuccess && documented.headers?.[name] === undefined) {
        return [`${says}: ${name} is not documented`]
      }
      const pointer = `/components/headers/${name}`
      const { schema } = at(this.#document, pointer) as Header
      const value = schema?.type === "integer" ? Number(text) : text
      return this.check(`${says}, ${name}`, `${pointer}/schema`, value)
    })
  }

  /** Checks that the code is listed, and the values of the problem and its errors. */
  #problem(
    says: string,
    documented: Answer,
    { status, headers, body }: ReceivedResponse,
  ): Array<string> {
    const problem = body as Problem
    const found: Array<string> = []
    // If the schema lists no codes, the description does.
    const listsNone =
      documented.content?.[problemType]?.schema?.$ref === "#/components/schemas/Problem"
    if (listsNone && !documented.description.includes(`\`${problem.code}\``)) {
      found.push(`${says}: ${problem.code} is not listed`)
    }
    if (problem.status !== status) found.push(`${says}: /status is ${problem.status}`)
    if (problem.request_id !== headers.get("X-Request-Id")) {
      found.push(`${says}: /request_id differs from X-Request-Id`)
    }
    for (const { code, values = {} } of [problem, ...problem.errors]) {
      found.push(...this.check(`${says}, ${code}`, `/x-problem-values/properties/${code}`, values))
    }
    return found
  }
}
