import { type StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { IdempotencyStore } from "@outlay/domain/ports"
import type { Principal } from "@outlay/domain/rules"
import type { Endpoint } from "@outlay/http-contract"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterEach } from "vitest"
import { Authentication } from "../src/kernel/authentication.ts"
import type { Handler } from "../src/kernel/handler.ts"
import { type ServerOptions, serve } from "../src/server.ts"

/** A principal of a business with one permission. */
export const principalOf = (access: Endpoint["access"], client_id = 7) =>
  ({
    token: { client_id, id: `t${client_id}`, role_id: "r", user_id: null },
    business: { client_id },
    role: { id: "r", permissions: [access] },
  }) as unknown as Principal

/** Dependencies of the handler. */
export interface Around {
  readonly authenticate: (secret: string) => Effect.Effect<Principal | null>
  /** Runs at the end of each unit of work, and may fail. */
  readonly end?: Effect.Effect<void, StorageUnavailable>
  readonly options?: Partial<ServerOptions>
}

let stops: Array<() => Promise<void>> = []
afterEach(async () => {
  const all = stops
  stops = []
  await Promise.all(all.map((stop) => stop()))
})

/** Serves one handler on the loopback until the test ends. */
export const serveAlone = async (handler: Handler<never>, around: Around) => {
  const { authenticate, end = Effect.void, options = {} } = around
  const services = Layer.mergeAll(
    Layer.succeed(Authentication, {
      authenticate,
      business: () => Effect.succeed(null),
      judge: () => Effect.succeed("hidden" as const),
    }),
    Layer.succeed(UnitOfWork, {
      atomically: (work) => Effect.tap(work, () => end),
      dryRun: (work) => work,
      beforehand: (work) => work,
    }),
    Layer.succeed(IdempotencyStore, {
      find: () => Effect.succeed(null),
      save: () => Effect.succeed(true),
      prune: () => Effect.succeed(0),
    }),
  )
  const scope = Scope.makeUnsafe()
  const listening = await Effect.runPromise(
    serve([handler], { host: "127.0.0.1", port: 0, version: "1.0.0", ...options }).pipe(
      ...([Effect.provide(services), Effect.provideService(Scope.Scope, scope)] as const),
    ),
  )
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  stops.push(stop)
  const { port, metrics } = listening
  const inFlight = () =>
    Number(/^outlay_http_requests_in_flight (\d+)$/mu.exec(metrics())?.[1] ?? Number.NaN)
  return { port, metrics, inFlight, stop }
}
