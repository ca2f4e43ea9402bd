import { type OperationId, operations } from "../../../interface/operations.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { canonical, idOf, need, recordOf } from "../steps.ts"
import { isLacking } from "./extensions.ts"
import {
  expectExactly,
  expectFirstAgain,
  expectProblem,
  expectStatus,
  peopleOf,
  pool,
  rowsOf,
  topUp,
  topup,
} from "./rows.ts"
import { unknownIds } from "./unknown-ids.ts"
import { changes, creations, listedChanges, removals, send } from "./writes.ts"

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

/** A body that differs from the request of the same key. */
const otherBody = (body: Json): Json => ({ ...body, name: "Another" })

const keys = async (trial: Trial) => {
  for (const write of creations(trial)) {
    const { operation } = write
    const first = need(trial, await send(trial, write, keyed(operation)), operation)
    const again = await send(trial, write, keyed(operation))
    expectExactly(trial, again, first.status, `${operation} again under its key`)
    expectFirstAgain(trial, [first, again], operation)
    const replayed = again.headers["idempotent-replayed"]
    trial.expect(replayed === "true", `${operation}: Idempotent-Replayed: true`, again.headers)
    if (write.body?.name === undefined) continue
    const other = await send(trial, { ...write, body: otherBody(write.body) }, keyed(operation))
    expectProblem(trial, other, 422, "idempotency_key_reused", `${operation}, another body`)
  }
}

const decidedOnce = async (trial: Trial) => {
  const { body } = need(trial, await topUp(trial, { ...topup, auto_approve: false }), "a topup")
  const path = { ...pool(trial), topup_id: String(body?.id) }
  const approve = () =>
    trial.business.call("topups.approve", { path, as: "clerk", ...keyed("approve") })
  const first = need(trial, await approve(), "topups.approve")
  const again = await approve()
  expectExactly(trial, again, first.status, "topups.approve again under its key")
  expectFirstAgain(trial, [first, again], "topups.approve")
}

const dry = { query: [["dry_run", "true"]] } as const

const dryWrites = async (trial: Trial) => {
  for (const write of creations(trial)) {
    const { operation } = write
    const tried = await send(trial, write, dry)
    const says = tried.headers["dry-run"]
    trial.expect(says === "true", `${operation}: Dry-Run: true`, tried)
    const done = await send(trial, write)
    expectExactly(trial, done, tried.status, `${operation} after its dry run`)
  }
  for (const [write, read, field] of changes(trial)) {
    const { path } = write
    const before = await recordOf(trial, read, { path })
    expectStatus(trial, await send(trial, write, dry), 200, `${write.operation}, dry`)
    const after = await recordOf(trial, read, { path })
    expectUnchanged(trial, `${field} is as before`, [before[field], after[field]])
  }
  for (const write of removals(trial)) {
    expectStatus(trial, await send(trial, write, dry), 204, `${write.operation}, dry`)
    expectStatus(trial, await send(trial, write), 204, `${write.operation} after its dry run`)
  }
}

const ifMatch = (value: string) => ({ headers: { "if-match": value } })

const matches = async (trial: Trial) => {
  for (const [write, read, field] of changes(trial)) {
    const { operation, path } = write
    const response = await trial.business.call(read, { path })
    const { etag = "" } = response.headers
    const stale = await send(trial, write, ifMatch('"other"'))
    expectStatus(trial, stale, 412, `${operation} with another tag`)
    const storedValue = (await recordOf(trial, read, { path }))[field]
    const before = canonical(response.body?.[field])
    trial.expect(
      canonical(storedValue) === before,
      `${operation}: ${field} is as before`,
      storedValue,
    )
    const done = await send(trial, write, ifMatch(`"other", ${etag}`))
    expectStatus(trial, done, 200, `${operation} with its tag among others`)
    const now = (await trial.business.call(read, { path })).headers["etag"]
    const returned = done.headers["etag"]
    const right = returned !== undefined && returned === now && returned !== etag
    trial.expect(right, `${operation} answers the tag that a read then has`, {
      returned,
      now,
      etag,
    })
    expectStatus(trial, await send(trial, write, ifMatch("*")), 200, `${operation} with *`)
  }
  for (const write of [...listedChanges(trial), ...removals(trial)]) {
    const stale = await send(trial, write, ifMatch('"other"'))
    expectStatus(trial, stale, 412, `${write.operation} with another tag`)
    const done = await send(trial, write)
    const status = operations[write.operation].method === "PATCH" ? 200 : 204
    expectStatus(trial, done, status, `${write.operation} without a tag`)
  }
}

