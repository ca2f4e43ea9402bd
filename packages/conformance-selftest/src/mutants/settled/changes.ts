import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isAt,
  isGood,
  type Json,
  list,
  type Place,
  retargeted,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { allowing, codesIn, type Edge, mutant, reshaped, withBody } from "./edges.ts"

/** Ignores a field of the request if its value matches. */
const untaken = (
  place: Place,
  name: string,
  isMeant: (value: Json) => boolean = () => true,
): Edge =>
  withBody("PATCH", place, (body) => {
    const { [name]: value, ...rest } = body
    return value !== undefined && isMeant(value) ? rest : body
  })

/** Lets a record show data of an earlier response permanently. */
const lasting = (place: Place, change: (record: Json, before: Json) => Json): Edge => {
  return (next) => {
    const known = new Map<string, Json>()
    const shown = (body: Json, path: string): Json => {
      const made = change(body, known.get(path))
      known.set(path, made)
      return made
    }
    return async (request) => {
      const response = await next(request)
      const { path } = targetOf(request)
      const isMeant = isGood(response) && request.method !== "DELETE" && isAt(request, [place])
      return isMeant
        ? { ...response, body: JSON.stringify(shown(bodyOf(response), path)) }
        : response
    }
  }
}

const newCadence: Edge = (next) => {
  const changed = new Set<string>()
  const given = lasting("budget", (budget) =>
    changed.has(budget.id) ? { ...budget, available_amount: budget.reset_amount } : budget,
  )(next)
  return (request) => {
    if (request.method === "PATCH" && bodyOf(request)?.reset_period !== undefined) {
      changed.add(targetOf(request).path.split("/").at(-1) ?? "")
    }
    return given(request)
  }
}

/** Accepts a deleted user as delegate or assistant. */
const deletedTaken = (name: string): Edge =>
  answering("PATCH", ["user"], async (request, next) => {
    const response = await next(request)
    const value = bodyOf(request)?.[name]
    const [id] = Array.isArray(value) ? value : [value]
    if (response.status !== 400 || !Number.isInteger(id)) return response
    const read = retargeted(request, { path: `/users/${id}` })
    const { "content-type": _, "content-length": __, ...headers } = read.headers
    const found = await next({ ...read, headers, method: "GET", body: Buffer.alloc(0) })
    return bodyOf(found)?.is_deleted === true ? jsonResponse(200, {}) : response
  })

/** An address that was invited once cannot be invited again. */
const onceInvited: Edge = (next) => {
  const known = new Set<string>()
  return answering("POST", ["invites"], async (request, server) => {
    const address = `${targetOf(request).business} ${bodyOf(request)?.email}`
    if (known.has(address)) return jsonResponse(400, { code: "invite_exists" })
    const response = await server(request)
    if (isGood(response)) known.add(address)
    return response
  })(next)
}

/** The same for the address of a user. */
const onceUser: Edge = (next) => async (request) => {
  const isInvite = request.method === "POST" && request.url.endsWith("/invites")
  return isInvite && String(bodyOf(request)?.email).endsWith("@scenario.example")
    ? jsonResponse(400, { code: "user_exists", errors: [{ code: "user_exists" }] })
    : next(request)
}

/** A topup is found under any budget of its business. */
const anyBudget: Edge = (next) => {
  const homes = new Map<string, string>()
  return async (request) => {
    const { path } = targetOf(request)
    const [, id = "", decision] = /\/topups\/([^/]+)\/(\w+)$/u.exec(path) ?? []
    const home = homes.get(id)
    if (request.method === "POST" && home !== undefined) {
      return next(retargeted(request, { path: `${home}/${id}/${decision}` }))
    }
    const response = await next(request)
    if (request.method === "POST" && path.endsWith("/topups")) homes.set(bodyOf(response)?.id, path)
    return response
  }
}

const decided = (next: Parameters<Edge>[0]) => async (request: Parameters<typeof next>[0]) => {
  const response = await next(request)
  const body = response.body
    .replaceAll(/"actioned_by":\{[^}]*\}/gu, '"actioned_by":null')
    .replaceAll(/"actioned_on":"[^"]*"/gu, '"actioned_on":null')
  return request.url.includes("/topups") ? { ...response, body } : response
}

