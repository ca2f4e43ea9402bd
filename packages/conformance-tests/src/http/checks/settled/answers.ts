import type { OperationId } from "../../../interface/operations.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, recordOf, recordsOf } from "../steps.ts"
import {
  expectExactly,
  expectProblem,
  expectStatus,
  lists,
  memberOf,
  newBudget,
  newInvite,
  pool,
  rowsOf,
  topUp,
  topup,
} from "./rows.ts"

const fragments = async (trial: Trial) => {
  const page = async (offset: number, limit: number) => {
    const query = [
      ["offset", offset],
      ["limit", limit],
    ] as const
    const { body } = await trial.business.call("users.list", { query })
    return body
  }
  const { count } = await page(0, 1)
  const cases: ReadonlyArray<readonly [number, number, string | null, string | null]> = [
    [0, 500, null, null],
    [0, 20, "offset=20&limit=20", null],
    [20, 20, "offset=40&limit=20", "offset=0&limit=20"],
    [30, 50, count > 80 ? "offset=80&limit=50" : null, "offset=0&limit=50"],
    [count - 1, 1, null, `offset=${count - 2}&limit=1`],
  ]
  for (const [offset, limit, next, previous] of cases) {
    const body = await page(offset, limit)
    trial.expect(
      body?.next === next && body?.previous === previous,
      `offset ${offset}, limit ${limit} of ${count}: next ${next}, previous ${previous}`,
      { next: body?.next, previous: body?.previous },
    )
  }
}

const bounds = async (trial: Trial) => {
  const bad = [
    ["offset", "-1"],
    ["limit", "0"],
    ["limit", "501"],
    ["limit", "5.5"],
  ] as const
  for (const [operation, path] of lists(trial)) {
    for (const query of bad) {
      const response = await trial.business.call(operation, { path, query: [query] })
      expectStatus(trial, response, 400, `${operation}?${query.join("=")}`)
    }
  }
}

const pastTheEnd = async (trial: Trial) => {
  const ask = (query: ReadonlyArray<readonly [string, string]>) =>
    trial.business.call("users.list", { query })
  const { body: whole } = await ask([])
  const response = await ask([["offset", "100000"]])
  expectStatus(trial, response, 200, "an offset past the end")
  trial.expect(
    response.body.results?.length === 0 && response.body.count === whole.count,
    `nothing of ${whole.count}`,
    response,
  )
  const previous = new URLSearchParams(String(response.body.previous))
  const { body } = await ask([...previous])
  trial.expect(body?.results?.length > 0, "the page before has records", response.body.previous)
}

type Order = (a: Json, b: Json) => number

const text = (a: unknown, b: unknown) =>
  String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
const byId: Order = (a, b) =>
  /^\d+$/u.test(String(a.id)) ? Number(a.id) - Number(b.id) : text(a.id, b.id)
export const ascending: Order = (a, b) => text(a.created, b.created) || byId(a, b)
export const newest =
  (field: string): Order =>
  (a, b) =>
    text(b[field], a[field])

export const ordered = (records: ReadonlyArray<Json>, order: Order) =>
  records.every((record, index) => index === 0 || order(records[index - 1], record) <= 0)

const orders = async (trial: Trial) => {
  const user_id = idOf(trial, "users", "user-05")
  const budget_id = idOf(trial, "budgets", "many-topups")
  const lists: ReadonlyArray<readonly [OperationId, { readonly [name: string]: string }, Order]> = [
    ["users.list", {}, ascending],
    ["users.budget-members", { user_id }, ascending],
    ["budgets.list", {}, ascending],
    ["invites.list", {}, ascending],
    ["categories.list", {}, ascending],
    ["accounting-codes.list", {}, ascending],
    ["custom-fields.list", {}, ascending],
    ["budget-members.list", { budget_id }, ascending],
    ["transactions.list", {}, newest("auth_date")],
    ["topups.list", { budget_id }, newest("created")],
  ]
  for (const [operation, path, order] of lists) {
    const records = await recordsOf(trial, operation, { path })
    trial.expect(ordered(records, order), `${operation} is in its order`, records.slice(0, 3))
    const again = await recordsOf(trial, operation, { path })
    const ids = (rows: ReadonlyArray<Json>) => rows.map((row) => row.id).join()
    trial.expect(ids(again) === ids(records), `${operation} has the same order again`, ids(again))
  }
}