/** An ETag covers everything that a record shows, including amounts. */
const amountsCount = async (trial: Trial) => {
  const path = pool(trial)
  const { etag = "" } = (await trial.business.call("budgets.get", { path })).headers
  expectStatus(trial, await topUp(trial), 200, "a topup")
  const now = (await trial.business.call("budgets.get", { path })).headers["etag"]
  trial.expect(now !== etag, "another tag after a topup", now)
  const call = { path, body: { name: "Changed" }, ...ifMatch(etag) }
  const late = await trial.business.call("budgets.update", call)
  expectStatus(trial, late, 412, "a change with the tag from before the topup")
}

const known = async (trial: Trial) => {
  const path = pool(trial)
  const { etag = "" } = (await trial.business.call("budgets.get", { path })).headers
  for (const value of ["*", `"other", ${etag}`, `W/${etag.replace(/^W\//u, "")}`]) {
    const headers = { "if-none-match": value }
    const response = await trial.business.call("budgets.get", { path, headers })
    expectStatus(trial, response, 304, `If-None-Match: ${value}`)
  }
}

/** Repeats each removal, and changes removed records. */
const removedAgain = async (trial: Trial) => {
  const before = [...changes(trial).map(([write]) => write), ...listedChanges(trial)]
  for (const write of removals(trial)) {
    const { operation } = write
    const removal = need(trial, await send(trial, write), operation)
    expectStatus(trial, removal, 204, operation)
    expectStatus(trial, await send(trial, write), 404, `${operation} again`)
    const change = before.find(({ operation: other, path }) => {
      const same = operation.split(".")[0] === other.split(".")[0]
      return same && canonical(path) === canonical(write.path)
    })
    if (change === undefined) continue
    expectStatus(trial, await send(trial, change), 404, `${change.operation} of what is removed`)
  }
  const [ann] = peopleOf(trial, "ann")
  for (const operation of ["budget-members.create", "budget-owners.create"] as const) {
    const response = await trial.business.call(operation, { path: pool(trial), body: ann })
    expectStatus(trial, response, 404, `${operation} of a deleted budget`)
  }
}

const every = Object.keys(operations) as ReadonlyArray<OperationId>
const hasBody = (operation: OperationId): boolean =>
  ["POST", "PATCH", "PUT"].includes(operations[operation].method) &&
  !/^topups\.(approve|decline|cancel)$/u.test(operation)

/** A request with unknown ids and an unknown parameter changes nothing. */
const unknownParameters = async (trial: Trial) => {
  const path = await unknownIds(trial)
  for (const operation of every) {
    const query = [["colour", "red"]] as const
    const body = hasBody(operation) ? { body: {} } : {}
    const response = await trial.business.call(operation, { path, query, ...body })
    if (await isLacking(trial, operation, response)) continue
    expectProblem(trial, response, 400, "unknown_parameter", `${operation}?colour=red`)
  }
}

const unknownFields = async (trial: Trial) => {
  const path = await unknownIds(trial)
  for (const operation of every.filter(hasBody)) {
    const body = { "no such field": 1 }
    const response = await trial.business.call(operation, { path, body })
    if (await isLacking(trial, operation, response)) continue
    expectProblem(trial, response, 400, "unknown_field", `${operation} with "no such field"`)
  }
  const budget = creations(trial).find(({ operation }) => operation === "budgets.create")
  const members = peopleOf(trial, "admin").map((one) => ({ ...one, colour: "red" }))
  const nested = await trial.business.call("budgets.create", { body: { ...budget?.body, members } })
  expectProblem(trial, nested, 400, "unknown_field", "a member with a field that there is not")
}

