import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { authorise } from "./authorise.ts"
import { preflightHeaders } from "./cors.ts"
import type { Kernel, Page } from "./kernel.ts"
import { servePage } from "./pages.ts"
import { type Refused, refuse } from "./refusal.ts"
import { close, respondPage, respondProblem } from "./respond.ts"
import { enter, type Received } from "./stages.ts"
import { find } from "./table.ts"

const maxUrl = 8_192
const maxFields = 100

/**
 * Receives a request that arrived at `started` and finds its operation. It is in flight until its
 * response has left; then `next` is called.
 */
export const receive = (
  kernel: Kernel,
  request: IncomingMessage,
  response: ServerResponse,
  started: number,
  next: () => void,
): undefined => {
  const url = request.url ?? ""
  const question = url.indexOf("?")
  const received: Received = {
    kernel,
    request,
    response,
    id: requestId(request.headers["x-request-id"]),
    started,
    path: question === -1 ? url : url.slice(0, question),
    search: question === -1 ? "" : url.slice(question + 1),
    progress: { hasResponded: false, closed: false },
    route: null,
    token: "",
    isCookie: false,
    rateLimit: null,
    dryRun: false,
  }
  kernel.inFlight++
  response.on("close", () => {
    close(received)
    next()
  })
  enter(received, () => {
    const refused = inspect(request, url)
    if (refused !== null) respondProblem(received, refused, true)
    else direct(received)
  })
}

const processId = randomBytes(5).toString("hex")
let requests = 0
const sane = /^[A-Za-z0-9._-]{1,128}$/u

/** "`X-Request-Id` on every response (a sane one from the caller is kept)." */
const requestId = (given: string | Array<string> | undefined): string =>
  typeof given === "string" && sane.test(given)
    ? given
    : `${processId}-${(++requests).toString(36)}`

/** Header fields of which a duplicate would make the request ambiguous. */
const single: ReadonlyMap<number, ReadonlyArray<string>> = new Map([
  [4, ["host"]],
  [12, ["content-type"]],
  [13, ["authorization"]],
  [14, ["content-length"]],
  [15, ["idempotency-key"]],
])

/** Refuses requests that node's parser accepts although no safe response is possible. */
const inspect = (request: IncomingMessage, url: string): Refused | null => {
  if (url.length > maxUrl) return refuse("uri_too_long")
  if (url.charCodeAt(0) !== 0x2f) {
    return refuse("bad_request", "The request target must be a path that begins with a slash.")
  }
  if (request.httpVersionMajor !== 1) return refuse("bad_request", "Use HTTP/1.1.")
  const fields = request.rawHeaders
  if (fields.length > 2 * maxFields) return refuse("header_fields_too_large")
  const coding = request.headers["transfer-encoding"]
  if (coding !== undefined && !isChunked(coding, request)) {
    return refuse("bad_request", "The only supported transfer coding is chunked, in HTTP/1.1.")
  }
  if (request.httpVersionMinor === 1 && request.headers.host === undefined) {
    return refuse("bad_request", "The Host header field is missing.")
  }
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
    return refuse("bad_request", "The only supported Expect header field is 100-continue.")
  }
  let seen = 0
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i] as string
    const names = single.get(name.length)
    if (names === undefined || !names.includes(name.toLowerCase())) continue
    const bit = 1 << name.length
    if (seen & bit) return refuse("bad_request", `The header field ${name} is repeated.`)
    seen |= bit
  }
  return null
}

/** A transfer coding that is not decoded leaves the end of the request in doubt. */
const isChunked = (coding: string, { httpVersionMinor }: IncomingMessage): boolean =>
  httpVersionMinor === 1 && coding.toLowerCase() === "chunked"

const overloaded = refuse("overloaded", undefined, ["Retry-After", "1"])

const nothingAt = ({ kernel, path }: Received): Refused => {
  const suggestion = kernel.nearestPath.of(path)
  const advice =
    suggestion === null ? "The paths are listed at /docs." : `Did you mean ${suggestion}?`
  return refuse("not_found", `There is no resource at this path. ${advice}`)
}

/** True if a person opens a page in a browser, rather than a program. */
const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html") === true

/**
 * Returns the page at a path. If an operation has the same path, only a navigation of a browser
 * gets the page.
 */
const pageAt = ({ kernel, path, request }: Received): Page | null => {
  const ofSite = kernel.site?.(path) ?? null
  const isShown = ofSite !== null && (isNavigation(request) || find(kernel.table, path) === null)
  return isShown ? ofSite : (kernel.pages.get(path) ?? null)
}

const direct = (received: Received): undefined => {
  const { kernel, request } = received
  const page = pageAt(received)
  if (page !== null) return servePage(received, page)
  const place = find(kernel.table, received.path)
  if (place === null) {
    return respondProblem(received, nothingAt(received))
  }
  const method = request.method ?? ""
  if (method === "OPTIONS") {
    const allowed = ["Allow", place.allow, "Cache-Control", "no-store"]
    const headers = [...allowed, ...preflightHeaders(received, place.allow)]
    return respondPage(received, 204, headers, "")
  }
  const route = place.routes.get(method === "HEAD" ? "GET" : method)
  if (route === undefined) {
    const detail = `Allowed methods: ${place.allow}.`
    return respondProblem(received, refuse("method_not_allowed", detail, ["Allow", place.allow]))
  }
  if (kernel.inFlight > kernel.maxInFlight) return respondProblem(received, overloaded)
  authorise(received, route, place.values)
}
