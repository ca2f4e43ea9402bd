import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ask, post, raw, statusOf } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
let toy: Toy
beforeAll(async () => {
  // Node checks every 2 s if the header fields are late, and an idle connection gets no response.
  toy = await start({ bodyTimeout: 300, headersTimeout: 300, idleTimeout: 30_000 })
})
afterAll(() => toy.stop())
beforeEach(() => {
  toy.state.notes = [1, 2, 3].map((id) => ({ id, text: `note ${id}` }))
})

const host = "Host: localhost\r\n"
const token = "Authorization: Bearer outlay_writer\r\n"
const close = "Connection: close\r\n"
const json = "Content-Type: application/json\r\n"
const get = (target: string, fields = "") =>
  `GET ${target} HTTP/1.1\r\n${host}${token}${close}${fields}\r\n`
const send = (fields: string, body: string) =>
  `POST ${notes} HTTP/1.1\r\n${host}${token}${json}${fields}\r\n${body}`
const smuggledBody = `Content-Length: 12\r\n\r\n{"text":"!"}`
const smuggled = `POST ${notes} HTTP/1.1\r\n${host}${token}${json}${smuggledBody}`

describe("framing", () => {
  test.each<readonly [string, string]>([
    ["length and chunks", send("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n`)],
    ["two lengths", send("Content-Length: 0\r\nContent-Length: 12\r\n", "")],
    ["a list of lengths", send("Content-Length: 0, 12\r\n", "")],
    ["a signed length", send("Content-Length: +0\r\n", "")],
    ["a hex length", send("Content-Length: 0x0\r\n", "")],
    ["an unknown coding", send("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
    ["chunked that is not last", send("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n")],
    ...[
      "gzip, chunked",
      "chunked, chunked",
      "identity",
      "identity, chunked",
      "",
      "chunked;q=1",
    ].map(
      (coding) =>
        [`the coding "${coding}"`, send(`Transfer-Encoding: ${coding}\r\n`, "0\r\n\r\n")] as const,
    ),
    ...["GZip , Chunked", "\tgzip,chunked ", "trailers, chunked"].map(
      (coding) =>
        [`the coding "${coding}"`, send(`transfer-encoding:${coding}\r\n`, "0\r\n\r\n")] as const,
    ),
    [
      "two Transfer-Encoding fields",
      send("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    ],
    [
      "chunks in HTTP/1.0",
      send("Transfer-Encoding: chunked\r\n", "0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0"),
    ],
    ["a bad chunk size", send("Transfer-Encoding: chunked\r\n", "zz\r\n\r\n")],
    ["a folded field", get(notes, "X-Fold: a\r\n b\r\n")],
    ["a bare line feed", `GET ${notes} HTTP/1.1\n${host}${token}\n`],
    ["a NUL in a field", get(notes, "X-Nul: a\u0000b\r\n")],
    ["a bare carriage return", get(notes, "X-Cr: a\rb\r\n")],
    ["a space before the colon", get(notes, "X-Space : a\r\n")],
    ["a field without a name", get(notes, ": a\r\n")],
    ["no Host", `GET ${notes} HTTP/1.1\r\n${token}${close}\r\n`],
  ])("F-27 %s: 400, closed, and no smuggled request runs", async (_, bytes) => {
    const response = await raw(toy, bytes + smuggled)
    expect(statusOf(response)).toBe(400)
    expect(response).toContain("application/problem+json")
    expect(response.match(/HTTP\/1\.1 /gu)).toHaveLength(1)
    expect(toy.state.notes).toHaveLength(3)
  })

  test("nothing is accepted after a response that closes the connection", async () => {
    const first = `GET ${notes} HTTP/1.1\r\n${host}${token}${"X-A: 1\r\n".repeat(101)}\r\n`
    const response = await raw(toy, first + smuggled)
    expect(response.match(/HTTP\/1\.1 /gu)).toHaveLength(1)
    expect(statusOf(response)).toBe(431)
    expect(response).toContain("Cache-Control: no-store")
    expect(toy.state.notes).toHaveLength(3)
  })

  test.each(["chunked", "Chunked", " CHUNKED "])("the coding %s is accepted", async (coding) => {
    const body = `c\r\n{"text":"a"}\r\n0\r\n\r\n`
    const response = await raw(toy, send(`${close}Transfer-Encoding:${coding}\r\n`, body))
    expect(statusOf(response)).toBe(201)
  })

  test.each([
    ["F-28 two Host fields", get(notes, "Host: other\r\n"), 400],
    ["F-29 two Authorization fields", get(notes, "Authorization: Bearer x\r\n"), 400],
    ["two Idempotency-Key fields", get(notes, "Idempotency-Key: a\r\nIdempotency-Key: b\r\n"), 400],
    ["F-30 an absolute target", get(`http://localhost${notes}`), 400],
    ["F-30 //", get(`/${notes}`), 404],
    ["F-30 // inside", get("/v1//businesses/7/notes"), 404],
    ["F-30 /../", get("/v1/businesses/8/../7/notes"), 404],
    ["F-30 %2e%2e", get("/v1/businesses/8/%2e%2e/7/notes"), 404],
    ["F-30 %2f", get("/v1/businesses%2f7/notes"), 404],
    ["F-30 an encoded digit", get("/v1/businesses/%37/notes"), 403],
    ["F-30 ;param", get("/v1/businesses/7;x=1/notes"), 403],
    ["F-30 %00", get(`${notes}/1%00`), 404],
    ["F-30 %zz", get(`${notes}/%zz`), 404],
    ["F-30 %zz in the query", get(`${notes}?status=%zz`), 400],
    ["F-30 %ff in the query", get(`${notes}?%ff=1`), 400],
    ["F-30 an asterisk", `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["F-31 HTTP/1.0", `GET ${notes} HTTP/1.0\r\n${token}\r\n`, 200],
    ["F-31 HTTP/0.9", `GET ${notes}\r\n\r\n`, 400],
    ["F-31 HTTP/2.0", `GET ${notes} HTTP/2.0\r\n${host}${token}${close}\r\n`, 400],
    [
      "F-31 an h2c upgrade",
      get(notes, "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
      200,
    ],
    ["F-32 TRACE", `TRACE ${notes} HTTP/1.1\r\n${host}${close}\r\n`, 405],
    ["F-32 PROPFIND", `PROPFIND ${notes} HTTP/1.1\r\n${host}${close}\r\n`, 405],
    ["F-32 CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${host}\r\n`, 405],
    ["F-32 a lower-case method", get(notes).replace("GET", "get"), 400],
    ["F-32 an unknown method", get(notes).replace("GET", "FROB"), 400],
    ["an unknown expectation", get(notes, "Expect: magic\r\n"), 400],
    ["F-33 101 fields", get(notes, "X-A: 1\r\n".repeat(101)), 431],
    ["F-33 20 KB of fields", get(notes, `X-A: ${"a".repeat(20_000)}\r\n`), 431],
    ["F-33 a URL of 9 KB", get(`${notes}?${"a".repeat(9_000)}`), 414],
  ])("%s: %d", async (name, bytes, status) => {
    const response = await raw(toy, bytes)
    expect(`${name} ${statusOf(response)}`).toBe(`${name} ${status}`)
    if (status === 405) expect(response).toMatch(/\r\nAllow: /u)
    if (status !== 200) expect(response).toContain("application/problem+json")
    expect(response).toMatch(/\r\nX-Request-Id: /u)
  })

  test("F-37 pipelined requests get their responses in order", async () => {
    const keep = (id: number) => `GET ${notes}/${id} HTTP/1.1\r\n${host}${token}\r\n`
    const ids = Array.from({ length: 200 }, (_, n) => (n % 3) + 1)
    const response = await raw(toy, ids.map(keep).join("") + get(notes))
    const seen = [...response.matchAll(/\{"id":(\d),"text":"note \d"\}(?=HTTP)/gu)]
    expect(seen.map((match) => Number(match[1]))).toEqual(ids)
  })

  test("F-37 reads of many connections get responses before malformed input", async () => {
    const keep = (id: number) => `GET ${notes}/${id} HTTP/1.1\r\n${host}${token}\r\n`
    for (let turns = 0; turns < 5; turns++) {
      const ids = Array.from({ length: 50 }, (_, n) => (n % 3) + 1)
      const responses = await Promise.all(ids.map((id) => raw(toy, `${keep(id)}NONSENSE\r\n\r\n`)))
      const statuses = responses.map((text) => text.match(/HTTP\/1\.1 \d+/gu)?.join())
      expect(new Set(statuses)).toEqual(new Set(["HTTP/1.1 200,HTTP/1.1 400"]))
      expect(responses.map((text) => Number(/"id":(\d)/u.exec(text)?.[1]))).toEqual(ids)
    }
  })

  test("F-34 slow fields: 408 and closed", async () => {
    const response = await raw(toy, `GET ${notes} HTTP/1.1\r\nHost: loc`, 120_000)
    expect(statusOf(response)).toBe(408)
  })

  test("F-34 a slow body: 408 and closed", async () => {
    const response = await raw(toy, send("Content-Length: 100\r\n", "{"), 120_000)
    expect(statusOf(response)).toBe(408)
    expect(response).toContain("request_timeout")
  })

  test("F-36 a client that disconnects within a request leaves nothing behind", async () => {
    await Promise.all(
      Array.from({ length: 50 }, () => raw(toy, send("Content-Length: 100\r\n", "{"), 20)),
    )
    expect((await ask(toy, notes)).status).toBe(200)
    await expect.poll(toy.metrics).toMatch(/in_flight 0\n/u)
  })
})

describe("bodies", () => {
  const big = `{"text":"${"x".repeat(1_100_000)}"}`

  test("F-38 too long by its length: 413 and closed", async () => {
    const response = await raw(toy, send(`Content-Length: ${big.length}\r\n`, big))
    expect(statusOf(response)).toBe(413)
    expect(response).toMatch(/\r\nConnection: close\r\n/u)
  })

  test("F-38 too long in chunks: 413 and closed", async () => {
    const chunk = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`
    const response = await raw(toy, send("Transfer-Encoding: chunked\r\n", chunk))
    expect(statusOf(response)).toBe(413)
    expect(response).toMatch(/\r\nConnection: close\r\n/u)
  })

  test.each([
    ["F-39 gzip", { "content-encoding": "gzip" }, 415],
    ["F-39 br", { "content-encoding": "br" }, 415],
    ["F-39 identity", { "content-encoding": "identity" }, 201],
    ["F-40 text", { "content-type": "text/plain" }, 415],
    ["F-40 latin1", { "content-type": "application/json; charset=iso-8859-1" }, 415],
    ["F-40 utf-8", { "content-type": 'Application/JSON; charset="UTF-8"' }, 201],
    ["F-40 multipart", { "content-type": "multipart/form-data; boundary=x" }, 415],
    ["F-40 Accept html", { accept: "text/html" }, 406],
    ["F-40 Accept json", { accept: "text/html, application/*;q=0.5" }, 201],
    ["F-40 Accept without json", { accept: "*/*, application/json;q=0" }, 406],
  ])("%s: %d", async (_, headers, status) => {
    expect((await post(toy, notes, { text: "x" }, headers)).status).toBe(status)
  })

  test("F-40 without a content type: 415", async () => {
    const response = await raw(
      toy,
      send("", "")
        .replace(json, "")
        .replace("\r\n\r\n", `\r\n${close}Content-Length: 12\r\n\r\n{"text":"x"}`),
    )
    expect(statusOf(response)).toBe(415)
  })

  test.each([
    ["F-43 a duplicate key", '{"text":"a","text":"b"}', "duplicate_key"],
    ["F-43 an escaped duplicate key", '{"text":"a","\\u0074ext":"a"}', "duplicate_key"],
    ["F-45 a lone surrogate", '{"text":"\\ud800"}', "malformed_text"],
    ["F-45 a byte order mark", '\ufeff{"text":"a"}', "malformed_json"],
    ["F-51 NaN", '{"text":NaN}', "malformed_json"],
    ["a trailing comma", '{"text":"a",}', "malformed_json"],
    ["two values", '{"text":"a"} {}', "malformed_json"],
    ["nothing but white space", " ", "malformed_json"],
  ])("%s: 400 malformed_json, %s", async (_, body, code) => {
    const { status, json } = await post(toy, notes, body)
    expect([status, json.code, json.errors[0]?.code]).toEqual([400, "malformed_json", code])
  })

  test.each([
    ["F-42 100 levels", `${"[".repeat(100)}${"]".repeat(100)}`, "too_deep"],
    ["F-42 a million levels", "[".repeat(1_000_000), "too_deep"],
    [
      "60,000 values in short lists",
      `[${`[${"1,".repeat(900)}1],`.repeat(66)}1]`,
      "too_many_values",
    ],
  ])("%s: 400, and the problem has the code of its only error, %s", async (_, body, code) => {
    const { status, json } = await post(toy, notes, body)
    expect([status, json.code, json.errors[0]?.code]).toEqual([400, code, code])
  })

  test.each([
    ["F-45 bad UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["F-45 overlong", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["F-45 a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])("%s: 400", async (_, body) => {
    const headers = { "content-type": "application/json" }
    const { status, json } = await ask(toy, notes, { method: "POST", body, headers })
    expect([status, json.code]).toEqual([400, "malformed_json"])
  })

  test.each([
    ["F-44", '{"text":"a","__proto__":{"polluted":true}}', "/__proto__"],
    ["F-44", '{"text":"a","constructor":{"prototype":{}}}', "/constructor"],
    ["F-44", '{"text":"a","toString":1}', "/toString"],
  ])("%s %s: refused as an unknown field", async (_, body, pointer) => {
    const { status, json } = await post(toy, notes, body)
    expect([status, json.code, json.errors[0]?.pointer]).toEqual([400, "unknown_field", pointer])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test("F-48 a list of 100,000 is too long, and the response names the list", async () => {
    const body = `{"text":[${"1,".repeat(99_999)}1]}`
    const { status, json } = await post(toy, notes, body)
    expect([status, json.code, json.errors]).toMatchObject([
      400,
      "too_long",
      [{ pointer: "/text", code: "too_long" }],
    ])
  })

  test("a response to a thousand errors lists a hundred of them and stays small", async () => {
    const wrong = Array.from({ length: 990 }, (_, n) => [`${"k".repeat(1_000)}${n}`, 1])
    const { status, text, json } = await post(toy, notes, Object.fromEntries(wrong))
    expect([status, json.errors.length]).toEqual([400, 100])
    expect(json.detail).toBe("The request has 100 or more errors; errors lists the first 100.")
    expect(text.length).toBeLessThan(40_000)
  })

  test("a missing body: 400", async () => {
    const { status, json } = await ask(toy, notes, { method: "POST" })
    expect([status, json.code]).toEqual([400, "malformed_json"])
  })
})

describe("ids and filters", () => {
  test.each([
    "01",
    "+1",
    "-1",
    "0",
    "0x1",
    "1e0",
    "1.0",
    "%31",
    "%201",
    "١",
    "undefined",
    "9".repeat(20),
  ])("F-54 the id %s is 404, never an alias", async (id) =>
    expect((await ask(toy, `${notes}/${id}`)).status).toBe(404),
  )

  const uuid = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"
  test.each([uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll("-", ""), `${uuid}0`])(
    "F-54 the UUID %s is 404",
    async (id) => expect((await ask(toy, `/v2/businesses/7/notes/${id}`)).status).toBe(404),
  )

  test.each([
    ...["limit=0", "limit=-1", "limit=501", "limit=2147483648", "limit=9007199254740992"],
    ...["limit=1e2", "limit=0x10", "limit=5.5", "limit=%205", "limit=+5", "limit=", "limit"],
    ...["limit=1&limit=1", "limit[]=1", "limit%5B%5D=1", "offset=-1", "offset=01", "Limit=1"],
    ...["is_deleted=1", "is_deleted=TRUE", "status=C", "status=A&status=C", "status=__proto__"],
    ...["day=2025-02-29", "day=2025-13-01", "day=2025-3-1", "day=2025-03-01Z", "day="],
    ...["__proto__=1", "constructor=1"],
  ])("F-55 ?%s: 400", async (search) => {
    const { status, json } = await ask(toy, `${notes}?${search}`)
    expect(status).toBe(400)
    expect(json.errors[0]?.parameter).toBeTypeOf("string")
  })

  test.each(["limit=500", "limit=1&offset=0", "status=A&status=B&status=A", "day=2024-02-29", ""])(
    "F-55 ?%s: 200",
    async (search) => expect((await ask(toy, `${notes}?${search}`)).status).toBe(200),
  )

  test("F-56 many repeated and many unknown parameters are refused", async () => {
    const repeats = await ask(toy, `${notes}?${"status=A&".repeat(10_000)}`)
    expect(repeats.status).toBe(431)
    const unknown = Array.from({ length: 1_000 }, (_, n) => `p${n}=1`).join("&")
    const { status, json } = await ask(toy, `${notes}?${unknown}`)
    expect([status, json.errors.length]).toEqual([400, 100])
  })
})
