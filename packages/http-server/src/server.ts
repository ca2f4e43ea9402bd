import { hash } from "node:crypto"
import { createServer, type Server } from "node:http"
import { type AddressInfo, Server as NetServer } from "node:net"
import { UnitOfWork } from "@outlay/domain"
import { IdempotencyStore } from "@outlay/domain/ports"
import type { Endpoint } from "@outlay/http-contract"
import { Context, Data, Effect, type Scope } from "effect"
import { Authentication } from "./kernel/authentication.ts"
import { refuseConnect, refuseMalformed } from "./kernel/connection.ts"
import { documentPages } from "./kernel/documents.ts"
import { recordDefect } from "./kernel/failure.ts"
import type { Handler, ServicesOf } from "./kernel/handler.ts"
import type { Kernel, Page } from "./kernel/kernel.ts"
import { closeSilent, enqueue } from "./kernel/line.ts"
import { type Gauge, makeMetrics } from "./kernel/metrics.ts"
import { nearestPathOf } from "./kernel/nearest-path.ts"
import type { Observed } from "./kernel/observation.ts"
import { livez, loadOf, metricsPage, readyz } from "./kernel/pages.ts"
import { providerPages, type SignInProvider } from "./kernel/provider.ts"
import { makeRateLimiter, type RateLimit } from "./kernel/rate-limit.ts"
import { nowhere, type Reach, reachOf } from "./kernel/reach.ts"
import { routesOf } from "./kernel/route.ts"
import { siteOf } from "./kernel/site.ts"
import { tableOf } from "./kernel/table.ts"
import { makeUnreadResponses, type UnreadResponsesBounds } from "./kernel/unread-responses.ts"
import { type Unsubscribe, unsubscribePages, unsubscribePath } from "./kernel/unsubscribe.ts"
import { makeUploadSlots } from "./kernel/upload-slots.ts"

export interface KernelOptions {
  /** Version in the OpenAPI document. */
  readonly version: string
  /** Null disables the operator's API. */
  readonly operatorToken?: string | null
  /** Per token; null for no limit. */
  readonly rateLimit?: RateLimit | null
  /** Per client address, for signing in; null for no limit. Default 60 in 60 seconds. */
  readonly visitLimit?: RateLimit | null
  /** The public URL of the service; on loopback, defaults to the address that it listens on. */
  readonly publicUrl?: string | null
  /** The origins of other sites whose pages may read responses, such as `https://a.example`. */
  readonly corsOrigins?: ReadonlyArray<string>
  /** Number of the operator's proxies in front of the service. Default 0. */
  readonly proxies?: number
  /** True if `/readyz` responds with 200. */
  readonly ready?: Effect.Effect<boolean>
  /** Additional fields of `/readyz` while the service is ready, such as a warning. */
  readonly condition?: () => object
  /** Additional metrics for `/metrics`. */
  readonly gauges?: ReadonlyArray<Gauge>
  /** Called for each completed request, for an access log or traces. Must not throw. */
  readonly observe?: ((seen: Observed) => void) | null
  /** False if `/metrics` is served elsewhere, with `Listening.metrics`. */
  readonly servesMetrics?: boolean
  /**
   * The folder of a site to serve in addition to the API; without one, `/` redirects to `/docs`.
   */
  readonly site?: string
  /** Handles unsubscribe links; without it, there are none. */
  readonly unsubscribe?: Unsubscribe
  /**
   * The provider with which people can sign in, in addition to links; without it, there is no
   * `/oidc`.
   */
  readonly provider?: SignInProvider
  /** Maximum number of requests in progress: 4,096. */
  readonly maxInFlight?: number
  /** Milliseconds in which a request body must arrive: 30 s. */
  readonly bodyTimeout?: number
  /** Limits on the responses that clients have not read yet. */
  readonly unreadResponses?: Partial<UnreadResponsesBounds>
}

const unreadResponsesBounds: UnreadResponsesBounds = {
  maxBytesPerToken: 16 * 1_048_576,
  maxBytes: 128 * 1_048_576,
  timeoutMs: 60_000,
}

export interface ServerOptions extends KernelOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Time limit for the header fields, in milliseconds: 20 s. */
  readonly headersTimeout?: number
  /**
   * Longest time that a connection may be silent while the client should send or read, in
   * milliseconds: 60 s.
   */
  readonly idleTimeout?: number
  /** Time limit for requests in progress at shutdown, in milliseconds: 10 s. */
  readonly shutdownDeadline?: number
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Returns the metrics of `/metrics`. */
  readonly metrics: () => string
}

/** The address is in use, or this process may not listen on it. */
export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly reason: string }> {
  override get message(): string {
    return `Cannot listen: ${this.reason}`
  }
}

type Services<H extends ReadonlyArray<Handler>> =
  | ServicesOf<H[number]>
  | Authentication
  | UnitOfWork
  | IdempotencyStore

/**
 * Number of services that a request may add before the whole context is copied into a new map. The
 * caller, the spans and the services of a unit of work are about twenty; the default is eight.
 */
const maxDepth = 32

