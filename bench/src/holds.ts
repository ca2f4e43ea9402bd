import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { operatorToken, outlay } from "./processes.ts"
import { startWaits } from "./waits.ts"

/**
 * Measures how long the largest units of work delay other requests: `node src/holds.ts`, optionally
 * with numbers of members. Creates a business with that many users and a budget of all of them, and
 * then makes each change that affects all members, while a client requests `/livez` continuously.
 * Prints the milliseconds of each change and the longest wait, after the waits of an idle service
 * for comparison.
 */
const sizes = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), "outlay-holds-"))
const service = await outlay(join(folder, "holds.db"))

/** Sends a request and returns its response. Throws the response unless it is a success. */
const send = async <T>(
  method: string,
  path: string,
  body?: object | string,
  token = operatorToken,
): Promise<T> => {
  const type = typeof body === "string" ? "application/x-ndjson" : "application/json"
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === "" ? null : JSON.parse(text)) as T
}

const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const longest = startWaits(service.port)
  const began = performance.now()
  const result = await work()
  const took = performance.now() - began
  const held = await longest()
  console.error(`${held.toFixed(1).padStart(8)} ms of ${took.toFixed(0).padStart(6)} ms  ${name}`)
  return result
}

interface Named {
  readonly id: number
}

interface Business {
  readonly client_id: number
  readonly roles: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** Returns a transaction of January as a line of an import. */
const line = (n: number): string =>
  JSON.stringify({
    ...{ external_id: `line-${n}`, transaction_type: "BILL", status: "CLEARED", amount: -n / 100 },
    ...{ auth_date: `2026-01-${String((n % 31) + 1).padStart(2, "0")}T10:00:00Z` },
    merchant_name: `Merchant ${n % 400}`,
    line_items: [{ amount: n / 200, description: `The first half of ${n}` }],
  })

const measure = async (members: number): Promise<void> => {
  console.log(`${members} members`)
  const { client_id, roles } = await send<Business>("POST", "/operator/v1/businesses", {
    name: `Business of ${members}`,
    currency: "AUD",
  })
  const operators = `/operator/v1/businesses/${client_id}`
  const role_id = roles.find(({ name }) => name === "Admin")?.id
  const { token } = await send<{ token: string }>("POST", `${operators}/tokens`, {
    name: "holds",
    role_id,
  })
  const ask = <T>(method: string, path: string, body?: object): Promise<T> =>
    send<T>(method, path, body, token)
  const users: Array<Named> = []
  const invite = async (from: number): Promise<void> => {
    for (let n = from; n < members; n += 20) {
      users.push(
        await send<Named>("POST", `${operators}/users`, {
          first_name: `User ${n}`,
          last_name: "Lee",
          email: `user-${n}@example.com`,
          role_id,
          payment_types: ["cards"],
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => invite(n)))
  await measured("nothing", () => new Promise((resolve) => setTimeout(resolve, 1_000)))
  const budgets = `/v1/businesses/${client_id}/budgets`
  const person = (id: number) => ({ user: { id } })
  const first = users.slice(0, 10)
  const budget = await ask<Named>("POST", budgets, {
    name: "All of them",
    reset_amount: 10_000,
    reset_period: "MONTHLY",
    has_member_limits: false,
    rollover_funds: false,
    members: first.map(({ id }) => person(id)),
    owners: first.slice(0, 1).map(({ id }) => person(id)),
  })
  const path = `${budgets}/${budget.id}`
  const add = async (from: number): Promise<void> => {
    for (let n = from; n < users.length; n += 20) {
      await ask("POST", `${path}/members`, person(users[n]?.id ?? 0))
    }
  }
  await measured("members added one by one", () =>
    Promise.all(Array.from({ length: 20 }, (_, n) => add(10 + n))),
  )
  await measured("member limits turned on", () => ask("PATCH", path, { has_member_limits: true }))
  await measured("member limits turned off", () => ask("PATCH", path, { has_member_limits: false }))
  await measured("member limits turned on again", () =>
    ask("PATCH", path, { has_member_limits: true }),
  )
  await measured("another cadence", () => ask("PATCH", path, { reset_period: "WEEKLY" }))
  await measured("budget deleted", () => ask("DELETE", path))
  const lines = Array.from({ length: members }, (_, n) => line(n)).join("\n")
  await measured(`${members} transactions imported`, () =>
    send("POST", `${operators}/transactions/import`, lines),
  )
  for (const format of ["csv", "xlsx"]) {
    await measured(`exported as ${format}`, () =>
      ask("POST", `/v1/businesses/${client_id}/exports`, {
        format,
        ...{ start_date: "2026-01-01", end_date: "2026-01-31" },
      }),
    )
  }
}

try {
  for (const size of sizes.length === 0 ? [1_000, 3_000, 10_000] : sizes) await measure(size)
} finally {
  await service.stop()
  rmSync(folder, { recursive: true })
}
