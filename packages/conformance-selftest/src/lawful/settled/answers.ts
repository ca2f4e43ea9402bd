import {
  answering,
  bodyOf,
  type Json,
  records,
  responseBody,
  sending,
  targetOf,
} from "../../mutants/edges.ts"
import type { Edge } from "../../reference/provisioner.ts"
import { type HttpResponse, jsonResponse } from "../../wire.ts"
import type { Choice } from "./choice.ts"

const isObject = (value: Json): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** In characters. */
const longBody = 65_536

/** Reverses the fields of every object, and adds one if `isExtended`. */
const turned = (value: Json, isExtended: boolean): Json => {
  if (Array.isArray(value)) return value.map((one) => turned(one, isExtended))
  if (!isObject(value)) return value
  const made: { [name: string]: Json } = isExtended ? { _links: null } : {}
  for (const name of Object.keys(value).reverse()) made[name] = turned(value[name], isExtended)
  return made
}

const rewritten =
  (change: (body: Json, response: HttpResponse) => Json): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    // Short lists show as much of a shape as long ones in much less time.
    const body = response.body.length > longBody ? undefined : bodyOf(response)
    if (typeof body !== "object" || body === null) return response
    return { ...response, body: JSON.stringify(change(body, response)) }
  }

const replayed: Edge = (next) => async (request) => {
  const response = await next(request)
  const body = bodyOf(response)
  return response.headers["idempotent-replayed"] === "true" && body !== undefined
    ? { ...response, body: JSON.stringify(turned(body, false)) }
    : response
}

/**
 * Codes of errors about a missing or unknown field, which point to the object instead of the field.
 */
const outside = ["unknown_field", "required", "missing", "missing_field"]

const saying: Edge = (next) => async (request) => {
  const response = await next(request)
  const body = bodyOf(response)
  if (response.status < 400 || !isObject(body)) return response
  const errors = Array.isArray(body.errors)
    ? body.errors.map((error: Json) => {
        const name = String(error.pointer ?? "")
          .split("/")
          .at(-1)
        const isOutside = outside.includes(error.code) && error.pointer !== undefined
        return isOutside ? { ...error, pointer: "", detail: `${name}: ${error.detail}` } : error
      })
    : body.errors
  const more = {
    instance: `${request.url}#${body.request_id}`,
    timestamp: new Date().toISOString(),
  }
  return { ...response, body: JSON.stringify({ ...body, errors, ...more }) }
}

const permitting: Edge = (next) => async (request) => {
  const response = await next(request)
  const body = bodyOf(response)
  if (body?.code !== "permission_denied") return response
  const [action] = /\b(?:create|read|update|delete)\b/u.exec(body.detail) ?? []
  const [resource] = /\b(?:topups|budgets|users|invites)\b/u.exec(body.detail) ?? []
  const detail = "The token's role lacks the permission for this."
  return {
    ...response,
    body: JSON.stringify({ ...body, detail, permission: { resource, action } }),
  }
}

/** Permissions of the Admin that no operation needs. */
const needless = new Set(
  ["statements", "balances", "roles", "tax_rates", "audit"].flatMap((resource) =>
    ["create", "update", "delete"].map((action) => `${resource} ${action}`),
  ),
)

