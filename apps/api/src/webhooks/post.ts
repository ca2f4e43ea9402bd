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

/**
 * How much is read of an answer, with all header fields and the interim responses before it, and
 * for how long its body is, so that its connection can be used again.
 */
const maxAnswerBytes = 32_768
const bodyTimeoutMs = 2_000

/** An idle connection is closed after so many milliseconds, or sooner if its server wishes. */
const idleTimeoutMs = 4_000

/** Connections to one host have no bound but that of what is sent at once (`maxSentAtOnce`). */
const sockets = { keepAlive: true, timeout: idleTimeoutMs }

/** Throws the body away, and cuts off a receiver that does not end it; then `done`. */
const discard = (answer: IncomingMessage, done: () => void): void => {
  const bodyTimer = setTimeout(() => answer.destroy(), bodyTimeoutMs)
  answer.resume()
  answer.on("error", () => undefined)
  answer.on("close", () => {
    clearTimeout(bodyTimer)
    done()
  })
}

const tooLong = Object.assign(new Error("too long"), { code: "OUTLAY_TOO_LONG" })

/** Cuts off a receiver that goes on and on: nothing else counts what no event tells of. */
const limit = (asked: ClientRequest): void => {
  asked.on("socket", (socket) => {
    let read = 0
    const count = (chunk: Buffer): void => {
      read += chunk.length
      if (read > maxAnswerBytes) asked.destroy(tooLong)
    }
    socket.on("data", count)
    asked.on("close", () => socket.off("data", count))
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
            limit(mine)
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
