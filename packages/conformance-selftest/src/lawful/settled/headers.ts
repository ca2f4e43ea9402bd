import type { Edge } from "../../reference/provisioner.ts"
import type { Choice } from "./choice.ts"

/** ETags with a comma and a slash in them. */
const tagged: Edge = (next) => async (request) => {
  const { "if-match": match, "if-none-match": none, ...headers } = request.headers
  const own = (text: string) => text.replaceAll('"v,/', '"')
  const response = await next({
    ...request,
    headers: {
      ...headers,
      ...(match === undefined ? {} : { "if-match": own(match) }),
      ...(none === undefined ? {} : { "if-none-match": own(none) }),
    },
  })
  const { etag } = response.headers
  return etag === undefined
    ? response
    : { ...response, headers: { ...response.headers, etag: etag.replace('"', '"v,/') } }
}

const challenged: Edge = (next) => async (request) => {
  const response = await next(request)
  const { "www-authenticate": challenge } = response.headers
  if (challenge === undefined) return response
  const [, error] = /error="([^"]*)"/u.exec(challenge) ?? []
  const own = error === undefined ? "" : `, error="${error}"`
  const value = `Basic realm="people", bearer realm="an error-free service"${own}`
  return { ...response, headers: { ...response.headers, "www-authenticate": value } }
}

/** A quota per token that refills continuously. */
const quota = 200
const windowSeconds = 2
const rated: Edge = (next) => {
  const buckets = new Map<string, { left: number; at: number }>()
  return async (request) => {
    const { authorization = "" } = request.headers
    const now = performance.now()
    const { left: before, at } = buckets.get(authorization) ?? { left: quota, at: now }
    const filled = Math.min(quota, before + ((now - at) / 1_000 / windowSeconds) * quota)
    const left = Math.max(0, filled - 1)
    buckets.set(authorization, { left, at: now })
    const shown = Math.floor(left)
    const response = await next(request)
    if (!/^\/v\d\//u.test(request.url)) return response
    const rate = {
      "ratelimit-policy": `"default";q=${quota};w=${windowSeconds}`,
      ratelimit: `"default";r=${shown};t=${windowSeconds}`,
    }
    return { ...response, headers: { ...response.headers, ...rate } }
  }
}

const strict: Edge = (next) => async (request) => {
  const { accept = "*/*" } = request.headers
  const response = await next(request)
  const isPage = response.headers["content-type"]?.startsWith("text/html") === true
  return isPage && !/text\/html|\*\/\*/u.test(accept)
    ? { ...response, status: 406, body: "" }
    : response
}

/**
 * A new connection takes a third of a millisecond, so only one response of eight closes its own.
 */
const closedEvery = 8

const closing: Edge = (next) => {
  let responseCount = 0
  return async (request) => {
    const response = await next(request)
    const { status, headers } = response
    const type = headers["content-type"]
    responseCount += 1
    return {
      ...response,
      headers: {
        ...headers,
        vary: "authorization, accept",
        "x-powered-by": "something",
        "set-cookie": "seen=1; Path=/",
        "strict-transport-security": "max-age=0",
        ...(responseCount % closedEvery === 0 ? { connection: "close" } : {}),
        ...(status === 204 || status === 304 ? {} : { "transfer-encoding": "chunked" }),
        ...(type?.endsWith("json") === true ? { "content-type": `${type}; charset=utf-8` } : {}),
      },
    }
  }
}

/** Choices in header fields and the use of connections. */
export const headerFields: ReadonlyArray<Choice> = [
  {
    name: "tags-with-commas",
    does: "an entity tag has a comma in it",
    allowed: "`ETag` on single-resource reads",
    edge: tagged,
  },
  {
    name: "challenges",
    does: "names a second scheme, and its own in lower case with a realm",
    allowed:
      '401 carries `WWW-Authenticate: Bearer` with `error="invalid_token"` when a token was sent (RFC 6750).',
    edge: challenged,
  },
  {
    name: "rates-that-recover",
    does: "what is left of the quota grows with time, and not at the end of a window",
    allowed: "(draft-ietf-httpapi-ratelimit-headers-11)",
    edge: rated,
  },
  {
    name: "pages-for-browsers",
    does: "a page of the documentation is HTML, and nothing else",
    allowed: "`type` (a URL path into the served docs)",
    edge: strict,
  },
  {
    name: "connections-closed",
    does: "closes connections, answers in chunks, with a charset and with further fields",
    allowed: "The service is an HTTP JSON API for business expense management.",
    edge: closing,
  },
]
