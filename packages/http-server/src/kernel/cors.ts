import type { Exchange } from "./kernel.ts"

/** What a program in a page may read of a response beside its body. */
const exposed = [
  "ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  "Dry-Run, Location, Content-Disposition",
].join(", ")

const allowedHeaders = [
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id",
].join(", ")

/** Seconds for which a browser remembers what it was allowed; browsers cap this themselves. */
const maxAge = "7200"

/**
 * Lets pages of the origins that the operator named read the response: none by default. Such a page
 * sends a bearer token. A session stays with the service's own pages, since
 * `Access-Control-Allow-Credentials` is never sent; and so does the operator's token.
 */
export const corsHeaders = ({ kernel, request, path }: Exchange): ReadonlyArray<string> => {
  if (kernel.corsOrigins.size === 0) return []
  const { origin } = request.headers
  const isAllowed = origin !== undefined && kernel.corsOrigins.has(origin)
  // A cache between must not give one origin what another was allowed.
  if (!isAllowed || path.startsWith("/operator/")) return ["Vary", "Origin"]
  return [
    "Vary",
    "Origin",
    "Access-Control-Allow-Origin",
    origin,
    "Access-Control-Expose-Headers",
    exposed,
  ]
}

/** The further fields of the response to a browser that asks before it sends a request. */
export const preflightHeaders = (exchange: Exchange, methods: string): ReadonlyArray<string> => {
  const headers = corsHeaders(exchange)
  const asked = exchange.request.headers["access-control-request-method"]
  if (asked === undefined || !headers.includes("Access-Control-Allow-Origin")) return headers
  return [
    ...headers,
    "Access-Control-Allow-Methods",
    methods,
    "Access-Control-Allow-Headers",
    allowedHeaders,
    "Access-Control-Max-Age",
    maxAge,
  ]
}
