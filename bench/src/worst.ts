import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startWaits } from "./waits.ts"

/**
 * Measures the most expensive requests, each as large as allowed: `node src/worst.ts`, optionally
 * with part of a name. Prints the latency of each, and how long other requests waited during it,
 * which is how long it held the event loop. Both are the minimum of five runs.
 */
const main = fileURLToPath(import.meta.resolve("outlay/bundle/main.js"))
const operator = "operator-token-of-a-bench"
const folder = mkdtempSync(join(tmpdir(), "outlay-worst-"))
const environment = {
  ...process.env,
  OUTLAY_DATABASE_URL: `sqlite:${join(folder, "worst.db")}`,
  OUTLAY_OPERATOR_TOKEN: operator,
  OUTLAY_PORT: "0",
  OUTLAY_RATE_LIMIT: "off",
}

const child = spawn(process.execPath, [main, "serve"], {
  env: environment,
  stdio: ["ignore", "pipe", "inherit"],
})
const port = await new Promise<number>((resolve, reject) => {
  child.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)))
  child.stdout.on("data", (text: Buffer) => {
    const found = /listening on http:\/\/[^:]+:(\d+)/u.exec(text.toString())
    if (found !== null) resolve(Number(found[1]))
  })
})

const size = 1_048_000

interface Case {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly body?: string
  readonly type?: string
  readonly fields?: string
}

/** Returns a body filled with a repeated text. */
const filling = (head: string, part: string, tail: string): string =>
  head +
  part.repeat(Math.floor((size - head.length - tail.length) / Buffer.byteLength(part))) +
  tail

const mark = "\u0315\u0300\u05ae\u0062\u0327"
const marks = (length: number): string => `a${"\u0315\u0300".repeat(length)}`.slice(0, length)
/** Returns letters with as many combining marks as allowed, in non-canonical order. */
const letters = (length: number): string =>
  `a${"\u0f73".repeat(30)}`.repeat(Math.ceil(length / 31)).slice(0, length)
const line = (over: object): string =>
  JSON.stringify({
    external_id: "x",
    transaction_type: "BILL",
    status: "CLEARED",
    auth_date: "2026-01-05T00:00:00Z",
    merchant_name: "x",
    amount: -1,
    ...over,
  })
const listOf = (item: object, many: number): string => {
  const text = JSON.stringify(item)
  const room = Math.min(many, Math.floor((size - 400) / (Buffer.byteLength(text) + 1)))
  return `[${Array(room).fill(text).join(",")}]`
}
const withList = (name: string, list: string): string => line({ [name]: "@" }).replace('"@"', list)

const record = "/operator/v1/businesses/1/transactions"
const item = { amount: 1, description: marks(500) }
const value = { field_name: marks(128), entry_text: marks(1_000) }

