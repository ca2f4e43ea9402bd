import { createServer, type Server } from "node:http"
import { Effect, type Scope } from "effect"
import { type Settings, serving } from "../config.ts"
import type { CommandFailed } from "../failure.ts"
import { cannotListen } from "./address.ts"

const type = "text/plain; version=0.0.4; charset=utf-8"

/** Server for `GET /metrics` only. */
const serverOf = (metrics: () => string): Server =>
  createServer((request, response) => {
    const isAsked = request.url === "/metrics"
    const reads = request.method === "GET" || request.method === "HEAD"
    const status = !isAsked ? 404 : reads ? 200 : 405
    response.writeHead(status, status === 405 ? { allow: "GET, HEAD" } : { "content-type": type })
    response.end(status === 200 && request.method === "GET" ? metrics() : undefined)
  })

/** Serves metrics on a separate port if the settings have one. */
export const serveMetrics = (
  settings: Settings,
  metrics: () => string,
): Effect.Effect<void, CommandFailed, Scope.Scope> => {
  const { host, metricsPort: port } = settings
  if (port === null) return Effect.void
  const server = serverOf(metrics)
  const listen = Effect.callback<void, CommandFailed>((resume) => {
    server.once("error", ({ message }) =>
      resume(Effect.fail(cannotListen({ host, port }, serving.metricsPort.flag, message))),
    )
    server.listen(port, host, () => resume(Effect.void))
  })
  const close = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })
  return Effect.acquireRelease(listen, () => close)
}
