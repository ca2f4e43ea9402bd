import { AmountOutOfRange, NotFound, TooManyDecimals, UnknownReference } from "@outlay/domain"

/** A refusal of the domain: an error class, named for what is the case. */
export type RefusalClass<E> = abstract new (
  ...args: any
) => E & { readonly _tag: string; readonly message: string }

/** How a refusal is answered as `application/problem+json`. A status has one home: here. */
export interface Problem<E, Code extends string = string> {
  readonly tag: string
  readonly status: number
  readonly title: string
  /** The stable code, snake_case. */
  readonly code: (refusal: E) => Code
  /** Every code it can have, for the document and the types of the client. */
  readonly codes: ReadonlyArray<Code>
  readonly "~refusal"?: E
}

export type RefusalOf<P> = P extends Problem<infer E> ? E : never

export type CodeOf<P> = P extends Problem<any, infer Code> ? Code : never

type Refusal = { readonly _tag: string }

type SnakeCase<
  Text extends string,
  Done extends string = "",
> = Text extends `${infer C}${infer Rest}`
  ? SnakeCase<
      Rest,
      `${Done}${C extends Lowercase<C> ? C : `${Done extends "" ? "" : "_"}${Lowercase<C>}`}`
    >
  : Done

const snakeCase = <Tag extends string>(tag: Tag): SnakeCase<Tag> =>
  tag.replace(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `_${letter}`).toLowerCase() as SnakeCase<Tag>

/**
 * The problem of a refusal; its code is the refusal's own name in snake_case unless it says
 * otherwise.
 */
export const problem = <E extends Refusal, const Code extends string = SnakeCase<E["_tag"]>>(
  refusal: RefusalClass<E>,
  options: {
    readonly status: number
    readonly title: string
    readonly code?: (refusal: E) => Code
    readonly codes?: ReadonlyArray<Code>
  },
): Problem<E, Code> => {
  const tag = (refusal.prototype as Error).name
  const code = snakeCase(tag) as Code
  return {
    tag,
    status: options.status,
    title: options.title,
    code: options.code ?? (() => code),
    codes: options.codes ?? [code],
  }
}

export const notFound = problem(NotFound, { status: 404, title: "Not found" })

export const amountOutOfRange = problem(AmountOutOfRange, {
  status: 400,
  title: "The amount is too large",
})
export const tooManyDecimals = problem(TooManyDecimals, {
  status: 400,
  title: "More decimals than the currency has",
})

const references = [
  "user",
  "role",
  "budget",
  "invite",
  "category",
  "custom_field",
  "custom_field_option",
  "accounting_code",
  "tax_rate",
  "currency",
] as const

const unknown = (what: string) =>
  `unknown_${what.replaceAll(" ", "_")}` as `unknown_${(typeof references)[number]}`

/**
 * "References in a body to something unknown or of another business: 400 with a pointer
 * (`unknown_user`, …), the same for both."
 */
export const unknownReference = problem(UnknownReference, {
  status: 400,
  title: "A reference to something unknown",
  code: ({ what }) => unknown(what),
  codes: references.map(unknown),
})

/** A problem that any operation can answer with, found before or around the domain. */
export interface SharedProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  /** What the client can do about it. */
  readonly description: string
}

const shared = (status: number, code: string, title: string, description: string) =>
  ({ status, code, title, description }) as const satisfies SharedProblem

/** Every problem that does not come from a refusal, by its code. */
export const sharedProblems = {
  bad_request: shared(
    400,
    "bad_request",
    "Bad request",
    "The request is not well-formed HTTP: correct its request line or its headers.",
  ),
  malformed_json: shared(
    400,
    "malformed_json",
    "The body is not JSON",
    "Send one JSON value in UTF-8, without repeated keys.",
  ),
  unknown_field: shared(
    400,
    "unknown_field",
    "Unknown field",
    "Leave out the fields that the operation does not know, or correct their names.",
  ),
  unknown_parameter: shared(
    400,
    "unknown_parameter",
    "Unknown parameter",
    "Leave out the parameters that the operation does not know, or correct their names.",
  ),
  validation_failed: shared(
    400,
    "validation_failed",
    "The request is not of the expected shape",
    "Correct every fault in `errors`; where all are of one kind the problem bears its code.",
  ),
  invalid_idempotency_key: shared(
    400,
    "invalid_idempotency_key",
    "Invalid Idempotency-Key",
    "Send one key of 1 to 255 printable ASCII characters, bare or in double quotes.",
  ),
  unauthorized: shared(
    401,
    "unauthorized",
    "Unauthorized",
    "Send a valid bearer token in the Authorization header.",
  ),
  forbidden: shared(
    403,
    "forbidden",
    "Forbidden",
    "The token is not of the business in the path: use one of its own.",
  ),
  permission_denied: shared(
    403,
    "permission_denied",
    "Permission denied",
    "The token's role lacks the permission that is named, and the user for whom it acts may not as who they are: use another token or widen the role.",
  ),
  not_found: shared(
    404,
    "not_found",
    "Not found",
    "There is nothing here, or nothing that the token may see: check the path.",
  ),
  method_not_allowed: shared(
    405,
    "method_not_allowed",
    "Method not allowed",
    "Use one of the methods in the Allow header.",
  ),
  not_acceptable: shared(
    406,
    "not_acceptable",
    "Not acceptable",
    "Accept application/json: nothing else is answered.",
  ),
  request_timeout: shared(
    408,
    "request_timeout",
    "Request timeout",
    "The request did not arrive in time: send it again, faster.",
  ),
  idempotency_key_in_use: shared(
    409,
    "idempotency_key_in_use",
    "The first request is still running",
    "Send the request again shortly to be answered as the first one was.",
  ),
  precondition_failed: shared(
    412,
    "precondition_failed",
    "Precondition failed",
    "The record has changed: read it again, and send If-Match with its ETag.",
  ),
  content_too_large: shared(
    413,
    "content_too_large",
    "Content too large",
    "A body has at most 1 MiB: send less at once.",
  ),
  uri_too_long: shared(414, "uri_too_long", "URI too long", "A URL has at most 8 KiB."),
  unsupported_media_type: shared(
    415,
    "unsupported_media_type",
    "Unsupported media type",
    "Send application/json in UTF-8, without a content encoding.",
  ),
  idempotency_key_reused: shared(
    422,
    "idempotency_key_reused",
    "Idempotency-Key reused",
    "The key was used for another request: take a new key for a new request.",
  ),
  rate_limited: shared(
    429,
    "rate_limited",
    "Too many requests",
    "Wait as long as Retry-After says.",
  ),
  header_fields_too_large: shared(
    431,
    "header_fields_too_large",
    "Header fields too large",
    "Send at most 100 header fields, and at most 16 KiB of them.",
  ),
  internal_error: shared(
    500,
    "internal_error",
    "Internal error",
    "A fault of the service, recorded under the request id; nothing was kept.",
  ),
  overloaded: shared(
    503,
    "overloaded",
    "Too many requests at once",
    "Nothing was done: try again after the pause that Retry-After says.",
  ),
  storage_unavailable: shared(
    503,
    "storage_unavailable",
    "Service unavailable",
    "Nothing was kept: try again after the pause that Retry-After says.",
  ),
} as const satisfies Readonly<Record<string, SharedProblem>>

export type SharedProblemCode = keyof typeof sharedProblems
