import { faultCodes } from "./code.ts"
import type { Json } from "./json.ts"
import { type SharedProblem, sharedProblems } from "./problem.ts"

const requestId = "3f9k2m1x-a7"

/** Returns a problem as it appears in a response, for examples. */
export const exampleProblem = (problem: {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}): Json => ({
  type: `/docs/problems#${problem.code}`,
  title: problem.title,
  status: problem.status,
  detail: problem.detail,
  code: problem.code,
  request_id: requestId,
  errors: [],
})

const valuesHint =
  "with `code`, enough to write it in another language. See `x-problem-values` in this document."

const notFound = exampleProblem({
  ...sharedProblems.not_found,
  detail: sharedProblems.not_found.description,
})

const Problem: Json = {
  type: "object",
  description: "Error response (RFC 9457).",
  required: ["type", "title", "status", "detail", "code", "request_id", "errors"],
  properties: {
    type: {
      type: "string",
      format: "uri-reference",
      description: "Link to the documentation of the problem.",
      examples: ["/docs/problems#not_found"],
    },
    title: {
      type: "string",
      description: "Short summary of the problem.",
      examples: ["Not found"],
    },
    status: {
      type: "integer",
      format: "int32",
      description: "HTTP status code of the response.",
      minimum: 400,
      maximum: 599,
      examples: [404],
    },
    detail: {
      type: "string",
      description: "Explanation of this occurrence.",
      examples: ["There is no budget 7."],
    },
    code: {
      type: "string",
      description: "Stable, machine-readable code of the problem.",
      examples: ["not_found"],
    },
    values: {
      type: "object",
      description: `Values that \`detail\` names, if any: ${valuesHint}`,
      additionalProperties: true,
      examples: [{ what: "budget", id: 7 }],
    },
    request_id: {
      type: "string",
      description: "Request id, as in the X-Request-Id header.",
      examples: [requestId],
    },
    errors: {
      type: "array",
      description: "Every error found in the request.",
      items: { $ref: "#/components/schemas/Fault" },
      examples: [[]],
    },
  },
  examples: [notFound],
}

const Fault: Json = {
  type: "object",
  description: "One error in a request: its location, its code and what is allowed.",
  required: ["code", "detail"],
  properties: {
    pointer: {
      type: "string",
      description: "JSON pointer (RFC 6901) to the value in the body.",
      examples: ["/amount"],
    },
    parameter: { type: "string", description: "Name of the query parameter.", examples: ["limit"] },
    code: {
      type: "string",
      description: "Stable, machine-readable code of the error.",
      examples: ["missing"],
    },
    detail: {
      type: "string",
      description: "Allowed values or format.",
      examples: ["This field is required."],
    },
    values: {
      type: "object",
      description: `Values that \`detail\` names, if any: ${valuesHint}`,
      additionalProperties: true,
      examples: [{ maximum: 128, of: "characters" }],
    },
  },
  examples: [{ pointer: "/amount", code: "missing", detail: "This field is required." }],
}

const shapeCodes = [
  ...new Set([
    ...Object.values<SharedProblem>(sharedProblems)
      .filter(({ status }) => status === 400)
      .map(({ code }) => code),
    ...Object.keys(faultCodes),
  ]),
]

/** 400 for an invalid request, which every operation checks first. */
const RequestFault: Json = {
  description: "The request is invalid.",
  allOf: [
    { $ref: "#/components/schemas/Problem" },
    {
      type: "object",
      properties: {
        code: {
          type: "string",
          description: "Stable, machine-readable code of the problem.",
          enum: shapeCodes,
        },
      },
      examples: [{ code: "missing" }],
    },
  ],
  examples: [
    {
      ...exampleProblem({
        code: "missing",
        status: 400,
        title: "A required field is missing",
        detail: "/amount: This field is required.",
      }),
      errors: [{ pointer: "/amount", code: "missing", detail: "This field is required." }],
    },
  ],
}

export const schemas: Readonly<Record<string, Json>> = { Problem, Fault, RequestFault }

const header = (description: string, schema: Json): Json => ({
  description,
  schema: { ...schema },
})

const text = (example: string): Json => ({ type: "string", examples: [example] })

