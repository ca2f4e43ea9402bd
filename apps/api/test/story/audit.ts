import { expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import type { Json } from "./stage.ts"
import type { Chapter } from "./telling.ts"

/** The bookkeeper's webhooks are the events of the audit trail, signed and in order. */
export const theBookkeeperIsTold: Chapter = async ({ story, books, bookkeeper }) => {
  const { as, on, call, the } = story
  await on("08-15")
  const mei = as("Mei")
  const { secret, ...own } = the("the bookkeeper")
  const expected = books
    .trail()
    .filter(({ type }) => /^(?:topup|transaction)\./u.test(type))
    .map((event) => ({ ...event, timestamp: event.created }))
  await until("the webhooks have arrived", () => bookkeeper.count() >= expected.length)
  expect(bookkeeper.read(secret)).toEqual(expected)

  const shown = await mei.get("/webhooks")
  expect(shown.results).toEqual([own])
  const change = { description: "Only what clears", event_types: ["transaction.cleared"] }
  expect(await mei.patch("/webhooks/{the bookkeeper}", change)).toMatchObject(change)
  expect(await mei.get("/webhooks/{the bookkeeper}")).toMatchObject(change)
  const path = "/webhooks/{the bookkeeper}/deliveries"
  const settled = await until("all is settled", async () => {
    const { results } = await mei.get(`${path}?limit=500`)
    return results.every((_: Json) => _.status === "DELIVERED") && results
  })
  const { id: event_id, type: event_type } = expected.at(-1)
  expect(call("the latest", settled.at(-1))).toMatchObject({ event_id, event_type, attempts: 1 })
  await mei.post(`${path}/{the latest}/redeliver`)
  await until("the repeated webhook has arrived", () => bookkeeper.count() > expected.length)
  expect(bookkeeper.read(secret).at(-1)).toEqual(expected.at(-1))
  await mei.delete("/webhooks/{the bookkeeper}")
  expect(await mei.get("/webhooks")).toMatchObject({ count: 0, results: [] })
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: { Kitchen: [3_200, 0], Cellar: [1_600, 0], Website: [200.05, 99.95] },
    events: { "webhook.updated": 1, "webhook.deleted": 1 },
  })
}

/** The trail is complete, in order, and names the actors. */
export const theTrailNamesThem: Chapter = async ({ story, books }) => {
  const { as, id } = story
  const counts = await Promise.all(
    Object.keys(books.totals()).map(async (type) => {
      const { count } = await as("Ravi").get(`/events?type=${type}&limit=1`)
      return [type, count] as const
    }),
  )
  expect(Object.fromEntries(counts)).toEqual(books.totals())
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(books.trail().length)

  const doneBy = (who: string, type: string) =>
    books.trail().filter((_) => _.type === type && _.actor.user_id === id(who)).length
  const deeds = [
    ["Mei", "invite.created", 5],
    ["Mei", "budget.created", 4],
    ["Mei", "user.deleted", 2],
    ["Ravi", "category.created", 3],
    ["Olivia", "topup.approved", 3],
    ["Nora", "topup.approved", 1 + 1],
    ["Olivia", "topup.declined", 2],
    ["Tom", "topup.cancelled", 1],
    ["Nora", "topup.cancelled", 1],
    ["Sam", "topup.created", 0],
  ] as const
  const found = deeds.map(([who, type]) => [who, type, doneBy(who, type)])
  expect(found).toEqual(deeds)
  const keyOf = ({ created, id }: Json) => `${created} ${id}`
  const keys = books.trail().map(keyOf)
  expect(keys).toEqual(keys.toSorted())
  expect(new Set(keys).size).toBe(keys.length)
}