/** In pages of three, each of which must continue where the one before it ended. */
const eventsInOrder = async (trial: Trial) => {
  const { client_id, tokens } = trial.business
  const sequences: Array<unknown> = []
  for (let count = 1; sequences.length < count; ) {
    const response = await trial.request(
      "GET",
      `/v1/businesses/${client_id}/events?limit=3&offset=${sequences.length}`,
      { headers: { authorization: `Bearer ${tokens["admin"]}` } },
    )
    expectStatus(trial, response, 200, "a page of events")
    const rows: ReadonlyArray<Json> = response.body?.results ?? []
    if (rows.length === 0) return trial.expect(false, `${response.body?.count} events`, sequences)
    sequences.push(...rows.map(({ sequence }) => sequence))
    count = Math.min(response.body.count, 30)
  }
  trial.expect(
    sequences.every((sequence, index) => sequence === index + 1),
    "1, 2, 3, … without a gap",
    sequences,
  )
}

const successes = async (trial: Trial) => {
  const { call } = trial.business
  const made = async (operation: OperationId, body: Json, path = {}) => {
    const response = await call(operation, { path, body })
    expectExactly(trial, response, 201, operation)
    return String(response.body?.id)
  }
  const removed = async (operation: OperationId, path: { readonly [name: string]: string }) => {
    const response = await call(operation, { path })
    expectExactly(trial, response, 204, operation)
    trial.expect(response.text === "", `${operation} has no body`, response)
  }
  expectExactly(trial, await topUp(trial), 200, "topups.create")
  const member = await call("member-topups.create", { path: memberOf(trial, "ann"), body: topup })
  expectExactly(trial, member, 200, "member-topups.create")
  const user_id = idOf(trial, "users", "ann")
  const update = await call("users.update", { path: { user_id }, body: {} })
  expectExactly(trial, update, 200, "users.update")
  const invite_id = await made("invites.create", newInvite(trial))
  await removed("invites.cancel", { invite_id })
  const budget_id = await made("budgets.create", newBudget(trial))
  const user = { user: { id: Number(user_id) } }
  const budget_owner_id = await made("budget-owners.create", user, { budget_id })
  await removed("budget-owners.remove", { budget_id, budget_owner_id })
  const custom_field_id = await made("custom-fields.create", {
    name: "Region",
    field_type: "LIST",
    budget_setting: "SOME",
  })
  const option_id = await made("custom-field-options.create", { text: "W" }, { custom_field_id })
  await removed("custom-field-options.remove", { custom_field_id, option_id })
  await made("custom-field-budgets.create", { budget: budget_id }, { custom_field_id })
  await removed("custom-field-budgets.remove", { custom_field_id, budget_id })
  await removed("custom-fields.remove", { custom_field_id })
  const accounting_code_id = await made("accounting-codes.create", { code: "9", name: "Nine" })
  await removed("accounting-codes.remove", { accounting_code_id })
  const category_id = await made("categories.create", { name: "Nine" })
  await removed("categories.remove", { category_id })
  await removed("budgets.remove", { budget_id })
}

const methods = async (trial: Trial) => {
  const { client_id, tokens } = trial.business
  const headers = { authorization: `Bearer ${tokens["admin"]}` }
  const users = `/v1/businesses/${client_id}/users`
  const cases = [
    ["PUT", users, ["GET"]],
    ["PATCH", `/v1/businesses/${client_id}/balance`, ["GET"]],
    ["POST", `${users}/${idOf(trial, "users", "ann")}`, ["DELETE", "GET", "PATCH"]],
  ] as const
  for (const [method, path, allowed] of cases) {
    const response = await trial.request(method, path, { headers })
    expectStatus(trial, response, 405, `${method} ${path}`)
    const allow = (response.headers["allow"] ?? "").split(/,\s*/u)
    trial.expect(
      allowed.every((one) => allow.includes(one)) && !allow.includes(method),
      `Allow names ${allowed.join(", ")}`,
      allow,
    )
  }
  const image = { ...headers, accept: "image/png" }
  expectStatus(trial, await trial.request("GET", users, { headers: image }), 406, "an image")
}

