import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { workplace } from "../outlay.ts"
import { receiver } from "./receiver.ts"
import { type Serving, serving, teller } from "./served.ts"

const here = workplace()
afterAll(here.leave)

let service: Serving
beforeAll(async () => {
  service = await serving(here)
})
afterAll(() => service?.stop())

/** Returns the webhook metrics in `/metrics`. */
const figures = async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return text.split("\n").filter((line) => line.includes("outlay_webhook_"))
}
const figure = async (name: string) =>
  Number((await figures()).find((line) => line.startsWith(`${name} `))?.split(" ")[1])

test("the metrics show pending deliveries and the outcomes of attempts", async () => {
  const will = { status: 500 }
  const { url, received } = await receiver((_, response) => response.writeHead(will.status).end())
  const business = await teller(service)
  const before = await figure("outlay_webhook_deliveries_waiting")
  const { id } = await business.listen(url, ["policy.created"])
  for (const name of ["a", "b", "c"]) await business.policy(name)
  await until("it was asked", () => received.length > 0)
  await until(
    "the attempt is counted",
    async () => (await figure('outlay_webhook_attempts_total{outcome="postponed"}')) > 0,
  )
  expect(await figure("outlay_webhook_deliveries_waiting")).toBe(before + 3)
  const [{ created }] = await business.deliveries(id)
  await service.clock(new Date(Date.parse(created) + 3_600_000).toISOString())
  const age = await figure("outlay_webhook_oldest_waiting_seconds")
  expect(age).toBeGreaterThanOrEqual(3_600)
  expect(age).toBeLessThan(3_700)

  will.status = 204
  await until("nothing waits", async () => {
    const waiting = await figure("outlay_webhook_deliveries_waiting")
    return waiting === before
  })
  expect(await figures()).toEqual([
    expect.stringMatching(/^# HELP outlay_webhook_deliveries_waiting [A-Z]/u),
    "# TYPE outlay_webhook_deliveries_waiting gauge",
    expect.stringMatching(/^outlay_webhook_deliveries_waiting \d+$/u),
    expect.stringMatching(/^# HELP outlay_webhook_oldest_waiting_seconds [A-Z]/u),
    "# TYPE outlay_webhook_oldest_waiting_seconds gauge",
    expect.stringMatching(/^outlay_webhook_oldest_waiting_seconds [\d.]+$/u),
    expect.stringMatching(/^# HELP outlay_webhook_attempts_total [A-Z]/u),
    "# TYPE outlay_webhook_attempts_total counter",
    expect.stringMatching(/^outlay_webhook_attempts_total\{outcome="delivered"\} [1-9]\d*$/u),
    expect.stringMatching(/^outlay_webhook_attempts_total\{outcome="postponed"\} [1-9]\d*$/u),
    expect.stringMatching(/^outlay_webhook_attempts_total\{outcome="given_up"\} 0$/u),
  ])
})
