import { Effect, type Exit } from "effect"
import { TestClock } from "effect/testing"

/** A request that the client sent. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
  /** Milliseconds of the test's clock. */
  readonly at: number
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** The connection breaks with this error. */
  readonly broken?: Error
  /** There is never a response. */
  readonly silent?: true
}

/** A service that returns these replies in turn, and then the last one repeatedly. */
export const serviceOf = (...replies: ReadonlyArray<Reply>) => {
  const sent: Array<Sent> = []
  const time = { now: 0 }
  const fetch = async (url: string, init: RequestInit) => {
    const { method = "", body } = init
    sent.push({ method, url, headers: new Headers(init.headers), body, at: time.now })
    const reply = replies[Math.min(sent.length, replies.length) - 1] ?? {}
    if (reply.broken !== undefined) throw reply.broken
    if (reply.silent) return new Promise(() => undefined)
    const text = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json))
    const { status = 200, headers = {} } = reply
    return { status, headers: new Headers(headers), text: async () => text }
  }
  return { sent, time, fetch: fetch as unknown as typeof globalThis.fetch }
}

/** Runs a call to its end, advancing the clock while it waits. */
export const drive = <A, E>(
  { time }: ReturnType<typeof serviceOf>,
  effect: Effect.Effect<A, E>,
): Promise<Exit.Exit<A, E>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(effect)
      for (;;) {
        yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
        const exit = fiber.pollUnsafe()
        if (exit !== undefined) return exit
        time.now += step
        yield* TestClock.adjust(step)
      }
    }).pipe(Effect.provide(TestClock.layer())),
  )

const step = 50

export const problem = (status: number, code: string, more: object = {}) => ({
  status,
  json: { type: `/docs/problems#${code}`, title: "T", status, detail: "D.", code, ...more },
})
