import { createHash } from "node:crypto"
import { token, user } from "../../../interface/world/scenarios.ts"
import type { RoleSpec } from "../../../interface/world/spec.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { placeOf } from "../hardening/survival.ts"
import { idOf, recordsOf } from "../steps.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
import { expectStatus, office, pool, quotaLeft, rowsOf, variant } from "./rows.ts"

const path = "/tokens"

/** Creates a token of the business and returns its record with the secret. */
const made = async (trial: Trial, name: string, changes: Json = {}): Promise<Json> => {
  const body = { name, role_id: idOf(trial, "roles", "admin"), ...changes }
  const response = await askBeside(trial, "POST", path, { body })
  expectStatus(trial, response, 201, `the token ${name}`)
  const { id, token: secret } = response.body ?? {}
  const isWhole = (id ?? null) !== null && typeof secret === "string"
  trial.expect(isWhole, "id and token", response.body)
  return response.body
}

const listed = async (trial: Trial): Promise<ReadonlyArray<Json>> =>
  (await readBeside(trial, `${path}?limit=100`)).results ?? []

/** Sends a read with a secret: 200 if it is valid. */
const use = (trial: Trial, secret: string): Promise<Answer> =>
  trial.business.call("users.list", { as: { header: `Bearer ${secret}` } })

/** Returns the length of the common prefix of two secrets. */
const commonLength = (one: string, other: string): number => {
  const index = [...one].findIndex((letter, at) => letter !== other[at])
  return index < 0 ? one.length : index
}

const secrets = async (trial: Trial) => {
  await needBeside(trial, path)
  const both = [await made(trial, "one"), await made(trial, "two")]
  const [one = "", other = ""] = both.map(({ token: secret }) => String(secret))
  const common = commonLength(one, other)
  // 256 bits are 43 characters of base64url, and more in any simpler encoding.
  const random = [one, other].every((secret) => secret.length - common >= 40)
  trial.expect(common >= 3 && random, "a prefix, and 43 random characters", { common })
  const rows = await listed(trial)
  const text = JSON.stringify(rows)
  const ids = both.every(({ id }) => rows.some((row) => row.id === id))
  trial.expect(ids, "both are listed", rows.length)
  for (const secret of [one, other]) {
    const digest = createHash("sha256").update(secret).digest("hex")
    const isTold = text.includes(secret) || text.includes(digest)
    trial.expect(!isTold, "neither a secret nor its digest is listed", "it is listed")
  }
}

const timeoutMs = 20_000
const sleep = (milliseconds: number) =>
  new Promise<void>((over) => {
    setTimeout(over, milliseconds)
  })

const uses = async (trial: Trial) => {
  await needBeside(trial, path)
  const { id, token: secret } = await made(trial, "used")
  const record = async () => (await listed(trial)).find((row) => row.id === id) ?? {}
  // No sentence defines the name of the field.
  const name = Object.keys(await record()).find((one) => /use/iu.test(one) && one !== "user_id")
  if (name === undefined) trial.untestable("a token does not show when it was last used")
  const lastUse = async () => (await record())[name] ?? null
  trial.expect((await lastUse()) === null, "no last use before it is used", await lastUse())
  expectStatus(trial, await use(trial, secret), 200, "it is used")
  const until = performance.now() + timeoutMs
  while ((await lastUse()) === null && performance.now() < until) await sleep(250)
  trial.expect(typeof (await lastUse()) === "string", "the time of its last use", await lastUse())
}

const revoked = async (trial: Trial) => {
  await needBeside(trial, path)
  const { id, token: secret } = await made(trial, "revoked")
  expectStatus(trial, await use(trial, secret), 200, "a token")
  expectStatus(trial, await askBeside(trial, "DELETE", `${path}/${id}`), 204, "it is revoked")
  expectStatus(trial, await use(trial, secret), 401, "the token afterwards")
}

/** Lifetime of a token in milliseconds, and the time after which it has certainly expired. */
const life = 3_000
const margin = 250

const expired = async (trial: Trial) => {
  await needBeside(trial, path)
  // The lifetime ends by the target's own clock, which may differ from ours.
  const { created } = await made(trial, "clock")
  const receivedAt = performance.now()
  const expires_at = new Date(Date.parse(created) + life).toISOString()
  const { token: secret } = await made(trial, "short", { expires_at })
  await sleep(Math.max(0, receivedAt + life + margin - performance.now()))
  expectStatus(trial, await use(trial, secret), 401, "a token that expired")
  const { token: long } = await made(trial, "long", { expires_at: "2999-12-31T00:00:00.000Z" })
  expectStatus(trial, await use(trial, long), 200, "a token that has time")
}

