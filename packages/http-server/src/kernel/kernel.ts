import type { UnitOfWork } from "@outlay/domain"
import type { IdempotencyStore } from "@outlay/domain/ports"
import type { Context } from "effect"
import type { Authentication } from "./authentication.ts"
import type { Metrics } from "./metrics.ts"
import type { RateLimiter } from "./rate-limit.ts"
import type { Exchange } from "./stages.ts"
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

/** What a request is answered with, when it succeeds. */
export interface Answer {
  readonly status: number
  /** JSON; empty for 204. */
  readonly body: string
  readonly headers: ReadonlyArray<string>
}
