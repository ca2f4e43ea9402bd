import { type Handle, type HttpRequest, type HttpResponse, jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  type Place,
  pretending,
  querying,
  records,
  refusing,
  responseBody,
  retargeted,
  sending,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, notRemoved, set, taken } from "./edges.ts"

/** Returns the caller's `/me` from the server. */
const meOf = async (request: HttpRequest, next: Handle): Promise<Json> => {
  const { authorization = "" } = request.headers
  const me = retargeted(request, { path: "/me", query: new URLSearchParams() })
  const url = me.url.replace("/v2/", "/v1/")
  const headers = { authorization }
  return bodyOf(await next({ method: "GET", url, headers, body: Buffer.from("") }))
}

type Permission = readonly [resource: string, action: string]

const may = (me: Json, [resource, action]: Permission): boolean =>
  me?.permissions?.some((one: Json) => one.resource === resource && one.action === action) === true

/** Ignores rights of users of their own: only the role counts. */
const roleOnly = (method: string, place: Place, permission: Permission): Edge =>
  answering(method, [place], async (request, next) =>
    may(await meOf(request, next), permission) ? next(request) : refusing(403),
  )

const nothing: HttpResponse = jsonResponse(200, {
  count: 0,
  next: null,
  previous: null,
  results: [],
})

/** Hides the records that a user sees as an assistant or a delegate. */
const unseen = (place: Place, as: "assists" | "approves_for"): Edge =>
  answering("GET", [place], async (request, next) =>
    (await meOf(request, next))?.[as]?.length > 0 ? nothing : next(request),
  )

/** Replaces one status with another response. */
const instead = (method: string, place: Place, from: number, response: HttpResponse): Edge =>
  answering(method, [place], async (request, next) => {
    const given = await next(request)
    return given.status === from ? response : given
  })

