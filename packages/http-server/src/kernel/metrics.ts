import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Route } from "./route.ts"

/** Upper bounds of the latency histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]

/** A metric that is measured elsewhere, such as the size of group commits. */
export interface Gauge {
  readonly name: string
  readonly help: string
  /** One value, or one for each value of a label: `{ outcome: { delivered: 3, given_up: 0 } }`. */
  readonly value: () => number | { readonly [label: string]: { readonly [value: string]: number } }
}

/** The current state of the server. */
export interface Load {
  readonly inFlight: number
  /** Bytes of responses that clients have not read yet. */
  readonly unreadBytes: number
}

interface Series {
  readonly route: string
  readonly method: string
  readonly status: Array<number>
  readonly buckets: Array<number>
  seconds: number
}

export interface Metrics {
  readonly count: (route: Route | null, status: number, started: number) => void
  /** The metrics in the text format 0.0.4 of Prometheus. */
  readonly text: (load: Load) => string
  readonly stop: () => void
}

const series = (route: string, method: string): Series => ({
  route,
  method,
  status: classes.map(() => 0),
  buckets: bounds.map(() => 0),
  seconds: 0,
})

/** Creates the metrics of every route at the start, so that none is ever missing. */
export const makeMetrics = (
  routes: ReadonlyArray<Route>,
  gauges: ReadonlyArray<Gauge>,
): Metrics => {
  const elsewhere = series("other", "other")
  const all = new Map(
    routes.map((route) => [route, series(route.endpoint.path, route.endpoint.method)] as const),
  )
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return {
    count: (route, status, started) => {
      const at = (route === null ? undefined : all.get(route)) ?? elsewhere
      const seconds = (performance.now() - started) / 1_000
      const statusClass = Math.floor(status / 100) - 1
      at.status[statusClass] = (at.status[statusClass] ?? 0) + 1
      at.seconds += seconds
      for (let i = bounds.length - 1; i >= 0 && seconds <= (bounds[i] as number); i--) {
        at.buckets[i] = (at.buckets[i] as number) + 1
      }
    },
    text: (load) => `${requestLines([...all.values(), elsewhere])}
${processLines(load, delay, gauges)}
`,
    stop: () => delay.disable(),
  }
}

const requestLines = (all: ReadonlyArray<Series>): string => {
  const seen = all.filter(({ status }) => status.some((count) => count > 0))
  const totals = seen.flatMap(({ route, method, status }) =>
    status.flatMap((count, i) =>
      count === 0
        ? []
        : [`outlay_http_requests_total{${labels(route, method)},status="${classes[i]}"} ${count}`],
    ),
  )
  return [
    "# HELP outlay_http_requests_total Requests answered, by route and class of status.",
    "# TYPE outlay_http_requests_total counter",
    ...totals,
    "# HELP outlay_http_request_duration_seconds From the request's headers to its answer.",
    "# TYPE outlay_http_request_duration_seconds histogram",
    ...seen.flatMap(histogramLines),
  ].join("\n")
}

const labels = (route: string, method: string): string => `route="${route}",method="${method}"`

const histogramLines = ({ route, method, status, buckets, seconds }: Series) => {
  const name = "outlay_http_request_duration_seconds"
  const count = status.reduce((sum, each) => sum + each, 0)
  const of = labels(route, method)
  return [
    ...bounds.map((bound, i) => `${name}_bucket{${of},le="${bound}"} ${buckets[i]}`),
    `${name}_bucket{${of},le="+Inf"} ${count}`,
    `${name}_sum{${of}} ${seconds}`,
    `${name}_count{${of}} ${count}`,
  ]
}

const processLines = (
  { inFlight, unreadBytes }: Load,
  delay: ReturnType<typeof monitorEventLoopDelay>,
  gauges: ReadonlyArray<Gauge>,
): string => {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  const own: ReadonlyArray<Gauge> = [
    {
      name: "outlay_http_requests_in_flight",
      help: "Requests in progress.",
      value: () => inFlight,
    },
    {
      name: "outlay_http_unread_bytes",
      help: "Response bytes that clients have not read yet.",
      value: () => unreadBytes,
    },
    {
      name: "outlay_event_loop_delay_p99_seconds",
      help: "Event loop delay, 99th percentile since startup.",
      value: () => seconds(delay.percentile(99)),
    },
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory of the process.",
      value: () => process.memoryUsage.rss(),
    },
    {
      name: "process_uptime_seconds",
      help: "Uptime of the process.",
      value: () => process.uptime(),
    },
    ...gauges,
  ]
  return own.flatMap(figureLines).join("\n")
}

/**
 * Returns null for a metric that cannot be read now: memory, for example, cannot be read without a
 * free file descriptor.
 */
const valueOf = ({ value }: Gauge): ReturnType<Gauge["value"]> | null => {
  try {
    return value()
  } catch {
    return null
  }
}

/** A metric that only grows is called `…_total` and is a counter, by Prometheus's own rule. */
const figureLines = (gauge: Gauge): ReadonlyArray<string> => {
  const { name, help } = gauge
  const type = name.endsWith("_total") ? "counter" : "gauge"
  const figure = valueOf(gauge)
  if (figure === null) return []
  const lines =
    typeof figure === "number"
      ? [`${name} ${figure}`]
      : Object.entries(figure).flatMap(([label, figures]) =>
          Object.entries(figures).map(([of, each]) => `${name}{${label}="${of}"} ${each}`),
        )
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}
