import type { Effect } from "effect"
import type { Exchange, Kernel, Page } from "./kernel.ts"
import type { Load } from "./metrics.ts"
import { refuse } from "./refusal.ts"
import { respondPage, respondProblem } from "./respond.ts"
import { proceed } from "./stages.ts"

export const servePage = (exchange: Exchange, page: Page): undefined => {
  const { method } = exchange.request
  const post = exchange.kernel.posts.get(exchange.path)
  const methods = post === undefined ? "GET, HEAD, OPTIONS" : "GET, HEAD, OPTIONS, POST"
  if (method === "POST" && post !== undefined) return post(exchange)
  if (method === "GET" || method === "HEAD") return page(exchange)
  if (method === "OPTIONS") return respondPage(exchange, 204, ["Allow", methods], "")
  const detail = `Allowed methods: ${methods}.`
  respondProblem(exchange, refuse("method_not_allowed", detail, ["Allow", methods]))
}

const nosniff = ["X-Content-Type-Options", "nosniff"] as const
const fresh = [...nosniff, "Cache-Control", "no-store"] as const
const json = ["Content-Type", "application/json", ...fresh]

const ok = `{"status":"ok"}`

/** Responds with 200 while the process runs. */
export const livez: Page = (exchange) => respondPage(exchange, 200, json, ok)

/**
 * Responds with 200 if the process can do its work now: storage accepts writes, and no shutdown is
 * in progress.
 */
export const readyz =
  (ready: Effect.Effect<boolean>, condition: () => object = () => ({})): Page =>
  (exchange) =>
    proceed(exchange, exchange.kernel.context, ready, (_, exit) => {
      const isReady = exit._tag === "Success" && exit.value && !exchange.kernel.draining
      if (isReady) {
        respondPage(exchange, 200, json, JSON.stringify({ status: "ok", ...condition() }))
      } else {
        const refused = refuse("storage_unavailable", "Not ready.", ["Retry-After", "1"])
        respondProblem(exchange, refused)
      }
    })

/** Current load of the kernel. */
export const loadOf = ({ inFlight, unreadResponses }: Kernel): Load => ({
  inFlight,
  unreadBytes: unreadResponses.bytes(),
})

export const metricsPage: Page = (exchange) => {
  const { metrics } = exchange.kernel
  const type = ["Content-Type", "text/plain; version=0.0.4; charset=utf-8", ...fresh]
  respondPage(exchange, 200, type, metrics.text(loadOf(exchange.kernel)))
}