const groups = (change: (group: Json) => Json): Edge =>
  responseBody("GET", ["report"], (body) => ({ groups: body.groups.map(change) }))

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const named: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  [
    "as-owner",
    "owner-by-role",
    "an owner may change no budget without a permission",
    roleOnly("PATCH", "budget", ["budgets", "update"]),
  ],
  [
    "as-owner",
    "owner-cancels",
    "an owner cancels what another asked for",
    (next) => async (request) => {
      const response = await next(request)
      return request.url.endsWith("/cancel") && response.status === 403
        ? jsonResponse(200, {})
        : response
    },
  ],
  [
    "as-member",
    "member-by-role",
    "a member may ask for no topup without a permission",
    roleOnly("POST", "topups", ["topups", "create"]),
  ],
  [
    "as-member",
    "member-approves",
    "a topup that a member asks for is approved",
    responseBody("POST", ["topups"], set("status", "APPROVED")),
  ],
  [
    "as-spender",
    "spender-by-role",
    "who spent may not read it without a permission",
    roleOnly("GET", "transaction", ["transactions", "read"]),
  ],
  [
    "as-assistant",
    "assistant-blind",
    "an assistant sees nothing",
    unseen("transactions", "assists"),
  ],
  ["as-delegate", "delegate-blind", "a delegate sees nothing", unseen("waiting", "approves_for")],
  [
    "unseen-404",
    "unseen-403",
    "what somebody may not see is 403",
    (next) => async (request) => {
      const response = await next(request)
      return response.status === 404 ? { ...response, status: 403 } : response
    },
  ],
  [
    "seen-lists",
    "report-by-role",
    "an owner has no report without a permission",
    roleOnly("GET", "report", ["transactions", "read"]),
  ],
  [
    "nobody-403",
    "nobody-sees-nothing",
    "a token of nobody has an empty list",
    instead("GET", "transactions", 403, nothing),
  ],
  [
    "token-clipped",
    "token-above",
    "a token may what its own role may",
    instead("POST", "categories", 403, jsonResponse(201, {})),
  ],
  [
    "expense-part",
    "expense-for-all",
    "whoever reads a transaction completes it",
    instead("PATCH", "transaction", 403, jsonResponse(200, {})),
  ],
  [
    "expense-part",
    "attendees-unchanged",
    "attendees stay as they were",
    sending("PATCH", ["transaction"], ({ attendees: _, ...body }) => body),
  ],
  [
    "list-values",
    "values-free",
    "any value is taken",
    taken("PATCH", "transaction", 200, (body) => body?.custom_fields !== undefined),
  ],
  [
    "list-values",
    "categories-free",
    "any category is taken",
    taken("PATCH", "transaction", 200, (body) => body?.line_items !== undefined),
  ],
  ["receipt-url", "addresses-free", "any address is taken", taken("PATCH", "transaction", 200)],
  [
    "movements",
    "movements-turned",
    "movements have the other sign",
    records(["movements"], (row) => ({ ...row, amount: -row.amount })),
  ],
  [
    "movements",
    "movements-without-balance",
    "no movement says what the wallet has after it",
    records(["movements"], set("balance_after", 0)),
  ],
  [
    "transaction-sort",
    "sort-ignored",
    "transactions have one order only",
    querying(["transactions"], (query) => {
      if (/^-?(auth_date|amount|merchant_name)$/u.test(query.get("sort") ?? ""))
        query.delete("sort")
    }),
  ],
  [
    "transaction-sort",
    "sort-one-way",
    "`-` before an order turns nothing",
    querying(["transactions"], (query) => {
      const sort = query.get("sort") ?? ""
      if (/^-[a-z]/u.test(sort)) query.set("sort", sort.slice(1))
    }),
  ],
  [
    "category-filter",
    "category-ignored",
    "`category_id` filters nothing",
    querying(["transactions"], (query) => query.delete("category_id")),
  ],
  [
    "custom-field-filter",
    "value-to-second-colon",
    "a value ends at its colon",
    querying(["transactions"], (query) => {
      const [name, text, rest] = query.get("custom_field")?.split(":") ?? []
      if (rest !== undefined) query.set("custom_field", `${name}:${text}`)
    }),
  ],
  [
    "spend-report",
    "report-without-last-day",
    "the last day of a report is left out",
    answering("GET", ["report"], async (request, next) => {
      const { query } = targetOf(request)
      const [first = "", last = ""] = [query.get("start_date"), query.get("end_date")].map(String)
      if (first < last) query.set("end_date", dayBefore(last))
      return next(retargeted(request, { query }))
    }),
  ],
  [
    "spend-report",
    "weeks-of-days",
    "a week is named after another day than its Monday",
    responseBody("GET", ["report"], (body, request) =>
      targetOf(request).query.get("group_by") === "week"
        ? { groups: body.groups.map((row: Json) => ({ ...row, keys: row.keys.map(dayBefore) })) }
        : body,
    ),
  ],
  [
    "spend-report-groups",
    "refunds-netted",
    "what came back is taken off what was spent",
    groups((row) => ({ ...row, spent: row.spent - row.refunded })),
  ],
  [
    "spend-report-groups",
    "second-key-lost",
    "groups show their first key only",
    groups((row) => ({ ...row, keys: row.keys.slice(0, 1) })),
  ],
  [
    "spend-report-lines",
    "rest-uncounted",
    "what has no category or field is not counted",
    responseBody("GET", ["report"], ({ groups: all }) => ({
      groups: all.filter(({ keys }: Json) => keys[0] !== null),
    })),
  ],
  [
    "spend-report-query",
    "report-of-anything",
    "a report by what nobody knows is empty",
    instead("GET", "report", 400, jsonResponse(200, { groups: [] })),
  ],
  [
    "receipt-upload",
    "receipt-unsized",
    "a receipt does not say how large it is",
    responseBody("POST", ["receipts"], set("size", 0)),
  ],
  [
    "receipt-upload",
    "receipt-of-anything",
    "any file is a receipt",
    answering("POST", ["receipts"], async (request, next) => {
      const response = await next(request)
      return isGood(response) ? response : jsonResponse(201, {})
    }),
  ],
  [
    "receipt-files",
    "receipt-unjoined",
    "a receipt does not join the transaction's",
    records(["transaction"], set("receipt_urls", [])),
  ],
  [
    "receipt-files",
    "receipt-for-all",
    "a receipt is found by whoever may not read its transaction",
    instead("GET", "receipt", 404, { status: 200, headers: {}, body: "" }),
  ],
  [
    "receipt-same",
    "receipt-again-new",
    "the same file is answered as a new one",
    answering("POST", ["receipts"], async (request, next) => {
      const response = await next(request)
      return isGood(response) ? { ...response, status: 201 } : response
    }),
  ],
  ["receipt-removal", "receipt-kept", "a removed receipt stays", notRemoved("receipt")],
  [
    "mapping-system",
    "mapping-forgotten",
    "a system category's code is answered and not kept",
    pretending("PUT", ["mapping"]),
  ],
  [
    "never-period",
    "never-ends-once",
    "the period of a budget that is never reset ends",
    records(["periods"], set("end", "9999-12-31T23:59:59.999Z")),
  ],
  [
    "tax-rates",
    "tax-rate-unasked",
    "a business without itemised tax has a tax rate",
    list(["taxRates"], (body) => ({ ...body, count: 1, results: [{ rate: 0.1 }] })),
  ],
  [
    "sessions",
    "sessions-of-nobody",
    "a token of nobody has sessions",
    instead("GET", "sessions", 403, nothing),
  ],
]

/** Mutants of rights of users of their own, of expense details, and of reports. */
export const themselves: ReadonlyArray<Mutant> = named.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
