import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { canonical, idOf, recordOf, recordsOf } from "../steps.ts"
import {
  expectExactly,
  expectFirstAgain,
  expectProblem,
  expectStatus,
  isOfKind,
  limited,
  memberOf,
  newBudget,
  newInvite,
  pool,
  quotaLeft,
  rowsOf,
  topUp,
  topup,
} from "./rows.ts"

const requestIds = async (trial: Trial) => {
  const ask = (headers = {}) => trial.business.call("users.list", { headers })
  const own = await ask({ "x-request-id": "check-0001" })
  trial.expect(
    own.headers["x-request-id"] === "check-0001",
    "X-Request-Id: check-0001, as it was sent",
    own,
  )
  const ids = await Promise.all([ask(), ask(), ask()])
  const given = ids.map((response) => response.headers["x-request-id"])
  trial.expect(
    given.every(Boolean) && new Set(given).size === 3,
    "X-Request-Id of three answers, all different",
    given,
  )
  const odd = await ask({ "x-request-id": "a b<script>" })
  const requestId = odd.headers["x-request-id"]
  trial.expect(
    requestId !== undefined && requestId !== "a b<script>",
    "an X-Request-Id, and not the one that was sent: a b<script>",
    requestId,
  )
  const refused = await trial.request("GET", "/v1/nothing")
  trial.expect(Boolean(refused.headers["x-request-id"]), "X-Request-Id on a refusal, too", refused)
}

const noStore = async (trial: Trial) => {
  const { call } = trial.business
  for (const response of [
    await call("users.list"),
    await call("balances.get"),
    await topUp(trial),
    await call("users.get", { path: { user_id: "999999999" } }),
    await call("users.list", { as: { header: null } }),
  ]) {
    const value = response.headers["cache-control"] ?? ""
    trial.expect(/\bno-store\b/u.test(value), "Cache-Control: no-store", response)
  }
}

const tags = async (trial: Trial) => {
  const { call } = trial.business
  const reads: ReadonlyArray<readonly [Parameters<typeof call>[0], { [name: string]: string }]> = [
    ["users.get", { user_id: idOf(trial, "users", "ann") }],
    ["budgets.get", pool(trial)],
    ["budget-members.get", memberOf(trial, "ann")],
    ["custom-fields.get", { custom_field_id: idOf(trial, "custom_fields", "project") }],
  ]
  for (const [operation, path] of reads) {
    const { headers } = await call(operation, { path })
    const tag = headers["etag"]
    if (tag === undefined) {
      return trial.expect(false, `${operation} carries an ETag`, headers)
    }
    const again = await call(operation, { path, headers: { "if-none-match": tag } })
    expectStatus(trial, again, 304, `${operation} with the tag that it has`)
    trial.expect(again.text === "", "304 has no body", again.text)
    const other = await call(operation, { path, headers: { "if-none-match": '"other"' } })
    expectStatus(trial, other, 200, `${operation} with another tag`)
  }
}

const matches = async (trial: Trial) => {
  const { call } = trial.business
  const path = pool(trial)
  const tag = (await call("budgets.get", { path })).headers["etag"] ?? ""
  const change = (name: string, match: string) =>
    call("budgets.update", { path, body: { name }, headers: { "if-match": match } })
  expectStatus(trial, await change("Other", '"other"'), 412, "PATCH with another tag")
  const before = await recordOf(trial, "budgets.get", { path })
  trial.expect(before.name === "Budget pool", "name Budget pool, as before", before.name)
  const renamed = await change("Renamed", tag)
  expectStatus(trial, renamed, 200, "PATCH with the tag that it has")
  const { headers } = await call("budgets.get", { path })
  trial.expect(
    headers["etag"] !== undefined && headers["etag"] === renamed.headers["etag"],
    "PATCH answers the tag that a read then has",
    { patched: renamed.headers["etag"], read: headers["etag"] },
  )
  expectStatus(trial, await change("Again", tag), 412, "PATCH with the tag that it had")
  const remove = (match: string) => call("budgets.remove", { path, headers: { "if-match": match } })
  expectStatus(trial, await remove(tag), 412, "DELETE with the tag that it had")
  const now = (await call("budgets.get", { path })).headers["etag"] ?? ""
  expectStatus(trial, await remove(now), 204, "DELETE with the tag that it has")
}

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })
const countOf = async (trial: Trial) =>
  (await recordsOf(trial, "topups.list", { path: pool(trial) })).length

