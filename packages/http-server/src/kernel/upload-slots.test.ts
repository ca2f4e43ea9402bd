import type { Principal } from "@outlay/domain/rules"
import { expect, test } from "vitest"
import { Refused } from "./refusal.ts"
import { makeUploadSlots } from "./upload-slots.ts"

const of = (client_id: number, id: string) =>
  ({ token: { id }, business: { client_id } }) as unknown as Principal

test("a token has 8 slots, a business 16, and all together 64", () => {
  const slots = makeUploadSlots()
  const given: Array<() => void> = []
  /** Takes what is left; answers how many there were, and why there are no more. */
  const fill = (client_id: number, id: string) => {
    for (let n = 0; ; n++) {
      const slot = slots.take(of(client_id, id))
      if (slot instanceof Refused) return [n, slot.status, slot.code, slot.detail]
      given.push(slot)
    }
  }
  expect(fill(1, "a")).toEqual([8, 429, "rate_limited", "At most 8 uploads of a token at once."])
  expect(fill(1, "b")).toEqual([8, 429, "rate_limited", "At most 8 uploads of a token at once."])
  expect(fill(1, "c")).toEqual([
    ...[0, 429, "rate_limited", "At most 16 uploads of a business at once."],
  ])
  for (const id of "defghi") fill(id.charCodeAt(0) >> 1, id)
  expect(given).toHaveLength(64)
  expect(fill(9, "z")).toEqual([0, 503, "overloaded", "At most 64 uploads at once."])
  for (const giveBack of given) giveBack()
  expect(fill(1, "a")[0]).toBe(8)
})
