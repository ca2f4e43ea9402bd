/** A mistake of a newcomer, and the advice that the response must contain. */
interface Mistake {
  readonly mistake: string
  /** Method and path, with parameters as in the contract. */
  readonly request: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Token other than that of the business. */
  readonly token?: "operator" | "none"
  /** Null if only the advice matters. */
  readonly code: string | null
  /** Pattern of the advice. */
  readonly advice: RegExp
}

const v1 = "/v1/businesses/{client_id}"
const v2 = "/v2/businesses/{client_id}"
const operator = "/operator/v1/businesses/{client_id}"
const topups = `${v1}/budgets/{budget_id}/members/{budget_member_id}/topups`
const header = /Authorization: Bearer outlay_…/u

const paths: ReadonlyArray<Mistake> = [
  ["a transaction under /v1", `GET ${v1}/transactions`, /Did you mean \/v2\/businesses\/1\/tr/u],
  ["a version to come", "GET /v3/businesses/{client_id}/users", /Did you mean \/v1\/b/u],
  ["no version", "GET /businesses/{client_id}/users", /Did you mean \/v1\/businesses\/1\/users/u],
  ["a noun in the singular", `GET ${v1}/budget`, /Did you mean \/v1\/businesses\/1\/budgets\?/u],
  ["a slash at the end", `GET ${v1}/budgets/`, /Did you mean \/v1\/businesses\/1\/budgets\?/u],
  ["underlines", `GET ${v1}/custom_fields`, /Did you mean \/v1\/businesses\/1\/custom-fields\?/u],
  ["an /api before it", "GET /api/v1/businesses/{client_id}/users", /Did you mean \/v1\/b/u],
  ["only the noun", "GET /budgets", /Did you mean \/v1\/businesses\/\{client_id\}\/budgets\?/u],
  ["GraphQL", "POST /graphql", /paths are listed at \/docs/u],
  ["a resource that does not exist", `GET ${v1}/cards`, /paths are listed at \/docs/u],
  ["a number for a UUID", `GET ${v1}/budgets/17`, /budget_id must be a UUID in lower case/u],
  [
    "a UUID in capitals",
    `GET ${v1}/budgets/0199A7C2-4F10-7C3A-9B52-6D1E8F0A2B3C`,
    /budget_id must be a UUID in lower case/u,
  ],
  ["a UUID for a number", `GET ${v1}/users/{budget_id}`, /user_id must be an integer/u],
].map(([mistake, request, advice]) => ({ mistake, request, advice, code: "not_found" }) as Mistake)

const access: ReadonlyArray<Mistake> = [
  {
    mistake: "no token",
    request: `GET ${v1}/users`,
    token: "none",
    code: "unauthorized",
    advice: header,
  },
  {
    mistake: "a token without Bearer",
    request: `GET ${v1}/users`,
    headers: { authorization: "outlay_abc" },
    code: "unauthorized",
    advice: /The word Bearer is missing/u,
  },
  {
    mistake: "basic authentication",
    request: `GET ${v1}/users`,
    headers: { authorization: "Basic b3V0bGF5" },
    code: "unauthorized",
    advice: /Only the scheme Bearer is supported.* Bearer outlay_…/u,
  },
  {
    mistake: "a token in quotes",
    request: `GET ${v1}/users`,
    headers: { authorization: 'Bearer "outlay_abc"' },
    code: "unauthorized",
    advice: /without quotes/u,
  },
  {
    mistake: "an unknown token",
    request: `GET ${v1}/users`,
    headers: { authorization: "Bearer outlay_abc" },
    code: "unauthorized",
    advice: /Send another one/u,
  },
  {
    mistake: "the operator's token for a business operation",
    request: `GET ${v1}/users`,
    token: "operator",
    code: "unauthorized",
    advice: /needs a token of the business/u,
  },
  {
    mistake: "a business's token for an operator operation",
    request: `POST ${operator}/users`,
    body: "{}",
    code: "unauthorized",
    advice: /needs the operator's token \(OUTLAY_OPERATOR_TOKEN\)/u,
  },
  {
    mistake: "another business",
    request: "GET /v1/businesses/99/users",
    code: "forbidden",
    advice: /client_id must be the number of its business/u,
  },
  {
    mistake: "a business by its name",
    request: "GET /v1/businesses/acme/users",
    code: "forbidden",
    advice: /client_id must be the number of its business/u,
  },
  {
    mistake: "an unsupported method",
    request: `PUT ${v1}/budgets/{budget_id}`,
    body: "{}",
    code: "method_not_allowed",
    advice: /Allowed methods: DELETE, GET, HEAD, OPTIONS, PATCH/u,
  },
]

