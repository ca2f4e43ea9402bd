import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from "node:http"
import { Agent as HttpsAgent, request as secureRequest } from "node:https"
import { Effect } from "effect"
import { guardedLookup } from "./lookup.ts"
import type { Targets } from "./targets.ts"

/** A POST request. */
export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Parts of the response that are used. The body is discarded. */
export interface WebhookResponse {
  readonly status: number
  readonly retryAfter: string | undefined
}

/**
 * Limits for reading a response: its size, including headers and interim responses, and the time
 * for its body. It is read so that the connection can be reused.
 */
const maxAnswerBytes = 32_768
const bodyTimeoutMs = 2_000

/** Timeout of an idle connection in milliseconds. The server can shorten it. */
const idleTimeoutMs = 4_000

/** Options of connections. Their number per host is limited only by `maxSentAtOnce`. */
const sockets = { keepAlive: true, timeout: idleTimeoutMs }

/** Discards the body, disconnects a receiver that does not end it, and then calls `done`. */
const discard = (response: IncomingMessage, done: () => void): void => {
  const bodyTimer = setTimeout(() => response.destroy(), bodyTimeoutMs)
  response.resume()
  response.on("error", () => undefined)
  response.on("close", () => {
    clearTimeout(bodyTimer)
    done()
  })
}

const tooLong = Object.assign(new Error("too long"), { code: "OUTLAY_TOO_LONG" })

/** Disconnects a receiver that sends too much, even if its data causes no event. */
const limit = (request: ClientRequest): void => {
  request.on("socket", (socket) => {
    let read = 0
    const count = (chunk: Buffer): void => {
      read += chunk.length
      if (read > maxAnswerBytes) request.destroy(tooLong)
    }
    socket.on("data", count)
    request.on("close", () => socket.off("data", count))
  })
}

const closed = Object.assign(new Error("closed"), { code: "ECONNRESET" })

/** True if the server has just closed a reused connection. A new connection cannot be stale. */
const wasStale = (request: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE")

/**
 * Sends requests to receivers over connections that are reused for a short time. Redirects are
 * returned and not followed; certificates are verified. Fails with the original error, and aborts
 * the request if interrupted.
 */
export const askReceivers = (targets: Targets) =>
  Effect.acquireRelease(
    Effect.sync(() => ({ plain: new HttpAgent(sockets), secure: new HttpsAgent(sockets) })),
    ({ plain, secure }) =>
      Effect.sync(() => {
        plain.destroy()
        secure.destroy()
      }),
  ).pipe(
    Effect.map(({ plain, secure }) => {
      const lookup = guardedLookup(targets)
      const begin = ({ url, headers, body }: Post): ClientRequest => {
        const isSecure = url.protocol === "https:"
        const length = String(Buffer.byteLength(body))
        const options = {
          method: "POST",
          headers: { ...headers, "content-length": length },
          lookup,
          // Timeout for each of several addresses. Node's default is a quarter of a second.
          autoSelectFamilyAttemptTimeout: 2_000,
        }
        return isSecure
          ? secureRequest(url, { ...options, agent: secure })
          : request(url, { ...options, agent: plain })
      }
      return (post: Post): Effect.Effect<WebhookResponse, unknown> =>
        Effect.callback((resume) => {
          let request: ClientRequest
          const ask = (): void => {
            const mine = begin(post)
            request = mine
            let isAnswered = false
            limit(mine)
            mine.on("response", (response) => {
              isAnswered = true
              const { statusCode: status = 0, headers } = response
              const parts = { status, retryAfter: headers["retry-after"] }
              discard(response, () => resume(Effect.succeed(parts)))
            })
            mine.on("error", (error) => {
              if (isAnswered) return
              if (wasStale(mine, error)) ask()
              else resume(Effect.fail(error))
            })
            // No response and no error: the response switches to another protocol.
            mine.on("close", () => {
              if (request === mine && !isAnswered) resume(Effect.fail(closed))
            })
            mine.end(post.body)
          }
          ask()
          return Effect.sync(() => request.destroy())
        })
    }),
  )
