import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  type Json,
  pretending,
  querying,
  records,
  remembering,
  responseBody,
  sending,
  withToken,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, notRemoved, set, taken } from "./edges.ts"

/** Changes a refusal with this code. */
const recoded = (code: string, change: (body: Json) => Json, status: number): Edge => {
  return (next) => async (request) => {
    const response = await next(request)
    const body = bodyOf(response)
    return body?.code === code ? jsonResponse(status, change(body)) : response
  }
}

/** The token of a deleted user still works, as the business's first token. */
export const livingOn: Edge = remembering(async (request, next, good) => {
  const response = await next(request)
  const business = /businesses\/([^/]+)/u.exec(request.url)?.[1] ?? ""
  const token = good.get(business)
  return response.status === 401 && token !== undefined ? next(withToken(request, token)) : response
})

const first = (name: string): Edge =>
  responseBody("POST", ["budgets"], (budget) => ({
    ...budget,
    [name]: budget[name]?.map(({ id, name: shown }: Json) => ({ id, name: shown })),
  }))

const named: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  ["policies", "policy-kept", "a deleted policy still covers topups", notRemoved("policy")],
  [
    "policies",
    "policy-unchanged",
    "a policy's bound never changes",
    sending("PATCH", ["policy"], ({ above_amount: _, ...body }) => body),
  ],
  [
    "policies",
    "policy-bound-lost",
    "a policy does not show its bound",
    records(["policy", "policies"], ({ above_amount: _, ...policy }) => policy),
  ],
  [
    "auto-approve",
    "auto-approve-ignored",
    "`auto_approve: true` changes nothing",
    sending("POST", ["topups"], ({ auto_approve: _, ...body }) => body),
  ],
  [
    "not-an-approver",
    "approver-by-permission",
    "who may not decide lacks a permission",
    recoded("not_an_approver", (body) => ({ ...body, code: "permission_denied" }), 403),
  ],
  [
    "nobody-requests",
    "nobody-decides",
    "the token that asked decides",
    recoded("not_an_approver", () => ({}), 200),
  ],
  [
    "nobody-requests",
    "nobody-unsaid",
    "a topup does not say that nobody asked for it",
    responseBody("POST", ["topups"], ({ requested_by: _, ...topup }) => topup),
  ],
  ["tokens-end", "tokens-live-on", "a token outlives its user", livingOn],
  [
    "manager-only",
    "manager-only-refused",
    "what a field says already is refused",
    answering("PATCH", ["field"], async (request, next) =>
      bodyOf(request)?.is_manager_only === false ? jsonResponse(400, {}) : next(request),
    ),
  ],
  [
    "manager-only",
    "manager-only-taken",
    "a field is made for managers only",
    taken("PATCH", "field", 200, (body) => body?.is_manager_only === true),
  ],
  [
    "member-filter",
    "member-filter-ignored",
    "`user_id` filters no members",
    querying(["members"], (query) => query.delete("user_id")),
  ],
  [
    "member-change",
    "limits-free",
    "a member without a limit is given one",
    taken("PATCH", "member", 200),
  ],
  [
    "member-change",
    "limits-fixed",
    "a member's limit never changes",
    answering("PATCH", ["member"], async () => jsonResponse(400, {})),
  ],
  [
    "value-names",
    "value-name-fixed",
    "a value keeps the name that its field had at first",
    records(["transaction"], (row) => ({
      ...row,
      custom_fields: row.custom_fields?.map((one: Json) => ({ ...one, field_name: "Field site" })),
    })),
  ],
  [
    "value-names",
    "field-renaming-forgotten",
    "a field is not renamed",
    pretending("PATCH", ["field"]),
  ],
  [
    "budget-elements",
    "options-unsaid",
    "a budget's field does not say which options are allowed",
    first("custom_fields"),
  ],
  [
    "budget-elements",
    "budget-categories-unsaid",
    "a budget does not show its categories",
    responseBody("POST", ["budgets"], set("categories", [])),
  ],
]

/** Mutants of clauses in addition to those of each resource. */
export const finerPoints: ReadonlyArray<Mutant> = named.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