const replay = async (trial: Trial) => {
  const first = await topUp(trial, topup, keyed("one"))
  expectStatus(trial, first, 200, "a topup under a key")
  const again = await topUp(trial, topup, keyed("one"))
  expectStatus(trial, again, 200, "the same again")
  expectFirstAgain(trial, [first, again], "the same again")
  const replayed = again.headers["idempotent-replayed"]
  trial.expect(replayed === "true", "Idempotent-Replayed: true", again.headers)
  trial.expect((await countOf(trial)) === 1, "one topup", await countOf(trial))
  const other = await topUp(trial, { ...topup, amount: 6 }, keyed("one"))
  expectExactly(trial, other, 422, "another amount under the key")
  expectProblem(trial, other, 422, "idempotency_key_reused", "another amount under the key")
  expectStatus(trial, await topUp(trial, topup, keyed("two")), 200, "the same under another key")
  trial.expect((await countOf(trial)) === 2, "two topups", await countOf(trial))
}

const scopes = async (trial: Trial) => {
  const { call } = trial.business
  expectStatus(trial, await topUp(trial, topup, keyed("one")), 200, "a topup under a key")
  const path = memberOf(trial, "ann")
  const elsewhere = await call("member-topups.create", { path, body: topup, ...keyed("one") })
  expectStatus(trial, elsewhere, 200, "another path under the key")
  const clerk = await topUp(trial, topup, { ...keyed("one"), as: "clerk" })
  expectStatus(trial, clerk, 200, "another token under the key")
  trial.expect(clerk.headers["idempotent-replayed"] === undefined, "it is no replay", clerk.headers)
  trial.expect((await countOf(trial)) === 2, "two topups of the pool", await countOf(trial))
}

const spellings = async (trial: Trial) => {
  const { admin = "" } = trial.business.tokens
  const first = await topUp(trial, topup, keyed("spelled"))
  expectStatus(trial, first, 200, "a topup under a key")
  for (const header of [`bearer ${admin}`, `BEARER  ${admin}`]) {
    const again = await topUp(trial, topup, { ...keyed("spelled"), as: { header } })
    const scheme = header.split(" ", 1)[0]
    expectStatus(trial, again, 200, `the same again with the scheme ${scheme}`)
    expectFirstAgain(trial, [first, again], header.split(" ", 1)[0] ?? "")
  }
  trial.expect((await countOf(trial)) === 1, "one topup", await countOf(trial))
}

const longKeys = async (trial: Trial) => {
  expectStatus(trial, await topUp(trial, topup, keyed("k".repeat(255))), 200, "255 characters")
  expectStatus(trial, await topUp(trial, topup, keyed("k".repeat(256))), 400, "256 characters")
}

const together = async (trial: Trial) => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => topUp(trial, topup, keyed("together"))),
  )
  const lawful = responses.every(({ status }) => status === 200 || isOfKind(status, 409))
  trial.expect(
    lawful && responses.some(({ status }) => status === 200),
    "each is answered 200, or 409 or the like while another runs",
    responses.map(({ status }) => status),
  )
  trial.expect((await countOf(trial)) === 1, "one topup", await countOf(trial))
}

const refusedFirst = async (trial: Trial) => {
  const bad = await topUp(trial, { amount: "x" }, keyed("one"))
  expectStatus(trial, bad, 400, "a topup refused for its shape")
  expectStatus(trial, await topUp(trial, topup, keyed("one")), 200, "put right under the same key")
}

const quoted = async (trial: Trial) => {
  expectStatus(trial, await topUp(trial, topup, keyed("one")), 200, "a bare key")
  const again = await topUp(trial, topup, keyed('"one"'))
  trial.expect(again.headers["idempotent-replayed"] === "true", "a quoted key is the same", again)
  const overdraft = { amount: -1_000_000, description: "Travel" }
  expectStatus(trial, await topUp(trial, overdraft, keyed("two")), 400, "a topup against a rule")
  expectStatus(trial, await topUp(trial, topup, keyed("two")), 200, "put right under its key")
}

/** Enough concurrent requests that the quota decreases even if it refills over time. */
const burst = 20

const rates = async (trial: Trial) => {
  const ask = () => trial.business.call("users.list")
  const { headers } = await ask()
  const policy = headers["ratelimit-policy"]
  if (policy === undefined) return trial.untestable("the target limits no rate")
  trial.expect(
    /^"default";q=\d+;w=\d+$/u.test(policy),
    'RateLimit-Policy: "default";q=<number>;w=<number>',
    policy,
  )
  const left = (await Promise.all(Array.from({ length: burst }, ask))).map(quotaLeft)
  const falls = !left.includes(Number.NaN) && new Set(left).size > 1
  trial.expect(falls, `fewer left after some of ${burst} requests than after others`, left)
}