const bodies: ReadonlyArray<readonly [string, string]> = [
  ["one merchant name of marks", line({ merchant_name: marks(480_000) })],
  ["an external id of marks", line({ external_id: marks(480_000) })],
  ["an unmixed run of marks", line({ merchant_name: mark.repeat(100_000) })],
  ["marks in a thousand descriptions", withList("line_items", listOf(item, 1_000))],
  ["marks in a thousand values", withList("custom_fields", listOf(value, 1_000))],
  ["marks in a thousand attendees", withList("attendees", listOf(marks(128) as never, 1_000))],
  [
    "marked letters in descriptions",
    withList("line_items", listOf({ amount: 1, description: letters(500) }, 1_000)),
  ],
  [
    "marked letters in values",
    withList(
      "custom_fields",
      listOf({ field_name: letters(128), entry_text: letters(1_000) }, 1_000),
    ),
  ],
  [
    "as many wrong values as a body holds",
    withList(
      "line_items",
      `[${Array(49)
        .fill(`{"custom_fields":${listOf({}, 1_000)}}`)
        .join(",")}]`,
    ),
  ],
  [
    "as many values as a body holds",
    withList(
      "line_items",
      `[${Array(9)
        .fill(`{"amount":1,"custom_fields":${listOf({ field_name: "a", entry_text: "b" }, 990)}}`)
        .join(",")}]`,
    ),
  ],
  [
    "as many numbers as a body holds",
    `{"a":[${Array(49)
      .fill(`[${Array(1_000).fill("1234567890.1234567").join(",")}]`)
      .join(",")}]}`,
  ],
  ["numbers", filling('{"a":[', "1,", "1]}")],
  ["long numbers", filling('{"a":[', "1234567890.12345678901234567890,", "1]}")],
  ["one long number", filling('{"amount":', "7", "}")],
  ["one number of zeros", filling('{"amount":0.', "0", "1}")],
  ["numbers with exponents", filling('{"a":[', "1e-9999,", "1]}")],
  ["keys", `{${Array.from({ length: 95_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
  ["escaped keys", `{${Array.from({ length: 75_000 }, (_, n) => `"\\n${n}":1`).join(",")}}`],
  ["escaped texts", filling('{"a":[', '"\\n",', "1]}")],
  [
    "unknown fields, a thousand",
    line(
      Object.fromEntries(Array.from({ length: 990 }, (_, n) => [`${"k".repeat(1_000)}${n}`, 1])),
    ),
  ],
  ["empty lists", filling('{"a":[', "[],", "1]}")],
  ["empty objects", filling('{"a":[', "{},", "1]}")],
  ["lists of 900 lists", `{"a":${JSON.stringify(Array(900).fill(Array(500).fill(1)))}}`],
  ["wrong line items", withList("line_items", listOf({}, 1_000))],
  [
    "wrong values in line items",
    withList(
      "line_items",
      `[${Array(900)
        .fill(`{"amount":1,"custom_fields":[${Array(370).fill("{}").join(",")}]}`)
        .join(",")}]`,
    ),
  ],
  [
    "numbers in line items",
    withList(
      "line_items",
      `[${Array(900)
        .fill(`{"amount":1,"custom_fields":[${Array(570).fill("1").join(",")}]}`)
        .join(",")}]`,
    ),
  ],
  [
    "values in line items",
    withList(
      "line_items",
      `[${Array(900)
        .fill(`{"amount":1,"custom_fields":${listOf({ field_name: "a", entry_text: "b" }, 30)}}`)
        .join(",")}]`,
    ),
  ],
  ["brackets that never close", filling("", '{"a":[', "")],
  ["depth of 64, many times", filling("[", `${"[".repeat(60)}${"]".repeat(60)},`, "1]")],
  ["spaces", filling("{", " ", "}")],
  ["quotes and colons", filling("{", '"" : ', "}")],
]

const cases: ReadonlyArray<Case> = [
  ...bodies.map(([name, body]) => ({ name, method: "POST", path: record, body })),
  {
    name: "an e-mail of marks",
    method: "POST",
    path: "/operator/v1/businesses/1/users",
    body: JSON.stringify({ email: `${marks(480_000)}@x.y` }),
  },
  {
    name: "an import line of marks",
    method: "POST",
    path: `${record}/import`,
    type: "application/x-ndjson",
    body: line({ merchant_name: marks(480_000) }),
  },
  {
    name: "import lines of one brace",
    method: "POST",
    path: `${record}/import`,
    type: "application/x-ndjson",
    body: filling("", "{\n", ""),
  },
  {
    name: "import lines of nothing",
    method: "POST",
    path: `${record}/import`,
    type: "application/x-ndjson",
    body: filling("", "\n", ""),
  },
  {
    name: "a query of parameters",
    path: `${record.replace("/operator/v1", "/v2")}?${"a&".repeat(4_000)}`,
  },
  { name: "an Accept of commas", path: "/docs", fields: `Accept: ${",".repeat(15_000)}\r\n` },
  {
    name: "a type of semicolons",
    method: "POST",
    path: record,
    body: "{}",
    type: `a${";".repeat(15_000)}`,
  },
  { name: "GET /docs", path: "/docs" },
  { name: "GET /openapi.json", path: "/openapi.json" },
]

interface TimedResponse {
  readonly millis: number
  readonly status: string
}

const ask = (each: Case): Promise<TimedResponse> =>
  new Promise((resolve, reject) => {
    const { method = "GET", path, body = "", type = "application/json", fields = "" } = each
    const bytes = Buffer.from(body)
    const who = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${operator}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\n${who}${fields}`
    const about = body === "" ? "" : `Content-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n`
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(Buffer.concat([Buffer.from(`${head}${about}\r\n`), bytes]))
    })
    const started = performance.now()
    let respondedAt = started
    let text = ""
    socket.on("data", (chunk) => {
      if (text === "") respondedAt = performance.now()
      text += chunk.toString("latin1")
    })
    socket.on("error", reject)
    socket.on("close", () =>
      resolve({ millis: respondedAt - started, status: `${text.slice(9, 12)} ${codeOf(text)}` }),
    )
  })

const codeOf = (text: string): string => /"code":"(\w+)","request_id"/u.exec(text)?.[1] ?? ""

try {
  const only = process.argv[2]
  const made = await fetch(`http://127.0.0.1:${port}/operator/v1/businesses`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Worst", currency: "AUD" }),
  })
  if (!made.ok) throw new Error(await made.text())
  for (const each of cases) {
    if (only !== undefined && !each.name.includes(only)) continue
    const runs: Array<TimedResponse & { readonly waited: number }> = []
    for (let n = 0; n < 5; n++) {
      const waited = startWaits(port)
      const response = await ask(each)
      runs.push({ ...response, waited: await waited() })
    }
    const least = (of: (run: TimedResponse & { readonly waited: number }) => number) =>
      Math.min(...runs.map(of))
        .toFixed(1)
        .padStart(8)
    const figures = `${least((_) => _.millis)} ms, others ${least((_) => _.waited)} ms`
    process.stdout.write(`${figures}  ${each.name}: ${runs[0]?.status}\n`)
  }
} finally {
  child.kill("SIGTERM")
  await new Promise((resolve) => child.once("exit", resolve))
  rmSync(folder, { recursive: true })
}
