import { afterAll, expect, test } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { workplace } from "../outlay.ts"
import { receiver } from "./receiver.ts"
import { of, serving, teller } from "./served.ts"

const here = workplace()
afterAll(here.leave)

const total = 3_000

/** Rows of transactions, one per line. */
const rows = Array.from({ length: total }, (_, n) =>
  JSON.stringify({
    external_id: `row-${n}`,
    transaction_type: "CHARGE",
    status: "CLEARED",
    auth_date: "2026-01-01T00:00:00Z",
    cleared_date: "2026-01-02T00:00:00Z",
    merchant_name: "Kiosk",
    amount: -1,
  }),
).join("\n")

test("a service killed repeatedly during thousands of deliveries loses none", async () => {
  // The last request before each kill stays without a response.
  const will = { responses: 300 }
  const { url, received } = await receiver((_, response) => {
    if (received.length <= will.responses) response.writeHead(204).end()
  })
  let service = await serving(here)
  const { client_id, token, ...business } = await teller(service)
  const { id } = await business.listen(url, ["transaction.recorded"])
  const path = `/operator/v1/businesses/${client_id}/transactions/import`
  expect(await service.ask("POST", path, rows)).toMatchObject({ errors: [], imported: total })

  for (const next of [1_100, 2_300, Number.POSITIVE_INFINITY]) {
    await until(`${will.responses} responses are sent`, () => received.length > will.responses)
    await service.stop("SIGKILL")
    will.responses = next
    service = await serving(here)
  }
  const events = await of(service, client_id, token).events("transaction.recorded")
  const receivedIds = () => received.map(({ headers }) => headers["webhook-id"] ?? "")
  await until("all are delivered", () => new Set(receivedIds()).size === total)
  const ids = receivedIds()
  // The order is that of the events. An event is repeated for each kill during its delivery.
  const repeated = ids.filter((each, n) => each === ids[n - 1]).length
  expect(repeated).toBeLessThanOrEqual(3)
  expect(ids.filter((each, n) => each !== ids[n - 1])).toEqual(events.map((event) => event.id))

  const deliveries = await until("all are settled", async () => {
    const page = await of(service, client_id, token).ask("GET", `/webhooks/${id}/deliveries`)
    return page.results[0].status === "DELIVERED" && page
  })
  expect(deliveries.count).toBe(total)
  await service.stop()
})

test("a service stopped during a slow delivery later resumes with that delivery", async () => {
  const will = { answers: false }
  const { url, received } = await receiver((_, response) => {
    if (will.answers) response.writeHead(204).end()
  })
  const first = await serving(here)
  const { client_id, token, listen, policy } = await teller(first)
  const { id } = await listen(url, ["policy.created"])
  await policy("a")
  await until("it is asked", () => received.length === 1)
  const began = performance.now()
  expect(await first.stop()).toBe(0)
  // The receiver has a timeout of fifteen seconds, but the service does not wait for it.
  expect(performance.now() - began).toBeLessThan(12_000)

  will.answers = true
  const second = await serving(here)
  await until("it is asked again", () => received.length === 2)
  expect(received[0]?.headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"])
  const log = await until("it is settled", async () => {
    const found = await of(second, client_id, token).deliveries(id)
    return found[0].status === "DELIVERED" && found
  })
  // The interrupted attempt is not counted.
  expect(log).toMatchObject([{ attempts: 1, response_status: 204 }])
  await second.stop()
})