/** Valid requests with unknown ids: only these return 404. */
const shapeFirst = async (trial: Trial) => {
  const path = await unknownIds(trial)
  const writes = [
    ...creations(trial),
    ...changes(trial).map(([write]) => write),
    ...listedChanges(trial),
  ].filter((write) => Object.keys(write.path).length > 0)
  for (const { operation, body } of writes) {
    const call = (given: Json) => trial.business.call(operation, { path, body: given })
    expectStatus(trial, await call(body), 404, `${operation} of nothing`)
    const bad = await call({ ...body, colour: "red" })
    expectStatus(trial, bad, 400, `${operation} of nothing, with a field too many`)
  }
}

const patched = (trial: Trial) => {
  const { client_id, tokens } = trial.business
  const patch = (body: string, type = "application/json") =>
    trial.request("PATCH", `/v1/businesses/${client_id}/users/${idOf(trial, "users", "ann")}`, {
      headers: { authorization: `Bearer ${tokens["admin"]}`, "content-type": type },
      body,
    })
  return { patch, good: '{"payment_types":["bills"]}' }
}

const patchTypes = async (trial: Trial) => {
  const { patch, good } = patched(trial)
  expectStatus(trial, await patch(good, "text/plain"), 415, "PATCH as text")
  expectStatus(trial, await patch(good, "application/json;charset=UTF-8"), 200, "PATCH as UTF-8")
}

const patchKeys = async (trial: Trial) => {
  const { patch } = patched(trial)
  const twice = await patch('{"payment_types":["bills"],"payment_types":["cards"]}')
  expectProblem(trial, twice, 400, "malformed_json", "PATCH with a key twice")
}

/** Adding a former member or owner again responds like another creation. */
const reinstated = async (trial: Trial) => {
  const [ann] = peopleOf(trial, "ann")
  const path = pool(trial)
  for (const [add, remove, kind] of [
    ["budget-owners.create", "budget-owners.remove", "budget_owner_id"],
    ["budget-members.create", "budget-members.remove", "budget_member_id"],
  ] as const) {
    const known =
      kind === "budget_owner_id"
        ? String(need(trial, await trial.business.call(add, { path, body: ann }), add).body?.id)
        : idOf(trial, "budget_members", "pool.ann")
    need(trial, await trial.business.call(remove, { path: { ...path, [kind]: known } }), remove)
    const back = await trial.business.call(add, { path, body: ann })
    expectExactly(trial, back, 201, `${add} of one who was removed`)
  }
}

/** Checks of rules for every write that are not tested with the representative ones. */
export const everyWrite = checksOf("settled", [
  ...rowsOf("idempotency", [
    ["every-creation", "every creation under a key has one effect", keys],
    ["decision", "a decision under a key has one effect", decidedOnce],
  ]),
  ...rowsOf("dry-run", [["every-write", "every kind of write can be tried", dryWrites]]),
  ...rowsOf("etag", [
    ["every-write", "every kind of change heeds the tag that it is sent with", matches],
    ["amounts", "a tag changes with the amounts of a budget", amountsCount],
    ["known", "any of several tags, any record, and a weak tag are known", known],
  ]),
  ...rowsOf("deleted", [["again", "what is removed is not found again", removedAgain]]),
  ...rowsOf("unknown-input", [
    ["every-parameter", "no operation takes a parameter that it lacks", unknownParameters],
    ["every-field", "no body takes a field that it lacks", unknownFields],
  ]),
  ...rowsOf("order-of-checks", [
    ["writes", "every write is judged by its shape first", shapeFirst],
  ]),
  ...rowsOf("media-type", [["patch", "a PATCH is JSON, and says so", patchTypes]]),
  ...rowsOf("malformed-json", [["patch", "a PATCH has no key twice", patchKeys]]),
  ...rowsOf("successes", [["again", "who comes back is answered with 201", reinstated]]),
])
