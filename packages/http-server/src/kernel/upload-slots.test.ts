import type { Principal } from "@outlay/domain/rules"
import { expect, test } from "vitest"
import { Refused } from "./refusal.ts"
import { makeUploadSlots } from "./upload-slots.ts"

const of = (client_id: number, id: string) =>
  ({ token: { id }, business: { client_id } }) as unknown as Principal

/**
 * Takes all remaining slots for a token. Returns how many there were, and why there are no more.
 */
const filling = () => {
  const slots = makeUploadSlots()
  const given: Array<() => void> = []
  const fill = (client_id: number, id: string) => {
    for (let n = 0; ; n++) {
      const slot = slots.take(of(client_id, id))
      if (slot instanceof Refused) return [n, slot.status, slot.code, slot.detail]
      given.push(slot)
    }
  }
  return { slots, given, fill }
}

test("a token has 8 slots and a business has 16", () => {
  const { given, fill } = filling()
  expect(fill(1, "a")).toEqual([8, 429, "rate_limited", "At most 8 uploads of a token at once."])
  expect(fill(1, "b")).toEqual([8, 429, "rate_limited", "At most 8 uploads of a token at once."])
  expect(fill(1, "c")).toEqual([
    ...[0, 429, "rate_limited", "At most 16 uploads of a business at once."],
  ])
  for (const giveBack of given) giveBack()
  expect(fill(1, "a")[0]).toBe(8)
})

test("all businesses together have 64 slots, of which 16 are reserved for a first upload", () => {
  const { slots, given, fill } = filling()
  const overloaded = [503, "overloaded", "At most 64 uploads at once."]
  // Three businesses have their maximum; a fourth has the rest, and its first.
  for (const client_id of [1, 2, 3]) for (const id of "ab") fill(client_id, `${client_id}${id}`)
  expect(fill(4, "4a")).toEqual([4, ...overloaded])
  for (let client_id = 5; client_id <= 16; client_id++) {
    expect(fill(client_id, `${client_id}a`), `business ${client_id}`).toEqual([1, ...overloaded])
  }
  expect(given).toHaveLength(64)
  expect(fill(17, "a")).toEqual([0, ...overloaded])
  expect(slots.take(null)).toBeInstanceOf(Refused)
  for (const giveBack of given.splice(0)) giveBack()
  for (let client_id = 1; client_id <= 16; client_id++) fill(client_id, `${client_id}a`)
  expect(given).toHaveLength(64)
})
