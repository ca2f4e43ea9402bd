import type { IncomingMessage, ServerResponse } from "node:http"
import type { UnitOfWork } from "@outlay/domain"
import type { IdempotencyStore } from "@outlay/domain/ports"
import type { Context } from "effect"
import type { Authentication } from "./authentication.ts"
import type { Metrics } from "./metrics.ts"
import type { NearestPath } from "./nearest-path.ts"
import type { Observed } from "./observation.ts"
import type { RateLimiter } from "./rate-limit.ts"
import type { Reach } from "./reach.ts"
import type { Route } from "./route.ts"
import type { Table } from "./table.ts"
import type { UnreadResponses } from "./unread-responses.ts"
import type { UploadSlots } from "./upload-slots.ts"

/** All that is worked out once, and the little that changes while the server runs. */
export interface Kernel {
  readonly table: Table
  readonly pages: ReadonlyMap<string, Page>
  /** What a POST to the address of a page does. */
  readonly posts: ReadonlyMap<string, Page>
  readonly nearestPath: NearestPath
  /** The pages of a site beside the interface; null: there is none. */
  readonly site: ((path: string) => Page | null) | null
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
  /** The same for those who have no token yet, per peer. */
  readonly visits: RateLimiter | null
  /** The origins of other sites whose pages may read responses. */
  readonly corsOrigins: ReadonlySet<string>
  /** Where people reach the service: known once it listens. */
  reach: Reach
  readonly metrics: Metrics
  /** Sees each request as it is answered; null: nobody does. */
  readonly observe: ((seen: Observed) => void) | null
  /** Milliseconds in which a body has to arrive. */
  readonly bodyTimeout: number
  /** The responses that clients have not read yet. */
  readonly unreadResponses: UnreadResponses
  /** More requests than this at once are turned away with 503. */
  readonly maxInFlight: number
  /** Records a defect, and answers 500 without saying what it was. */
  readonly failed: (exchange: Exchange, defect: unknown) => undefined
  /** The scopes of idempotency keys whose first request is still running. */
  readonly running: Set<string>
  /** For files that arrive, or are on their way into a unit of work. */
  readonly uploadSlots: UploadSlots
  /** Set at shutdown: every answer closes its connection. */
  draining: boolean
  /** Requests whose answers have not left yet. */
  inFlight: number
  /** Requests that wait, in every connection together, for the answer before theirs to leave. */
  waiting: number
}

/**
 * One request and its response, as every response needs them. The stages of a request (see
 * `stages.ts`) add what is known then: the parameter of a step says which stage it needs.
 */
export interface Exchange {
  readonly kernel: Kernel
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly started: number
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly search: string
  readonly progress: Progress
  /** The operation; null where there is none, or not yet. */
  readonly route: Route | null
  /** The secret that was presented, without its scheme; empty where there is none, or not yet. */
  readonly token: string
  /** Whether the secret came in a cookie, which browsers send for other sites, too. */
  readonly isCookie: boolean
  /** The `RateLimit` field, where a limit applies. */
  readonly rateLimit: string | null
  readonly dryRun: boolean
}

/** How far the answer is: the same in every stage. */
interface Progress {
  answered: boolean
  /** Whether the answer has left, or its connection is gone. */
  closed: boolean
}

/** A page outside the API, without authentication: health, metrics, documents. */
export type Page = (exchange: Exchange) => undefined

/** The response to a successful request. */
export interface Answer {
  readonly status: number
  /** JSON; empty for 204. */
  readonly body: string
  readonly headers: ReadonlyArray<string>
}
