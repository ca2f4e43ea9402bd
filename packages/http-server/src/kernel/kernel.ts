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

/** Everything that is computed once, and the little that changes while the server runs. */
export interface Kernel {
  readonly table: Table
  readonly pages: ReadonlyMap<string, Page>
  /** Handlers of POST requests to the address of a page. */
  readonly posts: ReadonlyMap<string, Page>
  readonly nearestPath: NearestPath
  /** Pages of a site that is served in addition to the API; null if there is none. */
  readonly site: ((path: string) => Page | null) | null
  /** Every service that handlers need. */
  readonly context: Context.Context<never>
  /** The same services with the caller, by principal or operator. */
  readonly contexts: WeakMap<object, Context.Context<never>>
  readonly authentication: Authentication["Service"]
  readonly unitOfWork: UnitOfWork["Service"]
  readonly idempotency: IdempotencyStore["Service"]
  /** SHA-256 of the operator's token; null disables the operator's API. */
  readonly operatorDigest: Buffer | null
  readonly rateLimiter: RateLimiter | null
  /** Limit for requests that need no token, per peer. */
  readonly visits: RateLimiter | null
  /** Origins of other sites whose pages may read responses. */
  readonly corsOrigins: ReadonlySet<string>
  /** Addresses of the service, known once it listens. */
  reach: Reach
  readonly metrics: Metrics
  /** Called for each completed request; null if no one observes them. */
  readonly observe: ((seen: Observed) => void) | null
  /** Milliseconds in which a body must arrive. */
  readonly bodyTimeout: number
  /** Responses that clients have not read yet. */
  readonly unreadResponses: UnreadResponses
  /** Maximum number of requests in flight; further ones are refused with 503. */
  readonly maxInFlight: number
  /** Logs a defect and responds with 500, without details. */
  readonly failed: (exchange: Exchange, defect: unknown) => undefined
  /** Scopes of idempotency keys whose first request is still running. */
  readonly running: Set<string>
  /** Slots for files that are arriving or whose unit of work is not complete. */
  readonly uploadSlots: UploadSlots
  /** Set at shutdown: every response closes its connection. */
  draining: boolean
  /** Number of requests whose responses have not left yet. */
  inFlight: number
  /** Number of queued requests, of all connections together. */
  waiting: number
}

/**
 * A request and its response, as far as every response needs them. The stages of a request (see
 * `stages.ts`) add what is known later: the parameter type of a step says which stage it needs.
 */
export interface Exchange {
  readonly kernel: Kernel
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly started: number
  /** Path without the query. */
  readonly path: string
  /** Query without the question mark. */
  readonly search: string
  readonly progress: Progress
  /** The operation; null if there is none or it is not known yet. */
  readonly route: Route | null
  /**
   * The secret that was presented, without its scheme; empty if there is none or it is not known
   * yet.
   */
  readonly token: string
  /** True if the secret came in a cookie, which browsers also send for other sites. */
  readonly isCookie: boolean
  /** The `RateLimit` field; null if no limit applies. */
  readonly rateLimit: string | null
  readonly dryRun: boolean
}

/** Progress of the response, shared by all stages. */
interface Progress {
  hasResponded: boolean
  /** True if the response has left or the connection is gone. */
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