/** Prepares everything that requests need, from the handlers and the services in the context. */
export const makeKernel = <const H extends ReadonlyArray<Handler>>(
  handlers: H,
  options: KernelOptions,
): Effect.Effect<Kernel, never, Services<H>> =>
  Effect.gen(function* () {
    const operatorToken = options.operatorToken ?? null
    const served = handlers.filter(
      ({ endpoint }) => endpoint.access !== "operator" || operatorToken !== null,
    )
    const routes = routesOf(served)
    const { mapUnsafe } = yield* Effect.context<Services<H>>()
    const context = Context.makeUnsafe<Services<H>>(mapUnsafe, { maxDepth })
    const rateLimit = options.rateLimit ?? null
    const endpoints = served.map((_) => _.endpoint)
    const mail = options.unsubscribe === undefined ? null : unsubscribePages(options.unsubscribe)
    const pages = pagesOf(options, endpoints, mail?.ask ?? null)
    const { visitLimit = { requests: 60, seconds: 60 } } = options
    return {
      table: tableOf(routes),
      pages,
      posts: new Map(mail === null ? [] : [[unsubscribePath, mail.act]]),
      nearestPath: nearestPathOf([...endpoints.map(({ path }) => path), ...pages.keys()]),
      site: options.site === undefined ? null : siteOf(options.site),
      context,
      contexts: new WeakMap(),
      authentication: yield* Authentication,
      unitOfWork: yield* UnitOfWork,
      idempotency: yield* IdempotencyStore,
      operatorDigest: operatorToken === null ? null : hash("sha256", operatorToken, "buffer"),
      rateLimiter: rateLimit === null ? null : makeRateLimiter(rateLimit),
      visits: visitLimit === null ? null : makeRateLimiter(visitLimit),
      corsOrigins: new Set(options.corsOrigins),
      reach: nowhere as Reach,
      observe: options.observe ?? null,
      metrics: makeMetrics(routes, options.gauges ?? []),
      bodyTimeout: options.bodyTimeout ?? 30_000,
      unreadResponses: makeUnreadResponses({
        ...unreadResponsesBounds,
        ...options.unreadResponses,
      }),
      maxInFlight: options.maxInFlight ?? 4_096,
      failed: recordDefect,
      running: new Set<string>(),
      uploadSlots: makeUploadSlots(),
      draining: false,
      inFlight: 0,
      waiting: 0,
    }
  })

const pagesOf = (
  options: KernelOptions,
  endpoints: ReadonlyArray<Endpoint>,
  unsubscribe: Page | null,
): ReadonlyMap<string, Page> =>
  new Map([
    ["/livez", livez],
    ["/readyz", readyz(options.ready ?? Effect.succeed(true), options.condition)],
    ...(options.servesMetrics === false ? [] : [["/metrics", metricsPage] as const]),
    ...(unsubscribe === null ? [] : [[unsubscribePath, unsubscribe] as const]),
    ...(options.provider === undefined ? [] : providerPages(options.provider)),
    ...documentPages(endpoints, options.version),
  ])

/**
 * Listens until the scope closes. Then it completes the requests in progress, each with
 * `Connection: close`, and returns when all are completed or the deadline has passed.
 */
export const serve = <const H extends ReadonlyArray<Handler>>(
  handlers: H,
  options: ServerOptions,
): Effect.Effect<Listening, CannotListen, Services<H> | Scope.Scope> =>
  Effect.gen(function* () {
    const kernel = yield* makeKernel(handlers, options)
    const server = serverOf(kernel, options)
    yield* Effect.acquireRelease(listen(server, options), () =>
      close(kernel, server, options.shutdownDeadline ?? 10_000),
    )
    const { address, port } = server.address() as AddressInfo
    const { host, publicUrl = null, proxies = 0 } = options
    kernel.reach = reachOf(publicUrl, { host, port, proxies })
    return { host: address, port, metrics: () => kernel.metrics.text(loadOf(kernel)) }
  })

/** Creates a node server for a kernel; it does not listen yet. */
export const serverOf = (
  kernel: Kernel,
  options: Pick<ServerOptions, "headersTimeout" | "idleTimeout">,
): Server => {
  const server = createServer(
    {
      insecureHTTPParser: false,
      requireHostHeader: false,
      maxHeaderSize: 16_384,
      headersTimeout: options.headersTimeout ?? 20_000,
      // Bodies have a time limit of their own, so that a streamed one may take as long as it needs.
      requestTimeout: 0,
      keepAliveTimeout: 60_000,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => enqueue(kernel, request, response),
  )
  // Node silently drops fields above its maximum, so the kernel counts and refuses them.
  server.maxHeadersCount = 0
  server.timeout = options.idleTimeout ?? 60_000
  // Node would respond to an unknown expectation itself, so the kernel refuses it.
  server.on("checkExpectation", (request, response) => enqueue(kernel, request, response))
  server.on("timeout", closeSilent)
  server.on("clientError", refuseMalformed)
  server.on("connect", refuseConnect)
  return server
}

const listen = (server: Server, { host, port }: ServerOptions): Effect.Effect<void, CannotListen> =>
  Effect.callback((resume) => {
    const fail = (error: Error) => resume(Effect.fail(new CannotListen({ reason: error.message })))
    server.once("error", fail)
    server.listen({ host, port, backlog: 4_096 }, () => {
      server.off("error", fail)
      resume(Effect.void)
    })
  })

const checkMillis = 20

/**
 * Every request that was received is completed, even if its client has disconnected: its write
 * counts.
 */
const close = (kernel: Kernel, server: Server, deadline: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const until = performance.now() + deadline
    let closed = false
    kernel.draining = true
    // Node considers a connection idle once its response is written, even if it is not read yet:
    // its own `close` would cut that off.
    NetServer.prototype.close.call(server, () => {
      closed = true
    })
    const check = () => {
      if (kernel.unreadResponses.count() === 0) server.closeIdleConnections()
      const isOverdue = performance.now() >= until
      if (isOverdue) server.closeAllConnections()
      if (!isOverdue && (!closed || kernel.inFlight > 0)) return
      clearInterval(timer)
      server.close()
      kernel.metrics.stop()
      resume(Effect.void)
    }
    const timer = setInterval(check, checkMillis)
    check()
  })
