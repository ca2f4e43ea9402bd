import type { Exchange } from "./kernel.ts"

/** Header fields of a response that a program in a page may read. */
const exposed = [
  "ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  "Dry-Run, Location, Content-Disposition",
].join(", ")

const allowedHeaders = [
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id",
].join(", ")

/** Seconds for which a browser caches the result of a preflight; browsers cap this themselves. */
const maxAge = "7200"

/**
 * Lets pages of the origins that the operator configured read the response; by default there are
 * none. Such a page sends a bearer token. Sessions work only in the service's own pages, because
 * `Access-Control-Allow-Credentials` is never sent. The operator's API is excluded.
 */
export const corsHeaders = ({ kernel, request, path }: Exchange): ReadonlyArray<string> => {
  if (kernel.corsOrigins.size === 0) return []
  const { origin } = request.headers
  const isAllowed = origin !== undefined && kernel.corsOrigins.has(origin)
  // A shared cache must not serve a response that was allowed for one origin to another.
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

/** Additional header fields of the response to a preflight request. */
export const preflightHeaders = (exchange: Exchange, methods: string): ReadonlyArray<string> => {
  const headers = corsHeaders(exchange)
  const requestedMethod = exchange.request.headers["access-control-request-method"]
  if (requestedMethod === undefined || !headers.includes("Access-Control-Allow-Origin"))
    return headers
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