const meanwhile = async (trial: Trial) => {
  const { client_id } = trial.business
  const { token: secret } = await trial.act("issue-token", { client_id, role: "admin" })
  const { host, prefix } = await placeOf(trial)
  const budget = `${prefix}/v1/businesses/${client_id}/budgets/${pool(trial).budget_id}`
  const body = JSON.stringify({ amount: 5.5, description: "Too late" })
  const head = [
    `POST ${budget}/topups HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ].join("\r\n")
  const connection = await trial.raw()
  try {
    await connection.send(`${head}\r\n\r\n${body.slice(0, -1)}`)
    // The first part has arrived once a request that was sent after it gets its response.
    await use(trial, secret)
    await trial.act("revoke-token", { client_id, token: secret })
    await connection.send(body.slice(-1))
    const { text } = await connection.receive({ until: /HTTP\/1\.[01] \d{3}/u })
    trial.expect(/^HTTP\/1\.[01] 401/u.test(text), "status 401", text.slice(0, 100))
  } finally {
    connection.close()
  }
  const topups = await recordsOf(trial, "topups.list", { path: pool(trial) })
  trial.expect(topups.length === 0, "no topup", topups.length)
}

/** Enough requests that the quota decreases even if it refills in the meantime. */
const burst = 20
/** The window may end, and the quota be full again, during the measurement. */
const attempts = 3

const covered = async (trial: Trial) => {
  const { call } = trial.business
  const first = await call("users.list")
  if (first.headers["ratelimit-policy"] === undefined) trial.untestable("it limits no rate")
  const seen: Array<ReadonlyArray<number>> = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = quotaLeft(await call("users.list"))
    const requests = Array.from({ length: burst }, () => call("transactions.list"))
    const between = Math.min(...(await Promise.all(requests)).map(quotaLeft))
    const after = quotaLeft(await call("users.list"))
    seen.push([before, between, after])
    // A second request of the first version takes one; those of the other version take the rest.
    if (between < before - 1 && after < before - 1) return
  }
  trial.expect(false, `${burst} requests of one version leave fewer to the other`, seen)
}

const named = [
  "users roles invites transactions budgets budget_members budget_owners topups statements",
  "balances custom_fields accounting_codes categories tax_rates webhooks policies audit",
].flatMap((text) => text.split(" "))
const all = new Set(named)
const setOf = (text: string) => new Set(text.split(" "))

/** Resources that cannot be written, so that no one needs a permission for it. */
const unwritten = setOf("roles statements balances tax_rates audit")

/** Resources that each role can read and write according to the settlement. */
const expectedRights: ReadonlyArray<readonly [RoleSpec, reads: Set<string>, writes: Set<string>]> =
  [
    ["admin", all, all],
    ["reader", all, setOf("custom_fields accounting_codes categories transactions")],
    [
      "manager",
      new Set(named.filter((one) => one !== "audit")),
      setOf("budgets budget_members budget_owners topups invites"),
    ],
    ["least", setOf("roles users budgets budget_members categories custom_fields"), new Set()],
  ]

const everybody = variant(
  "role-permissions",
  {},
  ...expectedRights.flatMap(([role]) => [
    user(`as-${role}`, { role }),
    token(`as-${role}`, { role }),
  ]),
)

const permissions = async (trial: Trial) => {
  const listed = await recordsOf(trial, "roles.list")
  for (const [role, reads, writes] of expectedRights) {
    const id = idOf(trial, "roles", role)
    const found = listed.find((row) => row.id === id)
    const held: ReadonlyArray<Json> = found?.permissions ?? []
    const may = (resource: string, isRead: boolean) =>
      held.some((one) => one.resource === resource && (one.action === "read") === isRead)
    const differing = named.filter(
      (one) =>
        may(one, true) !== reads.has(one) ||
        (may(one, false) !== writes.has(one) && !(role === "admin" && unwritten.has(one))),
    )
    const expected = `${role}: reads ${[...reads]}; writes ${[...writes]}`
    trial.expect(differing.length === 0, expected, { differing, held })
    if (role !== "reader") continue
    const actions = held.flatMap((one) => (one.resource === "transactions" ? [one.action] : []))
    const right = [...actions].sort().join() === "read,update"
    trial.expect(right, "an Accountant reads and updates transactions", actions)
  }
}

const issuing = rowsOf("token-meanwhile", [
  ["topup", "what a token began ends with it", meanwhile, office],
]).map((row) => ({ ...row, needs: ["issue-token", "revoke-token"] as const }))

export const credentials = checksOf("settled", [
  ...rowsOf("token-secret", [["each", "a secret is shown once", secrets]]),
  ...rowsOf("token-used", [
    ["last", "the last use of a token is recorded", uses],
    ["revoked", "a token can be revoked", revoked],
    ["expired", "a token can expire", expired],
  ]),
  ...issuing,
  ...rowsOf("limit-covers", [["versions", "both versions have one quota", covered]]),
  ...rowsOf("role-permissions", [["each", "what each role may", permissions, everybody]]),
])
