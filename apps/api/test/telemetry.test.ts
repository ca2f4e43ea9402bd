import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { version } from "../src/version.ts"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { document, begin } = here
const operator = "operator-secret-0123456789"

interface Value {
  readonly stringValue?: string
  readonly intValue?: string | number
  readonly doubleValue?: number
}
interface Attribute {
  readonly key: string
  readonly value: Value
}

/** A collector for OTLP/JSON: stores every body by path. */
const bodies = new Map<string, Array<string>>()
let collector: Server
let collectorUrl = ""
let token = ""

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    const path = request.url ?? ""
    bodies.set(path, [...(bodies.get(path) ?? []), text])
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  collectorUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  await document(["migrate"])
  await document(["business", "create", "Harbour"])
  token = (await document(["token", "create", "Test", "--business", "1"])).token
})
afterAll(() => {
  collector.close()
  here.leave()
})

/** Serves, sends the requests and stops. Returns the log. */
const run = async (variables: Readonly<Record<string, string>>) => {
  const child = begin(["serve", "--port", "0"], { OUTLAY_OPERATOR_TOKEN: operator, ...variables })
  const exit = ended(child)
  const text = watched(child)
  await expect.poll(() => text.out).toContain("listening")
  const url = /http:\S+/u.exec(text.out)?.[0]
  const authorization = `Bearer ${token}`
  await fetch(`${url}/v1/businesses/1/users?limit=7`, { headers: { authorization } })
  await fetch(`${url}/v1/businesses/1/users?token=${token}`)
  await fetch(`${url}/${token}`)
  child.kill("SIGTERM")
  expect(await exit).toBe(0)
  return text.err
}

const valuesOf = (attributes: ReadonlyArray<Attribute>) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? "")]),
  )

const decoded = (path: string) => (bodies.get(path) ?? []).map((text) => JSON.parse(text))

test("a collector receives spans, metrics and logs of requests, without secrets", async () => {
  await run({ OUTLAY_OTLP_URL: collectorUrl, OUTLAY_ACCESS_LOG: "true" })
  const traces = decoded("/v1/traces").flatMap(({ resourceSpans }) => resourceSpans)
  const resource = valuesOf(traces[0].resource.attributes)
  expect(resource).toMatchObject({ "service.name": "outlay", "service.version": version })
  const spans = traces.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  expect(spans.map(({ name }) => name)).toEqual(["users.list", "users.list", "GET other"])
  expect(valuesOf(spans[0].attributes)).toMatchObject({
    "http.route": "/v1/businesses/{client_id}/users",
    "http.response.status_code": "200",
    "outlay.operation": "users.list",
    "outlay.client_id": "1",
  })
  const status = spans[0].attributes.find((_: Attribute) => _.key === "http.response.status_code")
  expect(Object.keys(status.value)).toEqual(["intValue"])
  const metrics = decoded("/v1/metrics").flatMap(({ resourceMetrics }) => resourceMetrics)
  const all = metrics.flatMap(({ scopeMetrics }) => scopeMetrics).flatMap((_) => _.metrics)
  const durations = all.filter(({ name }) => name === "http.server.request.duration")
  expect(durations.at(-1).histogram.dataPoints.length).toBe(3)
  expect(durations.at(-1).unit).toBe("s")
  const logs = decoded("/v1/logs").flatMap(({ resourceLogs }) => resourceLogs)
  const records = logs.flatMap(({ scopeLogs }) => scopeLogs).flatMap((_) => _.logRecords)
  expect(records.map(({ attributes }) => valuesOf(attributes)["operation"])).toContain("users.list")
  const sent = [...bodies.values()].flat().join("\n")
  for (const secret of [token, operator]) expect(sent).not.toContain(secret)
})

test("the access log has a flat line for each request, without path or query", async () => {
  const lines = (await run({ OUTLAY_ACCESS_LOG: "true" })).trim().split("\n")
  const requests = lines.map((line) => JSON.parse(line)).filter((_) => _.message === "request")
  expect(requests).toMatchObject([
    { level: "INFO", operation: "users.list", client_id: 1, status: 200, method: "GET" },
    { operation: "users.list", client_id: 1, status: 401 },
    { operation: null, path: null, client_id: null, status: 404 },
  ])
  expect(lines.join("\n")).not.toContain(token)
  expect(lines.join("\n")).not.toMatch(/fiberId|"spans"|"annotations"/u)
})

test("telemetry is off by default: nothing is sent, and no request is logged", async () => {
  bodies.clear()
  expect(await run({})).not.toContain("request_id")
  expect([...bodies.keys()]).toEqual([])
})

test("an unavailable collector does not stop the service", async () => {
  expect(await run({ OUTLAY_OTLP_URL: "http://127.0.0.1:1" })).not.toContain("FATAL")
})
