import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http"
import { Agent as TlsAgent, request as tlsRequest } from "node:https"
import type { Answer, Exchange, Json } from "./check.ts"
import { decoded } from "./codings.ts"
import type { Redaction } from "./redaction.ts"

/** Nothing listens at the address any more: the run ends. */
export class TargetGone extends Error {}
/** The target accepted the request and did not respond. */
export class NoAnswer extends Error {
  readonly exchange: Exchange
  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

interface Request {
  /** Operation, for the report. */
  readonly operation?: string
  readonly method: string
  /** Path and query, as sent. */
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array | null
}

export interface Client {
  readonly send: (request: Request) => Promise<Answer>
  readonly close: () => void
}

export interface ClientOptions {
  readonly baseUrl: URL
  /** Timeout of the whole response in milliseconds. */
  readonly timeout: number
  readonly redaction: Redaction
}

/** Number of characters of a body that a report shows. */
const longestShown = 4_000

export const shown = (text: string): string =>
  text.length <= longestShown
    ? text
    : `${text.slice(0, longestShown)}… (${text.length} characters in all)`

const joined = (message: IncomingMessage): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values]) => [
      name,
      (values ?? []).join(", "),
    ]),
  )

const parsed = (text: string): Json => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Received {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly text: string
}

/** Much longer than any response of the interface; longer ones are refused. */
const mostBytes = 64 * 1024 * 1024

const goneCodes = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""
/** True if an error means that nothing listens at the address. */
export const isGone = (error: unknown): boolean => goneCodes.includes(codeOf(error))

const untrustedCodes = [
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]

/** Returns why there was no response; for an untrusted certificate, also advice. */
export const whyOf = (error: unknown): string => {
  const why = error instanceof Error ? error.message : String(error)
  if (!untrustedCodes.includes(codeOf(error))) return why
  const [short = why] = why.split(";")
  const advice = "set NODE_EXTRA_CA_CERTS to a PEM file of the certificate that signed it"
  return `the certificate is not trusted (${short}): ${advice}`
}

