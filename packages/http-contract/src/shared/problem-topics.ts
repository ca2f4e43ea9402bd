/**
 * A request with an error, and its response. The tests of the service run it and compare every
 * word.
 */
export interface ProblemExample {
  readonly method: string
  readonly path: string
  /** Headers except Authorization, which is correct unless it is given here. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly code: string
  readonly detail: string
}

/** Problems of one kind: what causes them, what to do, and an example. */
export interface ProblemTopic {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly codes: ReadonlyArray<string>
  readonly example: ProblemExample
}

const budgets = "/v1/businesses/7/budgets"
const json = { "Content-Type": "application/json" }

export const problemTopics: ReadonlyArray<ProblemTopic> = [
  {
    id: "authentication",
    title: "Authentication",
    text: "Every operation needs a bearer token: a token of the business for /v1 and /v2, the operator's for /operator/v1. Tokens are read from the Authorization header only.",
    codes: ["unauthorized", "forbidden", "permission_denied"],
    example: {
      method: "GET",
      path: budgets,
      headers: { Authorization: "outlay_…" },
      status: 401,
      code: "unauthorized",
      detail:
        "The word Bearer is missing before the token. Send the header Authorization: Bearer outlay_…",
    },
  },
  {
    id: "paths",
    title: "Paths and ids",
    text: "Paths have no slash at the end. Ids are integers or UUIDs in lower case. A record that the token may not read is not found either. If a path is close to one of the interface, the response names that one.",
    codes: ["not_found", "method_not_allowed", "uri_too_long"],
    example: {
      method: "GET",
      path: "/v1/businesses/7/transactions",
      status: 404,
      code: "not_found",
      detail: "There is no resource at this path. Did you mean /v2/businesses/7/transactions?",
    },
  },
  {
    id: "parameters",
    title: "Query parameters",
    text: "Unknown parameters are refused, so that a mistyped filter never returns everything. To match several values of a filter, repeat the parameter.",
    codes: ["unknown_parameter", "repeated_parameter", "malformed_parameter", "not_in_order"],
    example: {
      method: "GET",
      path: `${budgets}?page=2`,
      status: 400,
      code: "unknown_parameter",
      detail:
        "page: Unknown parameter. The parameters are offset, limit, is_deleted, budget_type, has_member_limits.",
    },
  },
  {
    id: "json",
    title: "Bodies",
    text: "A body is one JSON value in UTF-8 with the header Content-Type: application/json. If it cannot be read, the response has the line and the column of the first error.",
    codes: [
      "malformed_json",
      "duplicate_key",
      "malformed_text",
      "unsupported_media_type",
      "not_acceptable",
      "content_too_large",
      "request_timeout",
      "too_many_values",
      "too_deep",
    ],
    example: {
      method: "POST",
      path: budgets,
      headers: json,
      body: '{"name": "Travel", "reset_amount": 500,}',
      status: 400,
      code: "malformed_json",
      detail: "Invalid JSON at line 1, column 40: remove the comma before }.",
    },
  },
  {
    id: "fields",
    title: "Fields and values",
    text: "All errors of a request are reported at once: errors has a JSON pointer or a parameter for each, and what is allowed there. If all errors have the same code, the problem has that code.",
    codes: [
      "validation_failed",
      "missing",
      "unknown_field",
      "wrong_type",
      "not_allowed",
      "too_short",
      "too_long",
      "out_of_range",
      "malformed",
    ],
    example: {
      method: "PATCH",
      path: `${budgets}/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c`,
      headers: json,
      body: '{"resetAmount": 500}',
      status: 400,
      code: "unknown_field",
      detail: "/resetAmount: Unknown field. Did you mean reset_amount?",
    },
  },
  {
    id: "retries",
    title: "Retries",
    text: "An Idempotency-Key makes a POST safe to repeat for 24 hours. Use a new key for each new request, and the same key for its retries.",
    codes: ["invalid_idempotency_key", "idempotency_key_in_use", "idempotency_key_reused"],
    example: {
      method: "POST",
      path: `${budgets}/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c/topups`,
      headers: { ...json, "Idempotency-Key": '""' },
      body: '{"amount": 12.34, "description": "Travel"}',
      status: 400,
      code: "invalid_idempotency_key",
      detail: "Send one key of 1 to 255 printable ASCII characters, with or without double quotes.",
    },
  },
  {
    id: "changes",
    title: "Changes by others",
    text: "If-Match makes a change only if the record still has the ETag that was read. If it has changed, read it again.",
    codes: ["precondition_failed"],
    example: {
      method: "PATCH",
      path: "/v1/businesses/7/users/1",
      headers: { ...json, "If-Match": '"an-old-etag"' },
      body: '{"payment_types": ["cards"]}',
      status: 412,
      code: "precondition_failed",
      detail: "The record has changed. Read it again and send its current ETag in If-Match.",
    },
  },
  {
    id: "amounts",
    title: "Amounts",
    text: "Amounts are numbers in major units of the currency, such as 12.34, with no more decimal places than the currency has.",
    codes: ["amount_out_of_range", "too_many_decimals", "zero_amount"],
    example: {
      method: "POST",
      path: `${budgets}/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c/topups`,
      headers: json,
      body: '{"amount": "12.34", "description": "Travel"}',
      status: 400,
      code: "wrong_type",
      detail: "/amount: Expected a number, not a string. Write it without quotes.",
    },
  },
]
