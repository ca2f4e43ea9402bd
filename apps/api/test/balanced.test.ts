import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  hasPostgres,
  leftOut,
  newDatabase,
} from "../../../packages/postgres-storage/test/server.ts"
import { freePort } from "../../../scripts/ports.ts"
import { until } from "../../../scripts/until.ts"
import { makeBusiness } from "./business.ts"
import { ended, root, watched, workplace } from "./outlay.ts"

const hasHaproxy = spawnSync("haproxy", ["-v"]).error === undefined
const config = readFileSync(join(root, "ops/haproxy/haproxy.cfg"), "utf8")

/** The published configuration, with local processes instead of those of Docker. */
const configFor = (port: number, urls: ReadonlyArray<string>): string =>
  config
    .replace(/^resolvers [\s\S]*?\n\n/mu, "")
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace(
      /server-template .*/u,
      urls.map((url, n) => `server process${n} ${new URL(url).host}`).join("\n  "),
    )

const operatorToken = "operator-token-of-a-test"
const place = workplace()
let processes: ReadonlyArray<ChildProcess>
let balancer: ChildProcess
let url: string

const begin = async (databaseUrl: string): Promise<readonly [ChildProcess, string]> => {
  const child = place.begin(["serve", "--port", "0"], {
    OUTLAY_DATABASE_URL: databaseUrl,
    OUTLAY_OPERATOR_TOKEN: operatorToken,
    OUTLAY_RATE_LIMIT: "off",
    OUTLAY_PROXIES: "1",
  })
  const text = watched(child)
  const address = await until(
    "a process listens",
    () => /listening on (http:\S+)/u.exec(text.out) ?? false,
  )
  return [child, address[1] ?? ""]
}

const start = async (): Promise<void> => {
  // Long timeouts, so that a slow machine causes no errors.
  const patience = "lock_timeout=600000&statement_timeout=0&lost_after=600000"
  const database = `${await newDatabase()}?${patience}`
  const began = await Promise.all([begin(database), begin(database)])
  processes = began.map(([child]) => child)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  writeFileSync(
    place.path("haproxy.cfg"),
    configFor(
      port,
      began.map(([, address]) => address),
    ),
  )
  balancer = spawn("haproxy", ["-db", "-f", place.path("haproxy.cfg")], { stdio: "ignore" })
  await until("the balancer answers", async () => {
    const response = await fetch(`${url}/livez`).catch(() => null)
    return response?.ok === true
  })
}

const stop = async (): Promise<void> => {
  for (const child of processes ?? []) child.kill("SIGTERM")
  balancer?.kill("SIGTERM")
  await Promise.all((processes ?? []).map(ended))
  place.leave()
}

/** Sends a request, and retries it with the same key after a 5xx response or none. */
const careful = async (path: string, token: string, key: string, body: object) => {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(body),
    }).catch(() => null)
    if (response !== null && response.status < 500) return { status: response.status, tries }
    if (tries === 200) throw new Error(`no answer to ${key}: ${response?.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A budget without funds in a new business, and the token of its owner. */
const aBudget = async () => {
  const { client_id, params, person } = await makeBusiness({ url, operatorToken })
  const { id, token, as } = await person("Ann")
  const budget = await as.budgets.create({
    params,
    body: {
      ...{ name: "Pot", reset_amount: 0, reset_period: "NEVER" },
      ...{ has_member_limits: false, rollover_funds: false },
      ...{ members: [{ user: { id } }], owners: [{ user: { id } }] },
    },
  })
  return { token, params: { client_id, budget_id: budget.id } }
}

const whole = () => {
  test("metrics are not public", async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test("a process killed under load causes no lost or duplicate write", async () => {
    const { params, token } = await aBudget()
    const path = `/v1/businesses/${params.client_id}/budgets/${params.budget_id}/topups`
    const writes = 300
    let received = 0
    const responses = await Promise.all(
      Array.from({ length: writes }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, 5 * n))
        const response = await careful(path, token, `key-${n}`, { amount: 1, description: `${n}` })
        received++
        if (received === writes / 3) processes[0]?.kill("SIGKILL")
        return response
      }),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(processes[0]?.signalCode).toBe("SIGKILL")
    const client = makeClient({ baseUrl: url, token }).promise
    expect((await client.budgets.get({ params })).available_amount).toBe(writes)
    expect((await client.topups.list({ params })).count).toBe(writes)
  })
}

if (hasPostgres && hasHaproxy) {
  describe("two processes behind HAProxy", () => {
    beforeAll(start)
    afterAll(stop)
    whole()
  })
} else {
  const missing = hasPostgres ? "left out: HAProxy is not installed" : leftOut
  test(missing, () => expect(hasPostgres && hasHaproxy).toBe(false))
}
