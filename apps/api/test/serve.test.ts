import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  statSync,
  symlinkSync,
  writeSync,
} from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, outlayProcess, document, begin, path } = here
afterAll(here.leave)

let token = ""
const operator = "operator-secret-0123456789"

beforeAll(async () => {
  await document(["migrate"])
  await document(["business", "create", "Harbour"])
  token = (await document(["token", "create", "Test", "--business", "1"])).token
})

/** Waits for the line that the service prints. */
const ready = async (child: ChildProcess) => {
  const text = watched(child)
  await until("the service prints its line", () => {
    if (child.exitCode !== null) throw new Error(text.err)
    return text.out.includes("\n")
  })
  return { text }
}

/** Starts the service. Returns its URL and process. */
const serving = async (args: ReadonlyArray<string> = []) => {
  const child = begin(["serve", "--port", "0", ...args], { OUTLAY_OPERATOR_TOKEN: operator })
  const exit = ended(child)
  const { text } = await ready(child)
  const url = /^outlay listening on (http:\/\/127\.0\.0\.1:\d+)\n$/u.exec(text.out)?.[1]
  if (url === undefined) throw new Error(`"${text.out}" is not the one line`)
  const ask = (path: string, init: RequestInit = {}, secret = token) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    })
  return { child, url, text, exit, ask }
}

test("the service serves, counts, and stops on a signal with an empty log", async () => {
  const { child, ask, exit, text, url } = await serving()
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await ask("/v1/businesses/1/users")).status).toBe(200)
  expect((await ask("/v1/businesses/1/users", {}, "outlay_wrong")).status).toBe(401)
  const body = JSON.stringify({ name: "Second" })
  const made = await ask("/operator/v1/businesses", { method: "POST", body }, operator)
  expect(made.status).toBe(201)
  const set = await ask("/operator/v1/clock", { method: "PUT", body: "{}" }, operator)
  expect(set.status).toBe(404)
  const figures = await (await fetch(`${url}/metrics`)).text()
  expect(figures).toMatch(/^outlay_storage_commits_total [1-9]/mu)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
  expect(
    existsSync(path("data/outlay.db-wal")) && statSync(path("data/outlay.db-wal")).size > 0,
  ).toBe(false)
  expect((await document(["business", "list"])).length).toBe(2)
  const listed = await document(["token", "list", "--business", "1"])
  expect(listed[0].last_used_at).not.toBeNull()
  for (const secret of [token, operator]) expect(text.out + text.err).not.toContain(secret)
})

/** Waits until the service accepts no more requests. */
const stopping = async (url: string): Promise<void> => {
  const status = () =>
    fetch(`${url}/readyz`).then(
      (_) => _.status,
      () => 503,
    )
  await until("the service takes no more", async () => (await status()) !== 200)
}

test("a pending request gets its response before the service stops", async () => {
  const { child, url, exit } = await serving()
  const headers = {
    authorization: `Bearer ${operator}`,
    "content-type": "application/json",
    expect: "100-continue",
  }
  const sent = request(`${url}/operator/v1/businesses`, { method: "POST", headers })
  sent.flushHeaders()
  await once(sent, "continue")
  child.kill("SIGINT")
  await stopping(url)
  sent.end(JSON.stringify({ name: "In time" }))
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  response.resume()
  expect([response.statusCode, response.headers.connection]).toEqual([201, "close"])
  expect(await exit).toBe(0)
  const names = (await document(["business", "list"])).map((_: { name: string }) => _.name)
  expect(names).toContain("In time")
})

test("an address or database in use is reported in a sentence", async () => {
  const { child, url, exit } = await serving()
  const port = new URL(url).port
  const elsewhere = ["--database-url", "sqlite:elsewhere.db"]
  const { code, err } = await outlay(["serve", "--port", port, ...elsewhere])
  expect(code).toBe(5)
  const other = "stop what uses it, or choose another port with --port."
  expect(err).toBe(`outlay: 127.0.0.1:${port} is in use: ${other}\n`)
  const ports = ["--port", "0", "--metrics-port", port]
  const withMetrics = await outlay(["serve", ...ports, ...elsewhere])
  expect(withMetrics.err).toBe(
    `outlay: 127.0.0.1:${port} is in use: ${other.replace("--", "--metrics-")}\n`,
  )
  await document(["backup", "kept.db"])
  const restored = await outlay(["restore", "kept.db", "--force"])
  expect(restored.code).toBe(5)
  expect(restored.err).toContain("stop the service first")
  child.kill("SIGINT")
  expect(await exit).toBe(0)
})