const rows: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  [
    "topup-refusals",
    "approved-below-zero",
    "what is below zero at approval is approved",
    allowing("POST", "approval", "insufficient_funds", 200),
  ],
  ["topup-fields", "decided-by-nobody", "who decided is not said", decided],
  [
    "topup-approval",
    "no-member-form",
    "nothing is decided under a member",
    answering("POST", ["memberDecision"], async () => jsonResponse(404, {})),
  ],
  ["topup-approval", "topup-of-any-budget", "a topup is found under any budget", anyBudget],
  [
    "policies",
    "policy-for-all",
    "a policy of a budget covers all",
    withBody("POST", "policies", (body) => ({ ...body, budget_id: null })),
  ],
  [
    "policies",
    "policy-of-nothing",
    "a policy of a budget that there is not is made",
    allowing("POST", "policies", "unknown_budget", 201),
  ],
  [
    "topup-amount",
    "topup-undescribed",
    "a topup needs no description",
    answering("POST", ["topups"], async (request, next) => {
      const fields = Object.keys(bodyOf(request) ?? {})
      const isMeant = fields.join() === "amount"
      return isMeant ? jsonResponse(200, bodyOf(request)) : next(request)
    }),
  ],
  [
    "assistants",
    "assistants-stay",
    "`[]` leaves the assistants",
    untaken("user", "expense_delegate", (value) => value?.length === 0),
  ],
  [
    "assistants",
    "delegate-stays",
    "`null` leaves the delegate",
    untaken("user", "delegate_approver", (value) => value === null),
  ],
  [
    "user-rules",
    "deleted-delegate",
    "a deleted user is a delegate",
    deletedTaken("delegate_approver"),
  ],
  ["user-rules", "deleted-assistant", "a deleted user assists", deletedTaken("expense_delegate")],
  [
    "user-removal",
    "budgets-unnamed",
    "which budgets would have no owner is not said",
    answering("DELETE", ["user"], async (request, next) => {
      const response = await next(request)
      const body = bodyOf(response)
      return codesIn(body).includes("last_budget_owner")
        ? jsonResponse(response.status, {
            ...body,
            ...{ detail: "They own a budget alone.", values: {}, errors: [] },
          })
        : response
    }),
  ],
  ["invite-twice", "invited-once", "an address whose invite was cancelled is taken", onceInvited],
  ["invite-twice", "user-once", "the address of a deleted user is taken", onceUser],
  [
    "member-rules",
    "no-invited-member",
    "an invite is no member",
    answering("POST", ["members"], async (request, next) =>
      bodyOf(request)?.invite === undefined ? next(request) : jsonResponse(400, {}),
    ),
  ],
  [
    "no-difference",
    "same-user-is-new",
    "a PATCH of a user that changes nothing has a new `updated`",
    reshaped("PATCH", "user", (user) => ({ ...user, updated: `${user.updated.slice(0, -2)}xZ` })),
  ],
  [
    "new-cadence",
    "cadence-untaken",
    "another cadence is not taken",
    untaken("budget", "reset_period"),
  ],
  ["new-cadence", "cadence-gives", "another cadence gives the amount again", newCadence],
  [
    "budget-changes",
    "rollover-fixed",
    "`rollover_funds` cannot be changed",
    untaken("budget", "rollover_funds"),
  ],
  [
    "budget-changes",
    "categories-stay-shown",
    "categories are shown when they limit nothing any more",
    lasting("budget", (budget, before) =>
      budget.limit_categories === false && before?.categories?.length > 0
        ? { ...budget, categories: before.categories }
        : budget,
    ),
  ],
  [
    "pooling",
    "split-of-reset-amounts",
    "what is available is split as the amount of a period",
    list(["members"], (body) => {
      const shares = new Set(body.results.map(({ reset_amount }: Json) => reset_amount))
      const given = (row: Json) => ({ ...row, available_amount: row.reset_amount })
      return shares.size > 1 ? { ...body, results: body.results.map(given) } : body
    }),
  ],
  [
    "category-rules",
    "code-stays-mapped",
    "`null` leaves a category's code",
    untaken("category", "accounting_code_id", (value) => value === null),
  ],
  [
    "category-rules",
    "code-of-nothing",
    "a category takes a code that there is not",
    allowing("PATCH", "category", "unknown_accounting_code", 200),
  ],
  [
    "complete-stays",
    "complete-for-ever",
    "an expense that loses its receipt stays complete",
    lasting("transaction", (row, before) =>
      before?.expense_status === "COMPLETE" ? { ...row, expense_status: "COMPLETE" } : row,
    ),
  ],
  [
    "complete-stays",
    "incomplete-for-ever",
    "an expense never becomes complete by a change",
    lasting("transaction", (row, before) =>
      before !== undefined && before.expense_status !== "COMPLETE"
        ? { ...row, expense_status: before.expense_status }
        : row,
    ),
  ],
  [
    "complete-stays",
    "attendees-added",
    "attendees are added to those who are there",
    lasting("transaction", (row, before) => ({
      ...row,
      attendees: [...new Set([...(before?.attendees ?? []), ...row.attendees])],
    })),
  ],
  [
    "no-store",
    "transactions-stored",
    "transactions may be stored",
    answering("GET", ["transactions"], async (request, next) => {
      const response = await next(request)
      const { "cache-control": _, ...headers } = response.headers
      return { ...response, headers }
    }),
  ],
  [
    "challenge",
    "ended-unnamed",
    "a token that ended is not called so",
    (next) => async (request) => {
      const response = await next(request)
      const isShort = (request.headers["authorization"] ?? "").length < 40
      return response.status !== 401 || isShort
        ? response
        : { ...response, headers: { ...response.headers, "www-authenticate": "Bearer" } }
    },
  ],
  [
    "reset",
    "deficit-forgiven",
    "a deficit does not roll over",
    reshaped("GET", "budget", (budget) =>
      budget.available_amount < 0 && budget.spent_amount === 0
        ? { ...budget, available_amount: budget.reset_amount }
        : budget,
    ),
  ],
]

/** Mutants of the effects of changes, and of changes of topups, people and budgets. */
export const changes: ReadonlyArray<Mutant> = rows.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
