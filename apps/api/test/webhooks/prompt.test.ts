import { afterAll, beforeAll, describe, expect, test } from "vitest"
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

/** Returns the milliseconds from response to delivery of ten events, in ascending order. */
const delays = async (business: Awaited<ReturnType<typeof teller>>) => {
  const { url, received } = await receiver((_, response) => response.writeHead(204).end())
  await business.listen(url, ["policy.created"])
  const all: Array<number> = []
  for (let n = 1; n <= 10; n++) {
    await business.policy(String(n))
    const respondedAt = performance.now()
    await until(`told ${n} times`, () => received.length === n)
    all.push(performance.now() - respondedAt)
  }
  return all.toSorted((a, b) => a - b)
}

/** Bound in milliseconds. A sender that only polls every two seconds would take longer. */
const soon = 1_500

describe("events are delivered at once", () => {
  test("to a single receiver", async () => {
    const [median] = (await delays(await teller(service))).slice(5)
    expect(median).toBeLessThan(soon)
  })

  test("while another receiver does not respond", async () => {
    const requested = Promise.withResolvers<void>()
    const { url } = await receiver(() => requested.resolve())
    const dead = await teller(service)
    await dead.listen(url, ["policy.created"])
    await dead.policy("unheard")
    await requested.promise
    const [median] = (await delays(await teller(service))).slice(5)
    expect(median).toBeLessThan(soon)
  })
})