test("only one process serves a database, and others are refused while it runs", async () => {
  const refused = "is served by another process: stop that one first, or serve another database."
  symlinkSync(path("data/outlay.db"), path("linked.db"))
  const rounds: ReadonlyArray<NodeJS.Signals> = ["SIGKILL", "SIGTERM", "SIGKILL"]
  for (const signal of rounds) {
    const run = signal === "SIGTERM" ? outlayProcess : outlay
    const second = (...args: ReadonlyArray<string>) => run([...args, "--port", "0"])
    const { child, ask, exit } = await serving()
    const results = await Promise.all([
      second("serve"),
      second("serve", "--database-url", "sqlite:linked.db"),
      second("start"),
    ])
    for (const { code, out, err } of results) {
      expect({ code, out }).toEqual({ code: 5, out: "" })
      expect(err).toMatch(/^outlay: The database [^\n]+\n$/u)
      expect(err).toContain(refused)
    }
    expect((await ask("/v1/businesses/1/users")).status).toBe(200)
    child.kill(signal)
    expect(await exit).toBe(signal === "SIGKILL" ? "SIGKILL" : 0)
  }
  const { child, exit } = await serving()
  const commands = [
    ["business", "list"],
    ["token", "create", "Beside", "--business", "1"],
    ["business", "create", "Beside"],
    ["verify"],
    ["migrate"],
    ["backup", `beside-${child.pid}.db`],
  ]
  for (const command of commands) expect((await outlay(command)).code).toBe(0)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
  expect(statSync(path("data/outlay.db-serving")).size).toBe(0)
})

/** Creates a budget that resets each month, with the first user of the business. */
const withBudget = async (ask: Awaited<ReturnType<typeof serving>>["ask"]) => {
  const post = async (path: string, body: object, secret?: string) => {
    const made = await ask(path, { method: "POST", body: JSON.stringify(body) }, secret)
    const response = await made.json()
    expect(made.status, JSON.stringify(response)).toBe(201)
    return response
  }
  const roles = (await (await ask("/v1/businesses/1/roles")).json()) as {
    readonly results: ReadonlyArray<{ readonly id: string }>
  }
  const person = { first_name: "Ada", last_name: "Byron", email: "ada@example.test" }
  const rest = { role_id: roles.results[0]?.id, payment_types: ["cards"] }
  const { id } = (await post(
    "/operator/v1/businesses/1/users",
    { ...person, ...rest },
    operator,
  )) as {
    readonly id: number
  }
  await post("/v1/businesses/1/budgets", {
    ...{ name: "Kitchen", reset_amount: 10, reset_period: "MONTHLY" },
    ...{ has_member_limits: false, rollover_funds: false },
    ...{ members: [{ user: { id } }], owners: [{ user: { id } }] },
  })
}

test("setting the sandbox clock closes a period without any request", async () => {
  const { child, ask, exit } = await serving(["--sandbox"])
  await withBudget(ask)
  const put = (now: string, query = "") =>
    ask(`/operator/v1/clock${query}`, { method: "PUT", body: JSON.stringify({ now }) }, operator)
  expect((await put("2060-01-31T23:59:50Z", "?dry_run=true")).status).toBe(200)
  const far = await put("2060-01-31T23:59:50Z")
  expect(await far.json()).toEqual({ now: "2060-01-31T23:59:50.000Z" })
  const back = await put("2059-01-01T00:00:00Z")
  const refused = (await back.json()) as { readonly code: string }
  expect([back.status, refused.code]).toEqual([400, "clock_backwards"])
  const resets = async () => {
    const listed = await ask("/v1/businesses/1/events?type=budget.period_reset")
    return ((await listed.json()) as { readonly count: number }).count
  }
  const before = await resets()
  expect((await put("2060-02-01T00:00:01Z")).status).toBe(200)
  await expect.poll(resets, { interval: 200 }).toBeGreaterThan(before)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
})

test("a misspelt variable is named in the log, without its value", async () => {
  const child = begin(["serve", "--port", "0"], { OUTLAY_OPERATOR_TOKN: "operator-secret" })
  const exit = ended(child)
  const { text } = await ready(child)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
  expect(text.err).toContain(
    "OUTLAY_OPERATOR_TOKN has no effect. Did you mean OUTLAY_OPERATOR_TOKEN?",
  )
  expect(text.err).not.toContain("operator-secret")
})

test("metrics can have a separate port", async () => {
  const child = begin(["serve", "--port", "0", "--metrics-port", "0"])
  const exit = ended(child)
  const { text } = await ready(child)
  const metrics = await fetch(`${/http\S+/u.exec(text.out)?.[0]}/metrics`)
  expect(metrics.status).toBe(404)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
})

test("a damaged database stops the service, which reports it and exits with 5", async () => {
  const url = "sqlite:damaged.db"
  copyFileSync(path("data/outlay.db"), path("damaged.db"))
  const { child, ask, exit, text } = await serving(["--database-url", url])
  const file = openSync(path("damaged.db"), "r+")
  const { size } = statSync(path("damaged.db"))
  writeSync(file, Buffer.alloc(size - 8192, 0xff), 0, size - 8192, 8192)
  closeSync(file)
  await ask("/v1/businesses/1/users").catch(() => null)
  expect(await exit).toBe(5)
  const [line, ...others] = text.err
    .trimEnd()
    .split("\n")
    // The request that found it has its own log entry.
    .filter((_) => _.includes("the service stopped"))
  expect(others).toEqual([])
  expect(JSON.parse(line ?? "")).toMatchObject({
    level: "FATAL",
    message: expect.stringMatching(/^Storage failed and the service stopped: .+ Restart it\.$/u),
  })
  expect(child.signalCode).toBeNull()
})
