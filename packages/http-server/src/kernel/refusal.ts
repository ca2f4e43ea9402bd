import { faultCodes, maxFaults, type SharedProblem, sharedProblems } from "@outlay/http-contract"

/** An entry of `errors`: "`pointer` | `parameter`, `code`, `detail`". */
export interface ErrorEntry {
  readonly pointer?: string
  readonly parameter?: string
  readonly code: string
  readonly detail: string
  readonly values?: Json
}

type Json = Readonly<Record<string, unknown>>

/** The refusal of a request, sent as a problem. */
export class Refused {
  readonly _tag = "Refused"
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<ErrorEntry>
  /** Values that `detail` contains. */
  readonly values: Json | undefined
  /** Additional headers, name and value in turn. */
  readonly headers: ReadonlyArray<string>

  constructor(options: {
    readonly status: number
    readonly code: string
    readonly title: string
    readonly detail: string
    readonly errors?: ReadonlyArray<ErrorEntry>
    readonly values?: Json | undefined
    readonly headers?: ReadonlyArray<string>
  }) {
    this.status = options.status
    this.code = options.code
    this.title = options.title
    this.detail = options.detail
    this.errors = options.errors ?? []
    this.values = options.values
    this.headers = options.headers ?? []
  }
}

/** Returns one of the problems that every operation shares. */
export const refuse = (
  code: keyof typeof sharedProblems,
  detail: string = sharedProblems[code].description,
  headers: ReadonlyArray<string> = [],
  values?: Json,
): Refused => {
  const { status, title }: SharedProblem = sharedProblems[code]
  return new Refused({ status, code, title, detail, headers, values })
}

/**
 * Returns a 400 with all errors. If all have the same code, the problem has that code, so that
 * "longer: 400 `too_long`" holds; otherwise it is `validation_failed`.
 */
export const faulty = (found: ReadonlyArray<ErrorEntry>): Refused => {
  const errors = found.slice(0, maxFaults)
  const [first] = errors
  if (first === undefined) return refuse("validation_failed")
  const haveOneCode = errors.every((error) => error.code === first.code)
  const code = haveOneCode ? first.code : "validation_failed"
  const where = first.parameter ?? first.pointer
  const detail =
    errors.length === 1
      ? where
        ? `${where}: ${first.detail}`
        : first.detail
      : errors.length < maxFaults
        ? `The request has ${errors.length} errors; see errors.`
        : `The request has ${maxFaults} or more errors; errors lists the first ${maxFaults}.`
  return new Refused({ status: 400, code, title: titleOf(code), detail, errors })
}

/** The body as a whole cannot be parsed. */
export const malformedBody = (errors: ReadonlyArray<ErrorEntry>): Refused => {
  const { status, title } = sharedProblems.malformed_json
  const detail = errors.at(-1)?.detail ?? sharedProblems.malformed_json.description
  return new Refused({ status, code: "malformed_json", title, detail, errors })
}

const titleOf = (code: string): string => {
  const shared = (sharedProblems as Readonly<Record<string, SharedProblem>>)[code]
  if (shared !== undefined) return shared.title
  const described = (faultCodes as Readonly<Record<string, string>>)[code]
  return described?.replace(/\.$/u, "") ?? sharedProblems.validation_failed.title
}
