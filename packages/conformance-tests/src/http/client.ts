import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http"
import { Agent as TlsAgent, request as tlsRequest } from "node:https"
import type { Answer, Exchange, Json } from "./check.ts"
import { decoded } from "./codings.ts"
import type { Redaction } from "./redaction.ts"

/** Nobody listens, or whoever listened is gone: the run ends. */
export class TargetGone extends Error {}
/** The target took the request and did not answer it. */
export class NoAnswer extends Error {
  readonly exchange: Exchange
  constructor(message: string, exchange: Exchange) {
    super(message)
    this.exchange = exchange
  }
}

interface Request {
  /** The operation, for the report. */
  readonly operation?: string
  readonly method: string
  /** Path and query, as they go on the wire. */
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
  /** Milliseconds for the whole answer. */
  readonly timeout: number
  readonly redaction: Redaction
}

/** What a report shows of a body: enough to understand it. */
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

/** Much more than any answer of the interface has; what is longer need not be kept. */
const mostBytes = 64 * 1024 * 1024

const goneCodes = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""
/** Whether a failure to connect says that nobody listens. */
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

/** Why there was no answer; of a certificate that is not trusted also what to do about it. */
export const whyOf = (error: unknown): string => {
  const why = error instanceof Error ? error.message : String(error)
  if (!untrustedCodes.includes(codeOf(error))) return why
  const [short = why] = why.split(";")
  const advice = "set NODE_EXTRA_CA_CERTS to a PEM file of the certificate that signed it"
  return `the certificate is not trusted (${short}): ${advice}`
}

/** What was exchanged, presentable when a report first looks at it: most of it is never shown. */
const exchanges = (baseUrl: URL, redaction: Redaction) => {
  const presented = (asked: Request, answer: Received | null): Exchange => ({
    operation: asked.operation ?? null,
    method: asked.method,
    url: redaction.clean(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/u, "")}${asked.path}`),
    request_headers: redaction.cleanHeaders(asked.headers),
    request_body:
      asked.body === null
        ? null
        : shown(redaction.clean(Buffer.from(asked.body as string).toString("utf8"))),
    status: answer?.status ?? null,
    response_headers: redaction.cleanHeaders(answer?.headers ?? {}),
    response_body: shown(redaction.clean(answer?.text ?? "")),
  })

  return (asked: Request, answer: Received | null): Exchange => {
    let made: Exchange | undefined
    const shownOnce = (): Exchange => {
      made ??= presented(asked, answer)
      return made
    }
    return {
      operation: asked.operation ?? null,
      method: asked.method,
      status: answer?.status ?? null,
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

/** A body so long that a target may refuse it, and close, before all of it has arrived. */
const longBody = 1024 * 1024
/** How long a target is waited for that may say whether it wants the body. */
const waitMs = 1_000

/** Sends the body; a long one when the target says that it wants it, or says nothing. */
const sendBody = (outgoing: ClientRequest, body: Request["body"], asks: boolean) => {
  if (body === null) return outgoing.end()
  if (!asks) return outgoing.end(body)
  const timer = setTimeout(send, waitMs)
  function send() {
    clearTimeout(timer)
    if (!outgoing.writableEnded) outgoing.end(body)
  }
  outgoing.once("continue", send)
  // It is answered without: nothing more is sent, for the target may no longer listen.
  outgoing.once("response", () => clearTimeout(timer))
  outgoing.once("close", () => clearTimeout(timer))
  return outgoing.flushHeaders()
}

/** What a target answers, as it comes: decoded, and no more of it than fits. */
const receive = (
  message: IncomingMessage,
  outgoing: ClientRequest,
  { received, failed }: { received: (answer: Received) => void; failed: (why: Error) => void },
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

/** An HTTP client for one target: nothing is followed, retried or corrected. */
export const client = ({ baseUrl, timeout, redaction }: ClientOptions): Client => {
  const secure = baseUrl.protocol === "https:"
  const exchangeOf = exchanges(baseUrl, redaction)
  // Sockets are left before servers close idle ones, so that no request meets a closing socket.
  const kept = { keepAlive: true, maxSockets: 32, timeout: 2_000 }
  const agent = secure ? new TlsAgent(kept) : new Agent(kept)

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
      const received = (answer: Received) => {
        clearTimeout(timer)
        resolve(answer)
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

  /** A request that met a socket which the target was closing has not been seen by it. */
  const received = async (asked: Request): Promise<Received> => {
    try {
      const answer = await once(asked)
      // It does not take the question, which nobody has to.
      return answer.status === 417 ? await once(asked, false) : answer
    } catch (error) {
      const stale = error instanceof Error && "reused" in error && error.reused === true
      if (stale && codeOf(error) === "ECONNRESET" && asked.method === "GET") return once(asked)
      throw error
    }
  }

  return {
    send: async (asked) => {
      try {
        const answer = await received(asked)
        return { ...answer, body: parsed(answer.text), exchange: exchangeOf(asked, answer) }
      } catch (error) {
        const why = whyOf(error)
        if (isGone(error)) throw new TargetGone(`${baseUrl.origin}: ${why}`)
        throw new NoAnswer(why, exchangeOf(asked, null))
      }
    },
    close: () => agent.destroy(),
  }
}