const parameters: ReadonlyArray<Mistake> = [
  ["pages by number", `${v1}/budgets?page=2`, "unknown_parameter", /are offset, limit,/u],
  ["a sort order", `${v1}/budgets?sort=name`, "unknown_parameter", /are offset, limit/u],
  ["a sort by a letter off", `${v2}/transactions?sort=amounts`, "not_allowed", /mean amount\?/u],
  [
    "a field without a text",
    `${v2}/transactions?custom_field=Trip`,
    "malformed",
    /a colon and a text/u,
  ],
  ["camel case", `${v1}/budgets?isDeleted=true`, "unknown_parameter", /Did you mean is_deleted/u],
  ["a letter off", `${v1}/budgets?limt=5`, "unknown_parameter", /Did you mean limit\?/u],
  ["a body's field", `${v1}/roles?name=Admin`, "unknown_parameter", /parameters/u],
  ["too large a page", `${v1}/budgets?limit=1000`, "out_of_range", /between 1 and 500/u],
  ["a negative offset", `${v1}/budgets?offset=-1`, "wrong_type", /an integer in plain digits/u],
  ["a yes", `${v1}/budgets?is_deleted=yes`, "wrong_type", /Must be true or false/u],
  ["a list by commas", `${v2}/transactions?status=CLEARED,AUTHED`, "not_allowed", /Repeat the p/u],
  ["lower case", `${v2}/transactions?status=cleared`, "not_allowed", /Did you mean CLEARED\?/u],
  ["a filter twice", `${v1}/budgets?limit=1&limit=2`, "repeated_parameter", /Send it once/u],
  ["a broken escape", `${v1}/budgets?limit=%zz`, "malformed_parameter", /percent-encoded/u],
  ["a statement without days", `${v1}/statements`, "missing", /required/u],
].map(
  ([mistake, path, code, advice]) => ({ mistake, request: `GET ${path}`, code, advice }) as Mistake,
)

const bodies: ReadonlyArray<Mistake> = [
  ["a trailing comma", '{"amount": 1,}', "malformed_json", /column 14: remove the comma/u],
  ["smart quotes", "{“amount”: 1}", "malformed_json", /line 1, column 2: .*double quotes/u],
  ["single quotes", "{'amount': 1}", "malformed_json", /line 1, column 2: .*double quotes/u],
  ["Python's True", '{"auto_approve": True}', "malformed_json", /column 18: write true/u],
  ["a body that is cut off", '{"amount": 1', "malformed_json", /ends before its \}/u],
  ["a key twice", '{"amount": 1, "amount": 2}', "malformed_json", /Duplicate key/u],
  ["an empty body", "", "malformed_json", /Send a JSON object/u],
  ["a list for an object", "[]", "wrong_type", /Expected an object, not an array/u],
  ["an amount as text", '{"amount": "12.34", "description": "x"}', "wrong_type", /without quotes/u],
  ["no description", '{"amount": 1}', "missing", /description: This field is required/u],
  [
    "camel case",
    '{"amount": 1, "description": "x", "autoApprove": true}',
    "unknown_field",
    /Did you mean auto_approve\?/u,
  ],
  [
    "a read-only field",
    '{"amount": 1, "description": "x", "status": "APPROVED"}',
    "unknown_field",
    /read-only: leave it out/u,
  ],
  [
    "an unknown field",
    '{"amount": 1, "description": "x", "colour": 1}',
    "unknown_field",
    /The fields are amount, description, auto_approve/u,
  ],
  ["nothing", '{"amount": 0, "description": "x"}', "zero_amount", /Must/u],
  [
    "an amount that is too large",
    '{"amount": 99999999999999, "description": "x"}',
    "amount_out_of_range",
    /Must be between/u,
  ],
  ["too many decimals", '{"amount": 1.234, "description": "x"}', "too_many_decimals", /2 decimal/u],
].map(
  ([mistake, body, code, advice]) =>
    ({ mistake, request: `POST ${topups}`, body, code, advice }) as Mistake,
)

