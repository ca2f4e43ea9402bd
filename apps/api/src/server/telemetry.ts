import type { Observed } from "@outlay/http-server"
import { Context, Effect, Exit, Layer, Metric, Option, type Scope, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import type { Settings } from "../config.ts"
import { version } from "../version.ts"

const resource = { serviceName: "outlay", serviceVersion: version }

const exporting = Layer.merge(OtlpSerialization.layerJson, FetchHttpClient.layer)

/** Also sends logs to the collector, if there is one. */
export const otlpLogs = ({ otlpUrl }: Settings): Layer.Layer<never> =>
  otlpUrl === null
    ? Layer.empty
    : OtlpLogger.layer({ url: `${otlpUrl}/v1/logs`, resource }).pipe(Layer.provide(exporting))

/** Upper bounds of the buckets in seconds, the same as in `/metrics`. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const duration = Metric.histogram("http.server.request.duration", {
  description: "Duration of requests in seconds.",
  boundaries,
  attributes: { unit: "seconds" },
})

/** Attributes named after OpenTelemetry's conventions for HTTP servers. */
const attributesOf = (seen: Observed): Record<string, string> => ({
  "http.request.method": seen.method,
  "http.route": seen.path ?? "other",
  "http.response.status_code": String(seen.status),
})

type Observe = (seen: Observed) => void

/** Exports a span and a duration for each request, with a tracer of its own. */
const exported = (otlpUrl: string): Effect.Effect<Observe, never, Scope.Scope> =>
  Effect.gen(function* () {
    const layers = Layer.merge(
      OtlpTracer.layer({ url: `${otlpUrl}/v1/traces`, resource }),
      OtlpMetrics.layer({ url: `${otlpUrl}/v1/metrics`, resource }),
    ).pipe(Layer.provide(exporting))
    const context = yield* Layer.build(layers)
    const tracer = Context.get(context as Context.Context<never>, Tracer.Tracer)
    const metrics = yield* Effect.context<never>()
    return (seen) => {
      Metric.withAttributes(duration, attributesOf(seen)).updateUnsafe(seen.seconds, metrics)
      recordSpan(tracer, seen)
    }
  })

const recordSpan = (tracer: Tracer.Tracer, seen: Observed): void => {
  const end = BigInt(Date.now()) * 1_000_000n
  const span = tracer.span({
    name: seen.operation ?? `${seen.method} other`,
    parent: Option.none(),
    annotations: Context.empty(),
    links: [],
    startTime: end - BigInt(Math.round(seen.seconds * 1e9)),
    kind: "server",
    root: true,
    sampled: true,
  })
  const { operation, client_id, request_id } = seen
  const attributes = {
    ...attributesOf(seen),
    // The conventions require a number here; metric attributes can only be text.
    "http.response.status_code": seen.status,
    "outlay.request_id": request_id,
    ...(operation === null ? {} : { "outlay.operation": operation }),
    ...(client_id === null ? {} : { "outlay.client_id": client_id }),
  }
  for (const [name, value] of Object.entries(attributes)) span.attribute(name, value)
  const failed = seen.status >= 500
  span.end(end, failed ? Exit.fail(`status ${seen.status}`) : Exit.void)
}

/** Logs a line for each request. */
const logged: Effect.Effect<Observe> = Effect.map(Effect.context<never>(), (context) => {
  const run = Effect.runForkWith(context)
  return ({ seconds, ...seen }) => {
    const milliseconds = Math.round(seconds * 1e4) / 10
    run(Effect.logInfo("request").pipe(Effect.annotateLogs({ ...seen, milliseconds })))
  }
})

/** Observer of requests that the settings require; null if none. */
export const observer = ({
  otlpUrl,
  accessLog,
}: Settings): Effect.Effect<Observe | null, never, Scope.Scope> =>
  Effect.gen(function* () {
    const all = [
      ...(accessLog ? [yield* logged] : []),
      ...(otlpUrl === null ? [] : [yield* exported(otlpUrl)]),
    ]
    if (all.length === 0) return null
    return (seen) => {
      for (const observe of all) observe(seen)
    }
  })