const deleted = async (trial: Trial) => {
  const { call } = trial.business
  const user = { user_id: idOf(trial, "users", "cat") }
  const budget = pool(trial)
  expectStatus(trial, await call("users.remove", { path: user }), 204, "users.remove")
  expectStatus(trial, await call("budgets.remove", { path: budget }), 204, "budgets.remove")
  for (const response of [
    await call("users.get", { path: user }),
    await call("budgets.get", { path: budget }),
  ]) {
    expectStatus(trial, response, 200, "a deleted record by its id")
    trial.expect(response.body?.is_deleted === true, "it says that it is deleted", response)
  }
  for (const response of [
    await call("users.remove", { path: user }),
    await call("users.update", { path: user, body: {} }),
    await call("budgets.remove", { path: budget }),
    await call("budgets.update", { path: budget, body: { name: "Other" } }),
    await topUp(trial),
  ]) {
    expectStatus(trial, response, 404, "a write to a deleted record")
  }
}

const isProblem = (response: Answer): boolean => {
  const { body, headers, status } = response
  const text = ["type", "title", "detail", "code", "request_id"]
  return (
    /^application\/problem\+json\b/u.test(headers["content-type"] ?? "") &&
    text.every((name) => typeof body?.[name] === "string" && body[name] !== "") &&
    body.status === status &&
    /^[a-z]+(_[a-z0-9]+)*$/u.test(body.code) &&
    body.request_id === headers["x-request-id"] &&
    (body.errors === undefined || Array.isArray(body.errors))
  )
}

const problems = async (trial: Trial) => {
  const { call, client_id } = trial.business
  const refusals = [
    await call("users.list", { as: { header: null } }),
    await call("users.list", { path: { client_id: "999999999" } }),
    await call("topups.create", { path: pool(trial), body: topup, as: "least" }),
    await call("users.get", { path: { user_id: "999999999" } }),
    await call("users.list", { query: [["limit", "0"]] }),
    await topUp(trial, { amount: -1_000_000, description: "a" }),
    await trial.request("GET", "/v1/nothing"),
    await trial.request("PUT", `/v1/businesses/${client_id}/users`),
  ]
  for (const response of refusals) {
    const { headers, body } = response
    const expected = "application/problem+json with type, title, status, detail, code, request_id"
    const lines = {
      "content-type": headers["content-type"],
      "x-request-id": headers["x-request-id"],
    }
    trial.expect(isProblem(response), expected, { ...lines, body: body ?? response.text }, [
      response,
    ])
    const [page = ""] = String(body.type).split("#")
    const type = await trial.request("GET", page, { headers: { accept: "text/html, */*" } })
    const isRead = type.status === 200 || (type.status > 300 && type.status < 309)
    trial.expect(isRead, `its type ${body.type} can be read`, type)
  }
}

const everyFault = async (trial: Trial) => {
  const response = await topUp(trial, { amount: "x", colour: "red" })
  const errors: ReadonlyArray<Json> = response.body?.errors ?? []
  // An error of a missing or unknown field may point to the object; its detail then names the
  // field.
  const isNamed = ({ pointer, code, detail }: Json, name: string) =>
    pointer === `/${name}` ||
    (name !== "amount" && pointer === "" && `${code} ${detail}`.includes(name))
  const fields = ["amount", "description", "colour"]
  trial.expect(
    response.status < 500 && fields.every((name) => errors.some((error) => isNamed(error, name))),
    `faults at ${fields.map((name) => `/${name}`).join(", ")}`,
    response,
  )
  const query = [
    ["limit", "0"],
    ["offset", "x"],
    ["colour", "red"],
  ] as const
  const listResponse = await trial.business.call("users.list", { query })
  const parameters = (listResponse.body?.errors ?? []).map((error: Json) => error.parameter)
  const names = query.map(([name]) => name)
  trial.expect(
    names.every((name) => parameters.includes(name)),
    `faults of each parameter: ${names.join(", ")}`,
    listResponse,
  )
}

