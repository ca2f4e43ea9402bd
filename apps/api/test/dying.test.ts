import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import Database from "better-sqlite3"
import { afterAll, beforeAll, expect, test } from "vitest"
import { bundled } from "../../../scripts/bundle.ts"
import { ended, workplace } from "./outlay.ts"
import { startService } from "./service.ts"

const here = workplace()
const file = here.path("dying.db")
afterAll(here.leave)

/** Number of requests to commit without a response, and number of concurrent requests. */
const tries = 500
const atOnce = 40

/** A request with its own idempotency key. */
interface Request {
  readonly n: number
  readonly kind: "topup" | "policy" | "transaction"
  readonly path: string
  readonly body: object
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly replayed: boolean
}

const operatorToken = "operator-token-of-a-test"
let client_id: number
let budget_id: string
let token: string

/** Amount of the n-th topup in cents. */
const cents = (n: number): number => (n % 97) + 1

const requestOf = (n: number): Request => {
  const own = `/v1/businesses/${client_id}`
  if (n % 4 === 0) {
    const body = { name: `Policy ${n}`, above_amount: 1_000_000 }
    return { n, kind: "policy", path: `${own}/policies`, body }
  }
  if (n % 4 === 1) {
    return {
      ...{ n, kind: "transaction", path: `/operator/v1/businesses/${client_id}/transactions` },
      body: {
        ...{ external_id: `e${n}`, transaction_type: "DEPOSIT_DIRECT_CREDIT", status: "CLEARED" },
        ...{ auth_date: "2026-03-01T00:00:00Z", merchant_name: "Bank", amount: cents(n) / 100 },
      },
    }
  }
  const body = { amount: cents(n) / 100, description: `Topup ${n}` }
  return { n, kind: "topup", path: `${own}/budgets/${budget_id}/topups`, body }
}

/** Sends a request; null if there was no response. */
const send = async (url: string, { n, kind, path, body }: Request): Promise<Answer | null> => {
  try {
    const response = await fetch(url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${kind === "transaction" ? operatorToken : token}`,
        "content-type": "application/json",
        "idempotency-key": `key-${n}`,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const replayed = response.headers.get("idempotent-replayed") === "true"
    return { status: response.status, text, replayed }
  } catch {
    return null
  }
}

const begin = async (): Promise<{
  readonly url: string
  readonly child: ChildProcess
  readonly arm: (commits: number) => Promise<void>
}> => {
  const program = await bundled(join(import.meta.dirname, "dying.ts"))
  const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const url = String((await lines.next()).value)
  return {
    url,
    child,
    arm: async (commits) => {
      child.stdin.write(`${commits}\n`)
      await lines.next()
    },
  }
}

beforeAll(async () => {
  const service = await startService(file)
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response
  const call = async (path: string, body: object, as = operatorToken): Promise<any> => {
    const response = await fetch(service.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
  const business = await call("/operator/v1/businesses", { name: "Mortals" })
  client_id = business.client_id
  const role_id = business.roles.find((_: { name: string }) => _.name === "Admin").id
  const of = `/operator/v1/businesses/${client_id}`
  const name = { first_name: "Ann", last_name: "Lee", email: "ann@example.com" }
  const user = await call(`${of}/users`, { ...name, role_id, payment_types: ["cards"] })
  token = (await call(`${of}/tokens`, { name: "Ann", role_id, user_id: user.id })).token
  const people = { members: [{ user: { id: user.id } }], owners: [{ user: { id: user.id } }] }
  const terms = { name: "Pot", reset_amount: 0, reset_period: "NEVER" }
  const limits = { has_member_limits: false, rollover_funds: false }
  const path = `/v1/businesses/${client_id}/budgets`
  budget_id = (await call(path, { ...terms, ...limits, ...people }, token)).id
  await service.stop()
})

/** Returns the final effects: how often each record exists, and the amount of the budget. */
const effects = () => {
  const db = new Database(file, { readonly: true })
  const names = (sql: string) => db.prepare(sql).pluck().all() as ReadonlyArray<string>
  const found = {
    topup: names("select description from topups order by 1"),
    policy: names("select name from policies order by 1"),
    transaction: names("select external_id from transactions order by 1"),
    available: db.prepare("select available_amount from budgets").pluck().get(),
    wallet: db.prepare("select balance from wallets").pluck().get(),
  }
  db.close()
  return found
}

test(`F-20 ${tries} requests killed between commit and response each have one effect`, async () => {
  let sent: ReadonlyArray<readonly [Request, Answer | null]> = []
  const all: Array<Request> = []
  const seen = { kills: 0, received: 0, committed: 0, lost: 0 }
  const again = async (url: string) => {
    const twice = async ([request, first]: (typeof sent)[number]) => {
      const second = await send(url, request)
      expect(second?.status).toBe(request.kind === "topup" ? 200 : 201)
      if (first !== null) expect(second).toEqual({ ...first, replayed: true })
      expect(await send(url, request)).toEqual({ ...second, replayed: true })
      if (first !== null) seen.received++
      else if (second?.replayed) seen.committed++
      else seen.lost++
    }
    await Promise.all(sent.map(twice))
  }
  while (seen.committed < tries) {
    const { url, child, arm } = await begin()
    await again(url)
    const { length } = all
    const round = Array.from({ length: atOnce }, (_, k) => requestOf(length + k))
    all.push(...round)
    await arm(1 + ((7 * seen.kills) % (atOnce - 1)))
    sent = await Promise.all(
      round.map(async (request) => [request, await send(url, request)] as const),
    )
    expect(await ended(child)).toBe("SIGKILL")
    seen.kills++
  }
  const { url, child } = await begin()
  await again(url)
  child.kill()
  await ended(child)
  process.stdout.write(`F-20 ${JSON.stringify(seen)}\n`)
  expect(seen.received + seen.committed + seen.lost).toBe(all.length)
  const of = (kind: Request["kind"]) => all.filter((request) => request.kind === kind)
  const sum = (requests: ReadonlyArray<Request>) =>
    requests.reduce((total, { n }) => total + cents(n), 0)
  expect(effects()).toEqual({
    topup: of("topup")
      .map(({ n }) => `Topup ${n}`)
      .toSorted(),
    policy: of("policy")
      .map(({ n }) => `Policy ${n}`)
      .toSorted(),
    transaction: of("transaction")
      .map(({ n }) => `e${n}`)
      .toSorted(),
    available: sum(of("topup")),
    wallet: sum(of("transaction")),
  })
  const database = ["--database-url", `sqlite:${file}`]
  expect(await here.document(["verify", ...database])).toMatchObject({ verified: true })
})