/** State of the business that a dry run must not change. */
const everything = async (trial: Trial) => {
  const lists = ["users.list", "budgets.list", "invites.list", "categories.list"] as const
  const all = await Promise.all(lists.map((operation) => recordsOf(trial, operation)))
  const topups = await recordsOf(trial, "topups.list", { path: pool(trial) })
  const members = await recordsOf(trial, "budget-members.list", { path: limited(trial) })
  const events = await trial.request(
    "GET",
    `/v1/businesses/${trial.business.client_id}/events?limit=1`,
    { headers: { authorization: `Bearer ${trial.business.tokens["admin"]}` } },
  )
  return canonical([all, topups, members, events.body?.count])
}

const dry = [["dry_run", "true"]] as const

const dryRuns = async (trial: Trial) => {
  const { call } = trial.business
  const before = await everything(trial)
  const user_id = idOf(trial, "users", "ann")
  const writes: ReadonlyArray<readonly [what: string, status: number, answer: Answer]> = [
    ["a topup", 200, await topUp(trial, topup, { query: dry })],
    ["an invite", 201, await call("invites.create", { body: newInvite(trial), query: dry })],
    ["a budget", 201, await call("budgets.create", { body: newBudget(trial), query: dry })],
    ["a category", 201, await call("categories.create", { body: { name: "New" }, query: dry })],
    [
      "a user's change",
      200,
      await call("users.update", { path: { user_id }, body: { payment_types: [] }, query: dry }),
    ],
    ["a user's removal", 204, await call("users.remove", { path: { user_id }, query: dry })],
    ["a budget's removal", 204, await call("budgets.remove", { path: pool(trial), query: dry })],
    ["a bad topup", 400, await topUp(trial, { amount: "x" }, { query: dry })],
    [
      "a topup below zero",
      400,
      await topUp(trial, { ...topup, amount: -1_000_000 }, { query: dry }),
    ],
  ]
  for (const [what, status, response] of writes) {
    expectStatus(trial, response, status, `${what}, dry`)
    const says = response.headers["dry-run"]
    trial.expect(status >= 400 || says === "true", `${what}: Dry-Run: true`, response.headers, [
      response,
    ])
  }
  expectUnchanged(trial, "nothing is kept", [before, await everything(trial)])
}

const dryAnswers = async (trial: Trial) => {
  const shown = ({ body }: Answer): Json => {
    const { id: _, created: __, updated: ___, actioned_on: ____, ...rest } = body ?? {}
    return canonical(rest)
  }
  const first = await topUp(trial, topup, { query: dry, ...keyed("dry") })
  const then = await topUp(trial, topup, keyed("dry"))
  const title = "the dry run is answered as the write itself"
  expectUnchanged(trial, title, [shown(then), shown(first)])
  const replayed = then.headers["idempotent-replayed"]
  trial.expect(replayed === undefined, "the dry run used no key", then.headers)
}

export const headers = checksOf("settled", [
  ...rowsOf("request-id", [["every", "every answer has an id of its own", requestIds]]),
  ...rowsOf("no-store", [["every", "nothing under a business is to be stored", noStore]]),
  ...rowsOf("etag", [
    ["if-none-match", "a record that is known is not sent again", tags],
    ["if-match", "a record that changed meanwhile is not overwritten", matches],
  ]),
  ...rowsOf("idempotency", [
    ["replay", "one key has one effect, and one answer", replay],
    ["scope", "a key belongs to its token, method and path", scopes],
    ["spelling", "a credential is the same however its field is spelt", spellings],
    ["length", "a key has at most 255 characters", longKeys],
    ["together", "twenty at once under one key have one effect", together],
  ]),
  ...rowsOf("idempotency.refused", [["shape", "a refusal uses up no key", refusedFirst]]),
  ...rowsOf("idempotency-quoted", [["topup", "a quoted key is the bare one", quoted]]),
  ...rowsOf("rate-limit", [["users", "what is left of the quota is told", rates]]),
  ...rowsOf("dry-run", [
    ["kept", "a dry run answers like the write, and keeps nothing", dryRuns],
    ["answer", "a dry run shows what the write then does, and uses no key", dryAnswers],
  ]),
])