/** Mistakes with later features: books, exports, API tokens, filters, reports. */
const siblings: ReadonlyArray<Mistake> = [
  [
    "a field name of another product",
    `PUT ${v1}/books`,
    '{"lock_date": "2026-10-31"}',
    /locked_through\./u,
  ],
  [
    "a day in a common format",
    `PUT ${v1}/books`,
    '{"locked_through": "31/10/2026"}',
    /YYYY-MM-DD/u,
  ],
  [
    "an instant instead of a day",
    `PUT ${v1}/books`,
    '{"locked_through": "2026-10-31T00:00:00Z"}',
    /such as/u,
  ],
  ["POST for PUT", `POST ${v1}/books`, "{}", /Allowed methods: GET, HEAD, OPTIONS, PUT/u],
  ["no days of an export", `POST ${v1}/exports`, '{"format": "csv"}', /2 errors.*required/su],
  ["a format in capitals", `POST ${v1}/exports`, '{"format": "CSV"}', /Did you mean csv\?/u],
  [
    "an export with reversed dates",
    `POST ${v1}/exports`,
    '{"format": "csv", "start_date": "2026-02-01", "end_date": "2026-01-01"}',
    /cannot be before the start date/u,
  ],
  ["a role by its name", `POST ${v1}/tokens`, '{"name": "x", "role": "Admin"}', /mean role_id\?/u],
  [
    "a role id that is not a UUID",
    `POST ${v1}/tokens`,
    '{"name": "x", "role_id": "King"}',
    /a UUID in lower/u,
  ],
  [
    "an expiry without a time",
    `POST ${v1}/tokens`,
    '{"expires_at": "2099-01-01"}',
    /such as 2026-/u,
  ],
  ["an export in the singular", `GET ${v1}/export`, null, /Did you mean .*\/exports\?/u],
  ["no id of an export", `GET ${v1}/exports/17`, null, /export_id must be a UUID/u],
  ["reversed amounts", `GET ${v2}/transactions?min_amount=5&max_amount=1`, null, /not be greater/u],
  ["an amount with a comma", `GET ${v2}/transactions?min_amount=1,2`, null, /such as 12\.34/u],
  ["a search of one letter", `GET ${v2}/transactions?q=Qantas`, null, /search/u],
  ["a category by its name", `GET ${v2}/transactions?category_id=Travel`, null, /a UUID in lower/u],
  ["no receipt", `GET ${v2}/transactions?has_receipt=no`, null, /Must be true or false/u],
  ["a report of no kind", `GET ${v1}/reports`, null, /Did you mean .*\/reports\/spend\?/u],
  ["a plural grouping", `GET ${v1}/reports/spend?group_by=categories`, null, /category, merchant/u],
].map(
  ([mistake, request, body, advice]) =>
    ({ mistake, request, ...(body === null ? {} : { body }), code: null, advice }) as Mistake,
)

const others: ReadonlyArray<Mistake> = [
  {
    mistake: "a form as the body",
    request: `POST ${topups}`,
    body: "amount=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    code: "unsupported_media_type",
    advice: /Content-Type: application\/json/u,
  },
  {
    mistake: "an Accept header with CSV",
    request: `GET ${v2}/transactions`,
    headers: { accept: "text/csv" },
    code: "not_acceptable",
    advice: /Accept: application\/json/u,
  },
  {
    mistake: "an unknown event type",
    request: `POST ${v1}/webhooks`,
    body: '{"url": "https://example.com/", "event_types": ["topup.paid"]}',
    code: "unknown_event_type",
    advice: /types of topup are .*topup\.approved/u,
  },
  {
    mistake: "an unknown user",
    request: `POST ${v1}/budgets/{budget_id}/owners`,
    body: '{"user": {"id": 999}}',
    code: "unknown_user",
    advice: /user 999/u,
  },
  {
    mistake: "a decrease beyond the available amount",
    request: `POST ${topups}`,
    body: '{"amount": -5000, "description": "x"}',
    code: "insufficient_funds",
    advice: /Only .* is available/u,
  },
  {
    mistake: "an invalid idempotency key",
    request: `POST ${topups}`,
    body: '{"amount": 1, "description": "x"}',
    headers: { "idempotency-key": '""' },
    code: "invalid_idempotency_key",
    advice: /1 to 255 printable/u,
  },
]

export const mistakes: ReadonlyArray<Mistake> = [
  ...paths,
  ...access,
  ...parameters,
  ...bodies,
  ...siblings,
  ...others,
]
