import type { IncomingMessage, ServerResponse } from "node:http"
import type { Business, IdempotencyStore, Principal, UnitOfWork } from "@outlay/domain"
import { type Context, Effect, type Exit } from "effect"
import type { Authentication } from "./authentication.ts"
import type { Metrics } from "./metrics.ts"
import type { RateLimiter } from "./rate-limit.ts"
import type { Route } from "./route.ts"
import type { Table } from "./table.ts"
import type { Untaken } from "./untaken.ts"

/** All that is worked out once, and the little that changes while the server runs. */
export interface Kernel {
  readonly table: Table
  readonly pages: ReadonlyMap<string, Page>
  /** Every service that handlers need. */
  readonly context: Context.Context<never>
  /** The same with who acts, by principal or operator. */
  readonly contexts: WeakMap<object, Context.Context<never>>
  readonly authentication: Authentication["Service"]
  readonly unitOfWork: UnitOfWork["Service"]
  readonly idempotency: IdempotencyStore["Service"]
  /** SHA-256 of the operator's token; null: there is no operator's side. */
  readonly operatorDigest: Buffer | null
  readonly rateLimiter: RateLimiter | null
  readonly metrics: Metrics
  /** Milliseconds in which a body has to arrive. */
  readonly bodyTimeout: number
  /** What was answered and not taken yet. */
  readonly untaken: Untaken
  /** More requests than this at once are turned away with 503. */
  readonly maxInFlight: number
  /** Records a defect, and answers 500 without saying what it was. */
  readonly failed: (exchange: Exchange, defect: unknown) => undefined
  /** The scopes of idempotency keys whose first request is still running. */
  readonly running: Set<string>
  /** Set at shutdown: every answer closes its connection. */
  draining: boolean
  /** Requests whose answers have not left yet. */
  inFlight: number
  /** Requests that wait, in every connection together, for the answer before theirs to leave. */
  waiting: number
}

/** A page outside the interface and outside authentication: health, figures, documents. */
export type Page = (exchange: Exchange) => undefined

/** One request on its way to its answer. */
export interface Exchange {
  readonly kernel: Kernel
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly started: number
  /** The path without its query. */
  path: string
  /** The query without its question mark. */
  search: string
  route: Route | null
  /** The secret that was presented, without its scheme; empty before it is looked at. */
  token: string
  values: ReadonlyArray<string>
  principal: Principal | null
  business: Business | null
  /** The `RateLimit` field, where a limit applies. */
  rateLimit: string | null
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  dryRun: boolean
  /** The turn of the event loop in which the credential was judged. */
  judgedIn: number
  answered: boolean
  /** Whether its answer has left, or its connection is gone. */
  closed: boolean
}

/** What a request is answered with, when it succeeds. */
export interface Answer {
  readonly status: number
  /** JSON; empty for 204. */
  readonly body: string
  readonly headers: ReadonlyArray<string>
}

/** Runs an effect, and goes on with its exit: at once where it did not suspend. */
export const proceed = <A, E>(
  exchange: Exchange,
  context: Context.Context<never>,
  effect: Effect.Effect<A, E>,
  next: (exchange: Exchange, exit: Exit.Exit<A, E>) => undefined,
): undefined => {
  const fiber = Effect.runForkWith(context)(effect)
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) next(exchange, exit)
  else fiber.addObserver((later) => guarded(exchange, () => next(exchange, later)))
}

/** Whatever a step throws is a defect of this request alone. */
export const guarded = (exchange: Exchange, step: () => undefined): undefined => {
  try {
    step()
  } catch (defect) {
    exchange.kernel.failed(exchange, defect)
  }
}
