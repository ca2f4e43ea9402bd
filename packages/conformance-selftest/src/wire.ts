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

/** A request as a server, or an edge in front of one, receives it. */
export interface HttpRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
}

export interface HttpResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** A function that responds to requests: a server, or an edge in front of one. */
export type Handle = (incoming: HttpRequest) => Promise<HttpResponse>

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: HttpResponse["headers"] = {},
): HttpResponse =>
  body === undefined
    ? { status, headers, body: "" }
    : {
        status,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }

/**
 * Maximum length of a body that is read; a server may refuse shorter ones, which may be its defect.
 */
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

/** In characters: a longer body is not copied behind its head, and encoding it in Node is slow. */
const longText = 16_384

/** Node sends head and body in one write if the head is not written separately. */
const write = (response: ServerResponse, { status, headers, body }: HttpResponse) => {
  response.statusCode = status
  response.setHeaders(new Map(Object.entries(headers)))
  response.end(body.length > longText ? encoder.encode(body) : body)
}

const headersOf = (request: IncomingMessage): HttpRequest["headers"] =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

/** Header fields that must not be repeated, because readers would use different values. */
const single = ["host", "authorization", "content-type"]

const repeated = ({ headersDistinct }: IncomingMessage): string | undefined =>
  single.find((name) => (headersDistinct[name]?.length ?? 0) > 1)

const respond = async (handle: Handle, request: IncomingMessage, response: ServerResponse) => {
  const twice = repeated(request)
  if (twice !== undefined) {
    response.shouldKeepAlive = false
    return write(response, jsonResponse(400, { error: `There are two fields ${twice}.` }))
  }
  const body = await bodyOf(request)
  if (body === null) {
    response.shouldKeepAlive = false
    return write(response, jsonResponse(413, { error: "The body is longer than 64 MiB." }))
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

/** Serves a handle over HTTP; one that throws is an error of the server, with status 500. */
export const httpServer = (handle: Handle): HttpServer =>
  createServer((request, response) => {
    respond(handle, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      write(response, jsonResponse(500, { error: String(error) }))
    })
  })

/** Serves a handle on a free port. */
export const served = (handle: Handle): Promise<Listening> => listening(httpServer(handle))

/** Header fields about one connection, which do not apply to another. */
const ofConnection = [
  "host",
  "expect",
  "connection",
  "keep-alive",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  // An edge in front of a server reads its bodies uncompressed.
  "accept-encoding",
]

const across = (headers: IncomingMessage["headers"]): HttpRequest["headers"] =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )

/** Returns the path of a request target: an absolute target stands for its path. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/iu, "")

/** Sends one request without following redirects. `fetch` takes four times as long. */
const exchanged = (url: URL, options: RequestOptions, body: Buffer): Promise<HttpResponse> =>
  new Promise((resolve, failed) => {
    const ask = url.protocol === "https:" ? secureRequest : request
    const outgoing = ask(url, options, (message) => {
      const parts: Array<Buffer> = []
      message.on("data", (part: Buffer) => parts.push(part))
      message.on("error", failed)
      message.on("end", () =>
        resolve({
          status: message.statusCode ?? 0,
          headers: across(message.headers),
          body: Buffer.concat(parts).toString("utf8"),
        }),
      )
    })
    outgoing.on("error", failed)
    outgoing.end(body)
  })

/** Returns a handle that forwards to a server elsewhere. */
export const forwarded = (baseUrl: string): Handle => {
  const base = baseUrl.replace(/\/$/u, "")
  // Closes an idle connection before the server does.
  const agentOptions = { keepAlive: true, timeout: 2_000 }
  const agent = base.startsWith("https:") ? new TlsAgent(agentOptions) : new Agent(agentOptions)
  return ({ method, url, headers, body }) => {
    const length = body.length === 0 ? {} : { "content-length": body.length }
    const options = { agent, method, headers: { ...across(headers), ...length } }
    return exchanged(new URL(`${base}${pathOf(url)}`), options, body)
  }
}
