import { expect, test } from "vitest"
import { makeMetrics } from "./metrics.ts"

test("a metric that cannot be read is missing, and the others are present", () => {
  const none = (): never => {
    throw new Error("EMFILE: too many open files")
  }
  const metrics = makeMetrics(
    [],
    [
      { name: "outlay_broken", help: "Fails.", value: none },
      { name: "outlay_sent_total", help: "Sent.", value: () => ({ outcome: { given_up: 2 } }) },
    ],
  )
  const text = metrics.text({ inFlight: 3, unreadBytes: 0 })
  metrics.stop()
  expect(text).not.toContain("outlay_broken")
  expect(text).toContain(
    "# TYPE outlay_http_requests_in_flight gauge\noutlay_http_requests_in_flight 3\n",
  )
  expect(text).toMatch(
    /\n# TYPE outlay_sent_total counter\noutlay_sent_total\{outcome="given_up"\} 2\n$/u,
  )
})