export const headers: Readonly<Record<string, Json>> = {
  "X-Request-Id": header("Request id in logs and problems.", text(requestId)),
  ETag: header(
    "Version of the record; different after each change.",
    text('"qUiQTy8PR5uPgZdpSzAYSw0u0cH"'),
  ),
  RateLimit: header(
    "Requests left and seconds until the limit resets.",
    text('"default";r=1199;t=60'),
  ),
  "RateLimit-Policy": header(
    "Request quota per token and its window in seconds.",
    text('"default";q=1200;w=60'),
  ),
  "Retry-After": header("Seconds to wait before a retry.", {
    type: "integer",
    format: "int32",
    minimum: 1,
    examples: [1],
  }),
  "WWW-Authenticate": header(
    "Authentication scheme and error.",
    text('Bearer error="invalid_token"'),
  ),
  "Idempotent-Replayed": header("Replayed response.", {
    type: "string",
    enum: ["true"],
    examples: ["true"],
  }),
  "Dry-Run": header("Dry run: nothing was saved.", {
    type: "string",
    enum: ["true"],
    examples: ["true"],
  }),
}

export const headerReferences = (names: ReadonlyArray<string>): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const parameter = (name: string, where: string, description: string, example: unknown): Json => ({
  name,
  in: where,
  description,
  required: false,
  schema: { type: typeof example === "boolean" ? "boolean" : "string" },
  example,
})

export const parameters: Readonly<Record<string, Json>> = {
  dry_run: parameter(
    "dry_run",
    "query",
    "Validates the request and returns the usual response without saving anything.",
    true,
  ),
  "X-Request-Id": parameter(
    "X-Request-Id",
    "header",
    "Request id to use; letters, digits, `.`, `_`, `-`, at most 128 characters. Returned in the response.",
    "checkout-42",
  ),
  "Idempotency-Key": parameter(
    "Idempotency-Key",
    "header",
    "Makes retries safe: for 24 hours, the same key with the same request returns the first response.",
    "8e03978e-40d5-43e8-bc93-6894a57f9324",
  ),
  "If-Match": parameter(
    "If-Match",
    "header",
    "Makes the change only if the record still has this ETag; otherwise 412.",
    '"qUiQTy8PR5uPgZdpSzAYSw0u0cH"',
  ),
  "If-None-Match": parameter(
    "If-None-Match",
    "header",
    "Returns 304 if the record still has this ETag.",
    '"qUiQTy8PR5uPgZdpSzAYSw0u0cH"',
  ),
}

const furtherHeaders: Readonly<Record<number, ReadonlyArray<string>>> = {
  401: ["WWW-Authenticate"],
  409: ["Retry-After"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
}

/** Returns a response with a problem, with this schema and example. */
export const problemResponse = (
  status: number,
  description: string,
  schema: Json,
  example: Json,
): Json => ({
  description,
  headers: headerReferences(["X-Request-Id", ...(furtherHeaders[status] ?? [])]),
  content: { "application/problem+json": { schema, example } },
})

const shared = (problem: SharedProblem): Json =>
  problemResponse(
    problem.status,
    `\`${problem.code}\`: ${problem.description}`,
    { $ref: "#/components/schemas/Problem" },
    exampleProblem({ ...problem, detail: problem.description }),
  )

/** Responses that are the same for every operation, by their code. */
export const responses: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.values(sharedProblems)
      .filter(({ status }) => ![400, 403, 405, 503].includes(status))
      .map((problem) => [problem.code, shared(problem)] as const),
  ),
  forbidden: problemResponse(
    403,
    "`forbidden`: the token belongs to another business. `permission_denied`: neither the token's role nor its user has access. `foreign_origin`: a write of a browser session has no Origin header of this service.",
    { $ref: "#/components/schemas/Problem" },
    exampleProblem({
      ...sharedProblems.permission_denied,
      detail: "The token's role lacks the permission to create topups.",
    }),
  ),
  foreign_origin: shared(sharedProblems.foreign_origin),
  unavailable: problemResponse(
    503,
    "`storage_unavailable` or `overloaded`: nothing was saved. Retry after the time in Retry-After.",
    { $ref: "#/components/schemas/Problem" },
    exampleProblem({
      ...sharedProblems.storage_unavailable,
      detail: sharedProblems.storage_unavailable.description,
    }),
  ),
  bad_request: problemResponse(
    400,
    "The request is invalid; `errors` lists every error.",
    { $ref: "#/components/schemas/RequestFault" },
    (RequestFault["examples"] as ReadonlyArray<Json>)[0] as Json,
  ),
  not_modified: {
    description: "Not modified: the record still has this ETag.",
    headers: headerReferences(["X-Request-Id", "ETag"]),
  },
}
