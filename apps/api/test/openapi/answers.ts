import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { JsonPointer } from "effect"
import { type Answer, at, type Document, type Operation } from "./document.ts"

/** What a request was answered with. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  /** Its JSON, or undefined where it has none. */
  readonly body: unknown
}

interface Said {
  readonly code: string
  readonly values?: object
}

interface Problem extends Said {
  readonly status: number
  readonly request_id: string
  readonly errors: ReadonlyArray<Said>
}

interface Header {
  readonly schema?: { readonly type?: string }
}

const problemType = "application/problem+json"

/** The bytes of a file, which no JSON schema can judge. */
const isBinary = ({ content }: Answer, type: string): boolean => {
  const { schema } = content?.[type] ?? {}
  return schema === undefined || schema.format === "binary"
}

/** Judges answers by a document. */
export class Answers {
  readonly #ajv = new Ajv2020({ strictRequired: false, strictTypes: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #document: Document
  /** Header fields that the document knows: an answer has one only where it is documented. */
  readonly #headers: ReadonlyArray<string>

  constructor(document: Document) {
    this.#document = document
    this.#headers = Object.keys(document.components["headers"] ?? {})
    addFormats.default(this.#ajv)
    this.#ajv.addVocabulary(["openapi", "info", "servers", "security", "tags", "paths"])
    this.#ajv.addVocabulary(["components", "example", "x-problem-values"])
    this.#ajv.addSchema(document, "document")
  }

  /** What is other than documented. */
  judge(operation: Operation, answered: Answered): ReadonlyArray<string> {
    const { id, responses } = operation
    const says = `${id} ${answered.status}`
    const answer = responses[answered.status]
    if (answer === undefined) return [`${says}: not documented`]
    const [mediaType = ""] = (answered.headers.get("Content-Type") ?? "").split(";")
    const types = Object.keys(answer.content ?? {})
    if (!(types.length === 0 ? mediaType === "" : types.includes(mediaType))) {
      return [`${says}: ${mediaType} is not one of ${types.join(", ")}`]
    }
    const found = this.#headersOf(says, answer, answered.headers)
    if (types.length === 0 || isBinary(answer, mediaType)) return found
    const pointer = `${answer.pointer}/content/${JsonPointer.escapeToken(mediaType)}/schema`
    found.push(...this.check(says, pointer, answered.body))
    if (mediaType === problemType && found.length === 0) {
      found.push(...this.#problem(says, answer, answered))
    }
    return found
  }

  /** What a value has that the schema there does not allow. */
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

  #headersOf(says: string, answer: Answer, headers: Headers): Array<string> {
    return this.#headers.flatMap((name) => {
      const text = headers.get(name)
      if (text === null) return []
      const isSuccess = answer.content?.[problemType] === undefined
      // A refusal may also have what the success would have, such as that it was a dry run.
      if (isSuccess && answer.headers?.[name] === undefined) {
        return [`${says}: ${name} is not documented`]
      }
      const pointer = `/components/headers/${name}`
      const { schema } = at(this.#document, pointer) as Header
      const value = schema?.type === "integer" ? Number(text) : text
      return this.check(`${says}, ${name}`, `${pointer}/schema`, value)
    })
  }

  /** Its code is among those listed; it and its errors have the values documented for a code. */
  #problem(says: string, answer: Answer, { status, headers, body }: Answered): Array<string> {
    const problem = body as Problem
    const found: Array<string> = []
    // A schema that lists no codes leaves that to the description.
    const listsNone = answer.content?.[problemType]?.schema?.$ref === "#/components/schemas/Problem"
    if (listsNone && !answer.description.includes(`\`${problem.code}\``)) {
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