/** Prepares exchanges for a report when it first reads them: most of them are never shown. */
const exchanges = (baseUrl: URL, redaction: Redaction) => {
  const presented = (sent: Request, response: Received | null): Exchange => ({
    operation: sent.operation ?? null,
    method: sent.method,
    url: redaction.clean(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/u, "")}${sent.path}`),
    request_headers: redaction.cleanHeaders(sent.headers),
    request_body:
      sent.body === null
        ? null
        : shown(redaction.clean(Buffer.from(sent.body as string).toString("utf8"))),
    status: response?.status ?? null,
    response_headers: redaction.cleanHeaders(response?.headers ?? {}),
    response_body: shown(redaction.clean(response?.text ?? "")),
  })

  return (sent: Request, response: Received | null): Exchange => {
    let made: Exchange | undefined
    const shownOnce = (): Exchange => {
      made ??= presented(sent, response)
      return made
    }
    return {
      operation: sent.operation ?? null,
      method: sent.method,
      status: response?.status ?? null,
      get url() {
        return shownOnce().url
      },
      get request_headers() {
        return shownOnce().request_headers
      },
      get request_body() {
        return shownOnce().request_body
      },
      get response_headers() {
        return shownOnce().response_headers
      },
      get response_body() {
        return shownOnce().response_body
      },
    }
  }
}

/** Length at which a target may refuse a body and close before all of it has arrived. */
const longBody = 1024 * 1024
/** Longest time to wait for a target to accept or refuse the body. */
const waitMs = 1_000

/** Sends the body; a long one only when the target accepts it or says nothing. */
const sendBody = (outgoing: ClientRequest, body: Request["body"], asks: boolean) => {
  if (body === null) return outgoing.end()
  if (!asks) return outgoing.end(body)
  const timer = setTimeout(send, waitMs)
  function send() {
    clearTimeout(timer)
    if (!outgoing.writableEnded) outgoing.end(body)
  }
  outgoing.once("continue", send)
  // The response came without the body: nothing more is sent, because the target may no longer
  // read.
  outgoing.once("response", () => clearTimeout(timer))
  outgoing.once("close", () => clearTimeout(timer))
  return outgoing.flushHeaders()
}

/** Receives a response: decoded, and up to the maximum length. */
const receive = (
  message: IncomingMessage,
  outgoing: ClientRequest,
  { received, failed }: { received: (response: Received) => void; failed: (why: Error) => void },
) => {
  const chunks: Array<Buffer> = []
  let size = 0
  message.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= mostBytes) return chunks.push(chunk)
    failed(new Error("the answer is longer than 64 MiB"))
    return outgoing.destroy()
  })
  message.on("error", failed)
  message.on("aborted", () => failed(new Error("the answer was cut off")))
  message.on("end", () => {
    const headers = joined(message)
    try {
      const bytes = decoded(Buffer.concat(chunks), headers["content-encoding"] ?? "", mostBytes)
      received({ status: message.statusCode ?? 0, headers, text: bytes.toString("utf8") })
    } catch (error) {
      failed(error as Error)
    }
    if (!outgoing.writableEnded) outgoing.destroy()
  })
}

/**
 * An HTTP client for one target. It follows no redirects and corrects nothing; it only retries a
 * GET on a stale connection.
 */
export const client = ({ baseUrl, timeout, redaction }: ClientOptions): Client => {
  const secure = baseUrl.protocol === "https:"
  const exchangeOf = exchanges(baseUrl, redaction)
  // Closes idle sockets before servers do, so that no request uses a closing socket.
  const agentOptions = { keepAlive: true, maxSockets: 32, timeout: 2_000 }
  const agent = secure ? new TlsAgent(agentOptions) : new Agent(agentOptions)

  const once = ({ method, path, headers, body }: Request, mayAsk = true): Promise<Received> =>
    new Promise((resolve, reject) => {
      const asks = mayAsk && body !== null && body.length >= longBody
      const options = {
        agent,
        method,
        host: baseUrl.hostname.replace(/^\[(.*)\]$/u, "$1"),
        port: baseUrl.port === "" ? undefined : Number(baseUrl.port),
        path: `${baseUrl.pathname.replace(/\/$/u, "")}${path}`,
        headers: {
          accept: "application/json",
          ...headers,
          ...(asks
            ? { expect: "100-continue", "content-length": String(Buffer.byteLength(body)) }
            : {}),
        },
      }
      const received = (response: Received) => {
        clearTimeout(timer)
        resolve(response)
      }
      const failed = (why: Error) => {
        clearTimeout(timer)
        reject(why)
      }
      const outgoing = (secure ? tlsRequest : request)(options, (message) =>
        receive(message, outgoing, { received, failed }),
      )
      const timer = setTimeout(
        () => outgoing.destroy(new Error(`no answer within ${timeout / 1000} s (--timeout)`)),
        timeout,
      )
      outgoing.on("error", (error) =>
        failed(Object.assign(error, { reused: outgoing.reusedSocket })),
      )
      sendBody(outgoing, body, asks)
    })

  /** A target has not seen a request on a socket that it was closing. */
  const received = async (sent: Request): Promise<Received> => {
    try {
      const response = await once(sent)
      // The target does not support the expectation, which is optional.
      return response.status === 417 ? await once(sent, false) : response
    } catch (error) {
      const stale = error instanceof Error && "reused" in error && error.reused === true
      if (stale && codeOf(error) === "ECONNRESET" && sent.method === "GET") return once(sent)
      throw error
    }
  }

  return {
    send: async (sent) => {
      try {
        const response = await received(sent)
        return { ...response, body: parsed(response.text), exchange: exchangeOf(sent, response) }
      } catch (error) {
        const why = whyOf(error)
        if (isGone(error)) throw new TargetGone(`${baseUrl.origin}: ${why}`)
        throw new NoAnswer(why, exchangeOf(sent, null))
      }
    },
    close: () => agent.destroy(),
  }
}
