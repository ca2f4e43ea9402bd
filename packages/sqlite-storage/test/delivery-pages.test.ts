import type { WebhookDelivery } from "@outlay/domain/fields"
import { created } from "@outlay/domain/ports"
import { commit, pageOfDeliveries } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { at, business, decision, storage } from "./given.ts"

const webhook = {
  ...{ client_id: 1, url: "https://books.example.test/", event_types: ["*"], description: null },
  ...{ enabled: true, disabled_reason: null, created: at, updated: at },
  secrets: [{ secret: "whsec_1", expires_at: null }],
}

/** One of 40 deliveries: some are of the same instant, and their ids are in a different order. */
const delivery = (webhook_id: string, n: number): WebhookDelivery => ({
  ...{ client_id: 1, id: `${webhook_id}-${String((n * 7) % 40).padStart(2, "0")}`, webhook_id },
  ...{ event_id: `e${n}`, event_type: "budget.created", event_sequence: n, sequence: n },
  ...{ status: "PENDING", attempts: 0, first_attempt: null, last_attempt: null },
  ...{ next_attempt: at, response_status: null, error: null },
  ...{ created: `2026-01-15T10:00:0${Math.floor(n / 9)}.000Z`, updated: at },
})

const numbers = Array.from({ length: 40 }, (_, n) => n)
const ofOne = numbers.map((n) => delivery("a", n))

const given = commit(
  1,
  decision({
    result: undefined,
    writes: [
      created("businesses", business),
      ...["a", "b"].map((id) => created("webhooks", { ...webhook, id })),
      ...[...ofOne, ...numbers.map((n) => delivery("b", n))].map((row) =>
        created("webhook_deliveries", row),
      ),
    ],
  }),
)

const sorted = ofOne
  .toSorted((a, b) => (`${a.created} ${a.id}` < `${b.created} ${b.id}` ? -1 : 1))
  .map(({ id }) => id)
const key = { client_id: 1, webhook_id: "a" }

test("a page has the rows of the list, for any size of slice", async () => {
  const { run } = storage()
  await run(given)
  for (const perSlice of [1, 4, 20, 39, 40, 41, 1_000]) {
    for (const offset of [0, 1, 3, 4, 5, 11, 39, 40, 100]) {
      const { count, results } = await run(pageOfDeliveries(key, { offset, limit: 6 }, perSlice))
      expect([perSlice, offset, count, results.map(({ id }) => id)]).toEqual([
        ...[perSlice, offset, 40],
        sorted.slice(offset, offset + 6),
      ])
    }
  }
  const none = { client_id: 1, webhook_id: "none" }
  expect(await run(pageOfDeliveries(none, { offset: 0, limit: 6 }, 4))).toEqual({
    ...{ count: 0, results: [] },
  })
})

/** Returns the number of turns of the event loop that a page takes. */
const turnsOf = (perSlice: number) =>
  Effect.gen(function* () {
    let turns = 0
    let isGoing = true
    const count = () => {
      turns++
      if (isGoing) setImmediate(count)
    }
    setImmediate(count)
    yield* pageOfDeliveries(key, { offset: 39, limit: 5 }, perSlice)
    isGoing = false
    return turns
  })

test("deliveries are counted and skipped one slice per turn of the event loop", async () => {
  const { run } = storage()
  await run(given)
  const few = await run(turnsOf(100))
  expect(await run(turnsOf(4))).toBeGreaterThan(few + 8)
})
