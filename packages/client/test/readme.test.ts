import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const folder = join(import.meta.dirname, "..")
const readme = readFileSync(join(folder, "README.md"), "utf8")
const shown =
  /<!-- (?<file>\S+) -->\n```ts\n(?<code>[^`][\s\S]*?)```\n\n```text\n(?<output>[\s\S]*?)```\n/gu
const examples = [...readme.matchAll(shown)].map(({ groups = {} }) => groups)

const transaction = (merchant_name: string, amount: number) => ({ merchant_name, amount })
const pageOf = (results: ReadonlyArray<object>, next: string | null = null) => ({
  count: 3,
  next,
  previous: null,
  results,
})
const refused = (code: string) => ({ type: "/docs", title: "T", status: 400, detail: "D.", code })

/** Returns the response of a service to a request of the examples, by method and URL. */
const responseOf = (method: string, url: URL, body: string): readonly [number, unknown] | null => {
  const path = url.pathname.replace(/^\/v[12]\/businesses\/7\//u, "")
  const line = `${method} ${path.replace(/[0-9a-f-]{36}/u, "B")}${url.search}`
  const cleared = "?min_auth_date=2026-11-01&status=CLEARED"
  switch (line) {
    case "POST budgets/B/topups": {
      const { amount } = JSON.parse(body)
      return amount < 0
        ? [400, refused("insufficient_funds")]
        : [200, { amount, status: "APPROVED" }]
    }
    case `GET transactions${cleared}`:
      return [200, pageOf([transaction("Harbour Kitchen", -42.5), transaction("Rail", -3.2)], next)]
    case `GET transactions${cleared}&${next}`:
      return [200, pageOf([transaction("Perth Taxis", -18.75)])]
    case "GET budgets/B":
      return [200, { name: "Travel" }]
    case "PATCH budgets/B":
      return [200, { name: JSON.parse(body).name }]
    case "GET users":
      return [200, pageOf([{ name: "Ann Lee" }, { name: "Bo Tan" }])]
    case "DELETE users/12":
      return [400, refused("last_budget_owner")]
    default:
      return null
  }
}

const next = "offset=2&limit=2"
const unknown: Array<string> = []
let server: Server
let url = ""

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("")
    const { method = "", headers } = request
    const found = responseOf(method, new URL(request.url ?? "", "http://a"), body)
    const isOurs = headers.authorization === "Bearer outlay_test"
    const isCurrent = method !== "PATCH" || headers["if-match"] === '"e1"'
    if (found === null || !isOurs || !isCurrent) unknown.push(`${method} ${request.url}`)
    const [status, json] = found ?? [500, {}]
    response.writeHead(status, { "Content-Type": "application/json", ETag: '"e1"' })
    response.end(JSON.stringify(json))
  }).listen(0, "127.0.0.1")
  await new Promise((resume) => server.once("listening", resume))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

describe("the README's examples print what it shows", () => {
  test("there are two", () => {
    expect(examples.map(({ file }) => file)).toEqual(["examples/effect.ts", "examples/promise.ts"])
  })

  test.each(examples)("$file", async ({ file = "", code, output }) => {
    expect(code).toBe(readFileSync(join(folder, file), "utf8"))
    const env = { ...process.env, OUTLAY_URL: url, OUTLAY_TOKEN: "outlay_test" }
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, file)], { env })
    expect(stdout).toBe(output)
    expect(unknown).toEqual([])
  })
})
