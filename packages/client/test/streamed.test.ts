import { client_id, none, streamedEndpoint } from "@outlay/http-contract"
import { Exit, Schema } from "effect"
import { expect, test } from "vitest"
import { makeClientOf, type StreamedBody } from "../src/index.ts"
import { drive, serviceOf } from "./service.ts"

const rows = streamedEndpoint({
  operation: "rows.load",
  method: "POST",
  path: "/v1/{client_id}/rows",
  access: "operator",
  summary: "",
  description: "",
  params: { client_id },
  row: Schema.Struct({}),
  success: none,
  problems: [],
})

const text = '{"a":1}\n{"a":2}\n'

test.each<readonly [string, StreamedBody, number]>([
  ["text", text, 2],
  ["bytes", new TextEncoder().encode(text), 2],
  ["a blob", new Blob([text]), 2],
  ["a stream, which can be read only once", new Blob([text]).stream(), 1],
])(
  "lines from %s are sent unchanged, and retried if they can be read again",
  async (_, body, attempts) => {
    const service = serviceOf({ broken: new TypeError("fetch failed") }, { status: 204 })
    const options = { baseUrl: "https://a.example", token: "outlay_token", fetch: service.fetch }
    const client = makeClientOf({ rows: { load: rows } }, options)
    const exit = await drive(service, client.rows.load({ params: { client_id: 7 }, body }))
    expect(Exit.isSuccess(exit)).toBe(attempts > 1)
    expect(service.sent).toHaveLength(attempts)
    for (const sent of service.sent) {
      expect(sent.body).toBe(body)
      expect(sent.headers.get("content-type")).toBe("application/x-ndjson")
      expect(sent.headers.has("idempotency-key")).toBe(false)
    }
  },
)