const permission = async (trial: Trial) => {
  const response = await topUp(trial, topup, { as: "least" })
  expectProblem(trial, response, 403, "permission_denied", "a topup with a token of the least role")
  // `instance` is the request path and `type` a page, so they do not count as naming it.
  const problem = JSON.stringify({ ...response.body, instance: null, type: null })
  const isNamed = /topups/u.test(problem) && /create/u.test(problem)
  trial.expect(isNamed, "it names the permission: topups, create", response)
}

/** One of several challenges may have another scheme; scheme names are case-insensitive. */
const challenges = /(?:^|,\s*)Bearer\b/iu
export const challengesToken = /(?:^|,\s*)Bearer\b.*\berror="invalid_token"/iu

const challenge = async (trial: Trial) => {
  const ask = async (header: string | null) => {
    const response = await trial.business.call("users.list", { as: { header } })
    expectStatus(trial, response, 401, String(header))
    return response.headers["www-authenticate"] ?? ""
  }
  const none = await ask(null)
  const isPlain = challenges.test(none) && !/\berror\s*=/u.test(none)
  trial.expect(isPlain, "WWW-Authenticate: Bearer, and no error", none)
  const wrong = await ask("Bearer nobody-knows-this-token")
  const title = 'WWW-Authenticate: Bearer error="invalid_token"'
  trial.expect(challengesToken.test(wrong), title, wrong)
}

const roles = async (trial: Trial) => {
  const listed = await recordsOf(trial, "roles.list")
  const lasting = listed.filter((role) => role.is_deletable === false)
  trial.expect(
    lasting.length === 4,
    "four roles that cannot be deleted",
    listed.map(({ name, is_deletable }) => ({ name, is_deletable })),
  )
  const admin = listed.find((role) => role.id === idOf(trial, "roles", "admin"))
  const every = new Set(
    listed.flatMap((role) =>
      role.permissions.map(({ resource, action }: Json) => `${resource} ${action}`),
    ),
  )
  trial.expect(
    admin?.permissions.length === every.size,
    "the admin's has every permission",
    admin?.permissions.length,
  )
  const again = await recordOf(trial, "users.get", {
    path: { user_id: idOf(trial, "users", "admin") },
  })
  trial.expect(again.role === admin.name, "users show the name of their role", again)
}

export const answers = checksOf("settled", [
  ...rowsOf("fragments", [["users", "pages name the next and the previous", fragments, "alpha"]]),
  ...rowsOf("bounds", [["lists", "every list refuses offsets and limits out of bounds", bounds]]),
  ...rowsOf("past-the-end", [["users", "past the end there is nothing", pastTheEnd, "alpha"]]),
  ...rowsOf("order", [
    ["lists", "every list has its order, twice the same", orders, "alpha"],
    ["events", "events are numbered without a gap, and listed so", eventsInOrder],
  ]),
  ...rowsOf("successes", [["writes", "each kind of success has its status", successes]]),
  ...rowsOf("methods", [["paths", "methods that a path lacks are refused by 405", methods]]),
  ...rowsOf("deleted", [["users-budgets", "deleted records are read, never written", deleted]]),
  ...rowsOf("problems", [
    ["bodies", "every refusal is a problem with a type that can be read", problems],
    ["every-fault", "every fault is listed, not only the first", everyFault],
  ]),
  ...rowsOf("challenge", [["users", "401 carries its challenge", challenge]]),
  ...rowsOf("permission", [["topup", "a missing permission is named", permission]]),
  ...rowsOf("roles", [["new", "a business is born with four roles", roles]]),
])
