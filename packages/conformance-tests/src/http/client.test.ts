import { createServer, type RequestListener } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { type Client, client, NoAnswer, whyOf } from "./client.ts"
import { redaction } from "./redaction.ts"

const defaultRequest: Parameters<Client["send"]>[0] = {
  method: "GET",
  path: "/",
  headers: {},
  body: null,
}

/** Sends one request to a server and stops it. Returns the client's response, or the error. */
const askOnce = async (server: Server, request = defaultRequest): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const baseUrl = new URL(`http://127.0.0.1:${port}`)
  const http = client({ baseUrl, timeout: 60_000, redaction: redaction() })
  try {
    const { status, text } = await http.send(request)
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

test("a response of 64 MiB is read, and a longer one is not", async () => {
  expect(await askOnce(createServer(answerOf(64)))).toBe(`200 ${64 * 1024 * 1024}`)
  expect(await askOnce(createServer(answerOf(65)))).toBe("the answer is longer than 64 MiB")
})

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate; try another way", "set NODE_EXTRA"],
  ["ECONNRESET", "socket hang up", "socket hang up"],
])("%s: the message gives advice", (code, message, advice) => {
  const why = whyOf(Object.assign(new Error(message), { code }))
  expect(why).toContain(advice)
  expect(why).not.toContain("another way")
})

test.each([
  ["gzip", gzipSync, "200 5"],
  ["GZIP, identity", gzipSync, "200 5"],
  ["deflate", deflateSync, "200 5"],
  ["br", brotliCompressSync, "200 5"],
  ["br", gzipSync, "the answer says Content-Encoding: br, and cannot be decoded"],
  ["rot13", gzipSync, "the answer's Content-Encoding rot13 is unknown"],
])("a response in %s is read, or the reason is reported", async (encoding, encode, expected) => {
  const server = createServer((_, response) => {
    response.setHeader("content-encoding", encoding)
    response.end(encode("plain"))
  })
  expect(await askOnce(server)).toContain(expected)
})

const long = { ...defaultRequest, method: "POST", body: "x".repeat(4 * 1024 * 1024) }

test("a response before the end of a long body is read, even if the target closes", async () => {
  const server = createServer()
  server.on("checkContinue", (request, response) => {
    response.writeHead(413, { connection: "close" })
    response.end("too much", () => request.socket.destroy())
  })
  expect(await askOnce(server, long)).toBe("413 8")
})

test.each([
  ["ignores", 200],
  ["refuses", 417],
])("a long body is sent to a target that %s Expect", async (_, status) => {
  const server = createServer(async (request, response) => {
    let size = 0
    for await (const chunk of request) size += chunk.length
    response.end("y".repeat(size / 1024))
  })
  server.on("checkContinue", (request, response) => {
    if (status === 417) response.writeHead(417).end()
    // It continues reading without a 100 response.
    else server.emit("request", request, response)
  })
  expect(await askOnce(server, long)).toBe("200 4096")
})
