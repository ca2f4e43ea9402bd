import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from "node:http"
import { Agent as HttpsAgent, request as secureRequest } from "node:https"
import { Effect } from "effect"
import { guardedLookup } from "./lookup.ts"
import type { Targets } from "./targets.ts"

/** What is posted. */
export interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is wanted of an answer: its body is not. */
export interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** How much of a body is read, and for how long, so that its connection can be used again. */
const maxBodyBytes = 16_384
const bodyTimeoutMs = 2_000

/** An idle connection is closed after so many milliseconds, or sooner if its server wishes. */
const idleTimeoutMs = 4_000

/** Connections to one host have no bound but that of what is sent at once (`maxSentAtOnce`). */
const sockets = { keepAlive: true, timeout: idleTimeoutMs }

/** The body is thrown away, and a receiver that goes on and on is cut off; then `done`. */
const discard = (answer: IncomingMessage, done: () => void): void => {
  let read = 0
  const bodyTimer = setTimeout(() => answer.destroy(), bodyTimeoutMs)
  answer.on("data", (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBodyBytes) answer.destroy()
  })
  answer.on("error", () => undefined)
  answer.on("close", () => {
    clearTimeout(bodyTimer)
    done()
  })
}

const closed = Object.assign(new Error("closed"), { code: "ECONNRESET" })

/** A connection that was kept may have been closed by its server just now; a new one is not. */
const wasStale = (asked: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  asked.reusedSocket && (code === "ECONNRESET" || code === "EPIPE")

/**
 * Posts to receivers and answers what they answer, over connections that are kept for a moment.
 * Redirects are answers like others, nothing is followed; certificates are verified. It fails with
 * whatever failed, and stops when it is interrupted.
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
          // Of several addresses each has this long, not the quarter of a second of Node.
          autoSelectFamilyAttemptTimeout: 2_000,
        }
        return isSecure
          ? secureRequest(url, { ...options, agent: secure })
          : request(url, { ...options, agent: plain })
      }
      return (post: Post): Effect.Effect<Answered, unknown> =>
        Effect.callback((resume) => {
          let asked: ClientRequest
          const ask = (): void => {
            const mine = begin(post)
            asked = mine
            let isAnswered = false
            mine.on("response", (answer) => {
              isAnswered = true
              const { statusCode: status = 0, headers } = answer
              const answered = { status, retryAfter: headers["retry-after"] }
              discard(answer, () => resume(Effect.succeed(answered)))
            })
            mine.on("error", (error) => {
              if (isAnswered) return
              if (wasStale(mine, error)) ask()
              else resume(Effect.fail(error))
            })
            // Without an answer or an error: it was an answer that asks for another protocol.
            mine.on("close", () => {
              if (asked === mine && !isAnswered) resume(Effect.fail(closed))
            })
            mine.end(post.body)
          }
          ask()
          return Effect.sync(() => asked.destroy())
        })
    }),
  )
