import type { Endpoint } from "@outlay/http-contract"
import { TransportFailure } from "./failures.ts"
import type { Settings } from "./settings.ts"

/** Input of any method, before it is checked. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is built once and can be sent several times. */
export interface Prepared {
  readonly endpoint: Endpoint
  readonly url: string
  readonly headers: Headers
  readonly body: BodyInit | null
}

/** Builds the request, or throws a TransportFailure if the input is invalid. */
export const prepare = (
  settings: Settings,
  endpoint: Endpoint,
  input: Input,
  idempotencyKey: string,
): Prepared => ({
  endpoint,
  url: `${settings.origin}${pathOf(endpoint, input)}${searchOf(input)}`,
  headers: headersOf(settings, endpoint, input, idempotencyKey),
  body: bodyOf(endpoint, input),
})

export const invalid = (endpoint: Endpoint, detail: string): TransportFailure =>
  new TransportFailure({
    operation: endpoint.operation,
    reason: "invalid_request",
    status: null,
    detail,
    retry_after: null,
  })

/** Texts that cannot be one segment of a URL's path, in any encoding. */
const noSegment = /^\.{0,2}$/u

const pathOf = (endpoint: Endpoint, { params = {} }: Input): string =>
  endpoint.path.replace(/\{([^}]+)\}/gu, (_, name: string) => {
    const value = params[name]
    const text = value === undefined ? "" : String(value)
    if (noSegment.test(text)) throw invalid(endpoint, `params.${name} is missing, or is no id.`)
    return encodeURIComponent(text)
  })

/** Lists repeat their parameter; undefined values are omitted. */
const searchOf = ({ query = {} }: Input): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each))
    }
  }
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}

/** Returns the header fields. The caller's own come last, so that they override the others. */
const headersOf = (
  settings: Settings,
  endpoint: Endpoint,
  { headers = {}, body }: Input,
  idempotencyKey: string,
): Headers => {
  const all = new Headers({
    accept: endpoint.success.kind === "file" ? "*/*" : "application/json",
  })
  const isPublic = endpoint.access === "public"
  if (settings.token !== null && !isPublic) all.set("authorization", `Bearer ${settings.token}`)
  if (endpoint.upload !== undefined) setTypeOfFile(all, body)
  else if (endpoint.streamed) all.set("content-type", "application/x-ndjson")
  else if (endpoint.body !== null && !isLeftOut(endpoint, body))
    all.set("content-type", "application/json")
  if (endpoint.method === "POST" && !endpoint.streamed && !isPublic) {
    all.set("idempotency-key", idempotencyKey)
  }
  for (const [name, value] of Object.entries(headers)) {
    try {
      all.set(name, value)
    } catch {
      throw invalid(endpoint, "A header field has a name or a value that none may have.")
    }
  }
  return all
}

/**
 * A form sets its own type, with its boundary; the service detects the type of a file from its
 * content.
 */
const setTypeOfFile = (headers: Headers, body: unknown): void => {
  if (typeof FormData === "function" && body instanceof FormData) return
  const type = body instanceof Blob ? body.type : ""
  headers.set("content-type", type === "" ? "application/octet-stream" : type)
}

const isLeftOut = ({ isBodyOptional }: Endpoint, body: unknown): boolean =>
  isBodyOptional === true && body === undefined

const bodyOf = (endpoint: Endpoint, { body }: Input): BodyInit | null => {
  if (endpoint.streamed || endpoint.upload !== undefined) return body as BodyInit
  if (endpoint.body === null || isLeftOut(endpoint, body)) return null
  try {
    return JSON.stringify(body)
  } catch {
    throw invalid(endpoint, "The body cannot be written as JSON.")
  }
}