const needed = (permissions: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  permissions.filter(({ resource, action }: Json) => !needless.has(`${resource} ${action}`))

const fifth = (body: Json): Json => {
  const [like] = body.results ?? []
  const all = (body.results ?? []).map((role: Json) => ({
    ...role,
    permissions: needed(role.permissions),
  }))
  if (like === undefined || body.next !== null) return { ...body, results: all }
  const role = {
    ...like,
    id: "ffffffff-ffff-4fff-8fff-ffffffffffff",
    name: "Auditor",
    is_deletable: true,
    permissions: [{ resource: "audit", action: "read" }],
  }
  return { ...body, count: body.count + 1, results: [...all, role] }
}

/** An empty page, instead of a refusal. */
const nothing = { count: 0, next: null, previous: null, results: [] }

const unbounded = answering("GET", ["transactions"], async (request, next) => {
  const response = await next(request)
  const { query } = targetOf(request)
  const [min, max] = ["min_amount", "max_amount"].map((name) => Number(query.get(name) ?? "NaN"))
  const isTurned = Number(min) > Number(max) || Number(max) < 0
  return response.status === 400 && isTurned
    ? {
        ...response,
        ...jsonResponse(200, nothing, { ...response.headers, "content-type": "application/json" }),
      }
    : response
})

const listsOfBudget = /^\/budgets\/[^/]+\/(?:members|owners|topups|members\/[^/]+\/topups)$/u

const buried: Edge = (next) => async (request) => {
  const { path } = targetOf(request)
  if (request.method !== "GET" || !listsOfBudget.test(path)) return next(request)
  const [root = "", business = ""] = [targetOf(request).root, targetOf(request).business]
  const budget = path.split("/").slice(0, 3).join("/")
  const found = await next({ ...request, url: `${root}/${business}${budget}` })
  return bodyOf(found)?.is_deleted === true
    ? jsonResponse(404, { ...bodyOf(found), code: "not_found", is_deleted: undefined })
    : next(request)
}

/** Empty groups, which are counted with the others. */
const groups = responseBody("GET", ["report"], (body, request) => {
  const by = targetOf(request).query.getAll("group_by")
  const keys = by.length === 1 ? { day: "2026-03-05", month: "2026-05" }[String(by[0])] : undefined
  const none = { keys: [keys], count: 0, spent: 0, refunded: 0 }
  const all = [...(body.groups ?? []), none].sort((a, b) => (a.keys[0] < b.keys[0] ? -1 : 1))
  return keys === undefined ? body : { ...body, groups: all }
})

const deduplicated = sending("PATCH", ["user"], (body) =>
  Array.isArray(body.payment_types)
    ? { ...body, payment_types: [...new Set(body.payment_types)] }
    : body,
)

/** A body with a duplicate field must not be parsed and serialised again. */
const once: Edge = (next) => {
  const other = deduplicated(next)
  return (request) =>
    request.body.toString().split('"payment_types"').length > 2 ? next(request) : other(request)
}

const memberless = records(["waiting"], (topup) => {
  const { member, ...rest } = topup
  return member === null ? rest : topup
})

/** Choices in responses. */
export const answers: ReadonlyArray<Choice> = [
  {
    name: "objects-otherwise",
    does: "every object has its fields in another order, and one more",
    allowed: "Requests and responses are JSON.",
    edge: rewritten((body, { status }) => turned(body, status < 400)),
  },
  {
    name: "replayed-otherwise",
    does: "an answer is kept as JSON, and written again with its fields in another order",
    allowed: "same key and same request → the first answer again",
    edge: replayed,
  },
  {
    name: "problems-say-more",
    does: "a problem has an instance and a time, and points to the object that lacks a field",
    allowed: "`application/problem+json` (RFC 9457)",
    edge: saying,
  },
  {
    name: "permission-as-a-field",
    does: "a missing permission is a field of the problem",
    allowed: "A missing permission is 403 `permission_denied`, naming the permission.",
    edge: permitting,
  },
  {
    name: "roles-otherwise",
    does: "Admins have only permissions that an operation needs; a fifth role can be deleted",
    allowed: "Every business is born with four roles that cannot be deleted",
    edge: responseBody("GET", ["roles"], fifth),
  },
  {
    name: "amounts-of-nobody",
    does: "bounds of amounts that nothing can be between list nothing",
    allowed: "`min_amount`, `max_amount` (magnitudes)",
    edge: unbounded,
  },
  {
    name: "deleted-budget-without-lists",
    does: "the lists of a deleted budget are not found",
    allowed: "a read by id still returns it with `is_deleted: true`.",
    edge: buried,
  },
  {
    name: "groups-of-nothing",
    does: "a report has days and months without spending, too",
    allowed: "`{groups: [{keys, count, spent, refunded}]}`, ordered by keys",
    edge: groups,
  },
  {
    name: "payment-types-once",
    does: "payment types of a user that are repeated count once",
    allowed: "`payment_types` (array of `bills|cards|reimbursements`)",
    edge: once,
  },
  {
    name: "member-left-out",
    does: "a topup of a budget has no `member`",
    allowed: "with `budget`, `member` and `can_decide`",
    edge: memberless,
  },
]
