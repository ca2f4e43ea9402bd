import { hash } from "node:crypto"
import { sendWithOthers } from "./batch.ts"
import { corsHeaders } from "./cors.ts"
import type { Answer, Exchange } from "./kernel.ts"
import { observed } from "./observation.ts"
import type { Refused } from "./refusal.ts"
import { enter } from "./stages.ts"

const safety = [
  "X-Content-Type-Options",
  "nosniff",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
] as const

/** Returns the header fields that every response of the interface has. */
export const headersOf = (
  exchange: Exchange,
  safe: ReadonlyArray<string> = safety,
): Array<string> => {
  const { kernel } = exchange
  const headers = ["X-Request-Id", exchange.id, ...safe, "Cache-Control", "no-store"]
  if (exchange.rateLimit !== null && kernel.rateLimiter !== null) {
    headers.push("RateLimit-Policy", kernel.rateLimiter.policy, "RateLimit", exchange.rateLimit)
  }
  if (exchange.dryRun) headers.push("Dry-Run", "true")
  if (kernel.corsOrigins.size > 0) headers.push(...corsHeaders(exchange))
  return headers
}

/** Responds with a problem; `closes` then closes the connection. */
export const respondProblem = (exchange: Exchange, refused: Refused, closes = false): undefined => {
  const headers = headersOf(exchange)
  headers.push("Content-Type", "application/problem+json", ...refused.headers)
  const gives = closes || isLongUnread(exchange)
  send(exchange, refused.status, headers, problemBody(refused, exchange.id), gives)
}

const shortBody = 65_536

/** True if too much of the request is missing to read it: closing is better. */
const isLongUnread = ({ request }: Exchange): boolean =>
  !request.complete &&
  (request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? 0) > shortBody)

/** "`application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, plus …" */
export const problemBody = (refused: Refused, request_id: string): string =>
  JSON.stringify({
    type: `/docs/problems#${refused.code}`,
    title: refused.title,
    status: refused.status,
    detail: refused.detail,
    code: refused.code,
    values: refused.values,
    request_id,
    errors: refused.errors,
  })

export const respond = (exchange: Exchange, response: Answer): undefined => {
  const headers = headersOf(exchange)
  if (response.body !== "") headers.push("Content-Type", "application/json")
  for (const part of response.headers) headers.push(part)
  send(exchange, response.status, headers, response.body, false)
}

/** Responds to a read; "`ETag` on single-resource reads, `If-None-Match` → 304". */
export const respondRead = (exchange: Exchange, body: string, isResource: boolean): undefined =>
  sendWithOthers(() => enter(exchange, () => sendRead(exchange, body, isResource)))

const sendRead = (exchange: Exchange, body: string, isResource: boolean): undefined => {
  const headers = headersOf(exchange)
  if (isResource) {
    const etag = etagOf(body)
    headers.push("ETag", etag)
    const known = exchange.request.headers["if-none-match"]
    if (known !== undefined && matchesWeakly(known, etag)) {
      send(exchange, 304, headers, "", false)
      return
    }
  }
  headers.push("Content-Type", "application/json")
  send(exchange, 200, headers, body, false)
}

/**
 * Responds to a read whose bytes are made in several turns of the event loop, one slice in each.
 * The response is sent when all are complete: its length is known then, and an error on the way
 * still becomes a problem.
 */
export const respondInTurns = (exchange: Exchange, slices: Iterator<Buffer>): undefined => {
  const parts: Array<Buffer> = []
  const go = (): undefined =>
    enter(exchange, () => {
      const { value, done } = slices.next()
      // Stops if the client has disconnected.
      if (done || exchange.progress.closed) return sendParts(exchange, parts)
      parts.push(value)
      setImmediate(go)
    })
  return go()
}

const sendParts = (exchange: Exchange, parts: ReadonlyArray<Buffer>): undefined => {
  const { kernel, response } = exchange
  const headers = headersOf(exchange)
  if (!settle(exchange, 200)) return
  if (kernel.draining) headers.push("Connection", "close")
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  headers.push("Content-Type", "application/json", "Content-Length", String(length))
  response.writeHead(200, headers)
  for (const part of parts) response.write(part)
  response.end()
  kernel.unreadResponses.hold(exchange)
}

/** Responds with a page of the service's own, outside the interface. */
export const respondPage = (
  exchange: Exchange,
  status: number,
  headers: ReadonlyArray<string>,
  body: string | Buffer,
): undefined => send(exchange, status, ["X-Request-Id", exchange.id, ...headers], body, false)

export const send = (
  exchange: Exchange,
  status: number,
  headers: Array<string>,
  body: string | Buffer,
  closes: boolean,
): undefined => {
  const { kernel, response } = exchange
  if (!settle(exchange, status)) return
  if (closes || kernel.draining) headers.push("Connection", "close")
  const length = Buffer.byteLength(body)
  if (status !== 204 && status !== 304) headers.push("Content-Length", String(length))
  response.writeHead(status, headers)
  // If each character of a text is one byte, it needs no encoding.
  if (closes && !exchange.request.complete) linger(exchange, body)
  else {
    response.end(body, length === body.length ? "latin1" : "utf8")
    kernel.unreadResponses.hold(exchange)
  }
}

const lingerMillis = 1_000

/**
 * Discards the rest of the request for a while before it closes the connection. If the connection
 * were closed while the client still sends, it would be reset, and the client would never read the
 * response.
 */
const linger = ({ request, response }: Exchange, body: string | Buffer): undefined => {
  response.write(body)
  const timer = setTimeout(() => response.end(), lingerMillis)
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  request.once("end", end).once("error", end).resume()
}

/** Counts the response of the request, once. Returns false if it was counted before. */
export const settle = (exchange: Exchange, status: number): boolean => {
  const { kernel, progress, route, started } = exchange
  if (progress.hasResponded) return false
  progress.hasResponded = true
  if (progress.closed) kernel.inFlight--
  kernel.metrics.count(route, status, started)
  kernel.observe?.(observed(exchange, status))
  return true
}

/**
 * The response has left, or the client has disconnected. A request is in flight until it is both
 * closed and responded to: this includes work for a client that has disconnected, and a response
 * that is not read.
 */
export const close = ({ kernel, progress }: Exchange): undefined => {
  progress.closed = true
  if (progress.hasResponded) kernel.inFlight--
}

/** Returns a strong validator: a hash of nothing but the bytes. */
export const etagOf = (body: string): string =>
  `"${hash("sha256", body, "base64url").slice(0, 27)}"`

export const matchesWeakly = (field: string, etag: string): boolean =>
  field === "*" || field.split(",").some((each) => each.trim().replace(/^W\//u, "") === etag)

/** `If-Match` compares strongly, so a weak validator matches nothing. */
export const matchesStrongly = (field: string, etag: string): boolean =>
  field === "*" || field.split(",").some((each) => each.trim() === etag)
