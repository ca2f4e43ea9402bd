import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { expect, test } from "vitest"
import { client, NoAnswer, whyOf } from "./client.ts"
import { redaction } from "./redaction.ts"

const asked = { method: "GET", path: "/", headers: {}, body: null }

/** Asks a server once, and stops it; answers what the client says, or why it got no answer. */
const askOnce = async (server: Server): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const baseUrl = new URL(`http://127.0.0.1:${port}`)
  const http = client({ baseUrl, timeout: 60_000, redaction: redaction() })
  try {
    const { status, text } = await http.send(asked)
    return `${status} ${text.length}`
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return error.message
  } finally {
    http.close()
    server.close()
  }
}

const mebibyte = Buffer.alloc(1024 * 1024, " ")

const answerOf =
  (mebibytes: number): RequestListener =>
  (_, response) => {
    response.on("error", () => undefined)
    const write = (left: number): void => {
      if (left === 0) response.end()
      else response.write(mebibyte, () => write(left - 1))
    }
    write(mebibytes)
  }

test("an answer of 64 MiB is read, and a longer one is not", async () => {
  expect(await askOnce(createServer(answerOf(64)))).toBe(`200 ${64 * 1024 * 1024}`)
  expect(await askOnce(createServer(answerOf(65)))).toBe("the answer is longer than 64 MiB")
})

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate; try another way", "set NODE_EXTRA"],
  ["ECONNRESET", "socket hang up", "socket hang up"],
])("%s: it is said what to do", (code, message, said) => {
  const why = whyOf(Object.assign(new Error(message), { code }))
  expect(why).toContain(said)
  expect(why).not.toContain("another way")
})
