import { AmountOutOfRange, NotFound, TooManyDecimals, UnknownReference } from "@outlay/domain/rules"
import {
  amount,
  type HasValues,
  id,
  integer,
  oneOf,
  optional,
  type Value,
  type Values,
  type ValuesOf,
  words,
} from "./values.ts"

/** A refusal of the domain: an error class, named after its cause. */
export type RefusalClass<E> = abstract new (
  ...args: any
) => E & { readonly _tag: string; readonly message: string }

/** The `application/problem+json` of a refusal. Its status is defined only here. */
export interface Problem<E, Code extends string = string> {
  readonly tag: string
  readonly status: number
  readonly title: string
  /** Returns the stable code, in snake_case. */
  readonly code: (refusal: E) => Code
  /** All possible codes, for the document and the types of the client. */
  readonly codes: ReadonlyArray<Code>
  /** Values in the sentence of the problem. */
  readonly values: Values
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

type Options<E, Code extends string> = Partial<
  Pick<Problem<E, Code>, "status" | "code" | "codes">
> & { readonly values?: ValuesOf<E> }

/** A refusal with values does not compile without their description. */
type Described<E> =
  HasValues<E> extends true ? [options: { readonly values: ValuesOf<E> }] : [] | [options: {}]

/**
 * Defines the problem of a refusal: by default a 400 whose code is the refusal's name in
 * snake_case.
 */
export const problem = <E extends Refusal, const Code extends string = SnakeCase<E["_tag"]>>(
  refusal: RefusalClass<E>,
  title: string,
  ...[options]: [options?: Options<E, Code>] & Described<E>
): Problem<E, Code> => {
  const tag = (refusal.prototype as Error).name
  const code = snakeCase(tag) as Code
  return { tag, status: 400, title, code: () => code, codes: [code], values: {}, ...options }
}

export const notFound = problem(NotFound, "Not found", {
  status: 404,
  values: { what: words, id },
})

const { schema: amountSchema, encode: encodeAmount } = amount

/** Balance that would exceed its bound, and that bound. */
const balance: Value<{ readonly name: string; readonly maximum: string }> = {
  schema: {
    type: "object",
    description: "Balance that would exceed its bound.",
    required: ["name", "maximum"],
    properties: { name: words.schema, maximum: amountSchema },
  },
  encode: ({ name, maximum }) => ({ name, maximum: encodeAmount(maximum) }),
}

export const amountOutOfRange = problem(AmountOutOfRange, "The amount is out of range", {
  values: { balance: optional(balance) },
})
export const tooManyDecimals = problem(
  TooManyDecimals,
  "Too many decimal places for the currency",
  {
    values: { currency: words, decimals: integer },
  },
)

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
export const unknownReference = problem(UnknownReference, "The referenced record does not exist", {
  code: ({ what }) => unknown(what),
  codes: references.map(unknown),
  values: { what: words, id },
})

/** A problem that any operation can return, found before or around the domain. */
export interface SharedProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  /** Advice for the client. */
  readonly description: string
  /** Values that the sentence can contain. */
  readonly values?: Values
}

const shared = (status: number, title: string, description: string) => ({
  status,
  title,
  description,
})

const byCode = {
  bad_request: shared(
    400,
    "Bad request",
    "The request is not well-formed HTTP: correct its request line or its headers.",
  ),
  malformed_json: shared(
    400,
    "The body is not valid JSON",
    "Send one JSON value in UTF-8, without duplicate keys.",
  ),
  unknown_field: shared(
    400,
    "Unknown field",
    "Remove the fields that this operation does not accept, or correct their names.",
  ),
  unknown_parameter: shared(
    400,
    "Unknown parameter",
    "Remove the query parameters that this operation does not accept, or correct their names.",
  ),
  validation_failed: shared(
    400,
    "The request is invalid",
    "Fix every error listed in `errors`. If all errors have the same code, the problem has that code.",
  ),
  invalid_idempotency_key: shared(
    400,
    "Invalid Idempotency-Key",
    "Send one key of 1 to 255 printable ASCII characters, with or without double quotes.",
  ),
  unauthorized: shared(
    401,
    "Unauthorized",
    "Send a valid bearer token in the Authorization header, or sign in.",
  ),
  forbidden: shared(
    403,
    "Forbidden",
    "The token belongs to another business than the one in the path. Use a token of that business.",
  ),
  permission_denied: shared(
    403,
    "Permission denied",
    "The token's role lacks the required permission, and its user has no access as an owner, member or approver. Use another token or extend the role.",
  ),
  foreign_origin: shared(
    403,
    "The request comes from another site",
    "Writes of a browser session, and writes under /sign-in, require the Origin header of this service.",
  ),
  not_found: shared(
    404,
    "Not found",
    "The resource does not exist, or the token may not read it. Check the path.",
  ),
  method_not_allowed: shared(
    405,
    "Method not allowed",
    "Use one of the methods in the Allow header.",
  ),
  not_acceptable: shared(
    406,
    "Not acceptable",
    "Responses are application/json only. Change the Accept header.",
  ),
  malformed_multipart: shared(
    400,
    "The body is not one file",
    "Send the bare file, or multipart/form-data with one file and nothing else.",
  ),
  request_timeout: shared(408, "Request timeout", "Request timed out."),
  idempotency_key_in_use: shared(
    409,
    "A request with this key is in progress",
    "Retry shortly to receive the response of the first request.",
  ),
  precondition_failed: shared(
    412,
    "Precondition failed",
    "The record has changed. Read it again and send its current ETag in If-Match.",
  ),
  content_too_large: shared(
    413,
    "Content too large",
    "The request body is limited to 1 MiB. Send a smaller one.",
  ),
  uri_too_long: shared(414, "URI too long", "The URL is limited to 8 KiB."),
  unsupported_media_type: shared(
    415,
    "Unsupported media type",
    "Send application/json in UTF-8, without Content-Encoding.",
  ),
  idempotency_key_reused: shared(
    422,
    "Idempotency-Key reused",
    "The key was used for a different request. Use a new key for each request.",
  ),
  rate_limited: shared(
    429,
    "Too many requests",
    "Rate limit exceeded. Retry after the time in Retry-After.",
  ),
  header_fields_too_large: shared(
    431,
    "Header fields too large",
    "Send at most 100 header fields and 16 KiB of headers.",
  ),
  internal_error: shared(
    500,
    "Internal error",
    "Unexpected error, logged with the request id. Nothing was saved.",
  ),
  overloaded: shared(
    503,
    "Too many concurrent requests",
    "The request was not processed. Retry after the time in Retry-After.",
  ),
  storage_unavailable: shared(
    503,
    "Service unavailable",
    "Nothing was saved. Retry after the time in Retry-After.",
  ),
}

export type SharedProblemCode = keyof typeof byCode

/** Required permission: a role with a permission, the role Admin, or the token of a user. */
const permissionValues: Values = {
  needs: oneOf("permission", "admin", "user"),
  resource: optional(words),
  action: optional(words),
}

/** Every problem that is not a refusal, by its code. */
export const sharedProblems = Object.fromEntries(
  Object.entries(byCode).map(([code, problem]) => [
    code,
    { code, ...problem, ...(code === "permission_denied" && { values: permissionValues }) },
  ]),
) as { readonly [Code in SharedProblemCode]: SharedProblem }
