import {
  Agent,
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http"
import { request as secureRequest, Agent as TlsAgent } from "node:https"
import type { AddressInfo, Server } from "node:net"

/** A request as a server, or something that stands before one, sees it. */
export interface Asked {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
}

export interface Answered {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** Anything that answers: a server, or one that another stands before. */
export type Handle = (asked: Asked) => Promise<Answered>

export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Answered["headers"] = {},
): Answered =>
  body === undefined
    ? { status, headers, body: "" }
    : {
        status,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }

/** What is read at most of one body; a server refuses less, which may be what is wrong with it. */
const mostBytes = 64 * 1024 * 1024

const none = Buffer.alloc(0)

const bodyOf = async (request: IncomingMessage): Promise<Buffer | null> => {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers
  if (length === undefined && encoding === undefined) return none
  const parts: Array<Buffer> = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const encoder = new TextEncoder()

/** In characters: a longer body is not copied behind its head, and Node encodes texts slowly. */
const longText = 16_384

/** Node sends head and body in one write where it is not told of the head first. */
const write = (response: ServerResponse, { status, headers, body }: Answered) => {
  response.statusCode = status
  response.setHeaders(new Map(Object.entries(headers)))
  response.end(body.length > longText ? encoder.encode(body) : body)
}

const headersOf = (request: IncomingMessage): Asked["headers"] =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

/**
 * Fields that say one thing: with two of them, one reader believes the one and another the other.
 */
const single = ["host", "authorization", "content-type"]

const repeated = ({ headersDistinct }: IncomingMessage): string | undefined =>
  single.find((name) => (headersDistinct[name]?.length ?? 0) > 1)

const answer = async (handle: Handle, request: IncomingMessage, response: ServerResponse) => {
  const twice = repeated(request)
  if (twice !== undefined) {
    response.shouldKeepAlive = false
    return write(response, jsonAnswer(400, { error: `There are two fields ${twice}.` }))
  }
  const body = await bodyOf(request)
  if (body === null) {
    response.shouldKeepAlive = false
    return write(response, jsonAnswer(413, { error: "The body is longer than 64 MiB." }))
  }
  const { method = "", url = "" } = request
  write(response, await handle({ method, url, headers: headersOf(request), body }))
}

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Listens on a free port of this machine. */
export const listening = (
  server: Server & { readonly closeAllConnections?: () => void },
): Promise<Listening> =>
  new Promise((ready, failed) => {
    server.once("error", failed)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      ready({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections?.()
          }),
      })
    })
  })

/** Answers what a handle does; one that throws is a fault of the server, and answers 500. */
export const httpServer = (handle: Handle): HttpServer =>
  createServer((request, response) => {
    answer(handle, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      write(response, jsonAnswer(500, { error: String(error) }))
    })
  })

/** Serves what a handle answers. */
export const served = (handle: Handle): Promise<Listening> => listening(httpServer(handle))

/** Fields about one connection, which say nothing of another. */
const ofConnection = [
  "host",
  "expect",
  "connection",
  "keep-alive",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  // What stands before a server reads its bodies as they are.
  "accept-encoding",
]

const across = (headers: IncomingMessage["headers"]): Asked["headers"] =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )

/** What a target asks of the server, whichever it names: an absolute one stands for its path. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/iu, "")

/** Asks once, and follows nothing. `fetch` takes four times as long for it. */
const exchanged = (url: URL, options: RequestOptions, body: Buffer): Promise<Answered> =>
  new Promise((answered, failed) => {
    const ask = url.protocol === "https:" ? secureRequest : request
    const outgoing = ask(url, options, (message) => {
      const parts: Array<Buffer> = []
      message.on("data", (part: Buffer) => parts.push(part))
      message.on("error", failed)
      message.on("end", () =>
        answered({
          status: message.statusCode ?? 0,
          headers: across(message.headers),
          body: Buffer.concat(parts).toString("utf8"),
        }),
      )
    })
    outgoing.on("error", failed)
    outgoing.end(body)
  })

/** A server elsewhere, as a handle. */
export const forwarded = (baseUrl: string): Handle => {
  const base = baseUrl.replace(/\/$/u, "")
  // A connection is left before a server closes it that is idle.
  const kept = { keepAlive: true, timeout: 2_000 }
  const agent = base.startsWith("https:") ? new TlsAgent(kept) : new Agent(kept)
  return ({ method, url, headers, body }) => {
    const length = body.length === 0 ? {} : { "content-length": body.length }
    const options = { agent, method, headers: { ...across(headers), ...length } }
    return exchanged(new URL(`${base}${pathOf(url)}`), options, body)
  }
}
