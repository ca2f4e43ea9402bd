import { describe, expect, test } from "vitest"
import { epoch } from "./dates.ts"
import { makeUuids, millisOfUuid } from "./uuid.ts"

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
const now = epoch("2026-01-01T00:00:00.000Z")

const times = (count: number, clock: (n: number) => number): ReadonlyArray<string> => {
  const uuid = makeUuids()
  return Array.from({ length: count }, (_, n) => uuid(clock(n)))
}

/** Returns the creation time of an id, in milliseconds. */
const millisOf = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16)

describe("makeUuids", () => {
  test("returns lower-case canonical version 7 UUIDs", () => {
    for (const id of times(10_000, (n) => now + n)) expect(id).toMatch(version7)
  })

  test.each([0, 1, now, 2 ** 48 - 1])("contains the clock's milliseconds: %d", (millis) => {
    const id = makeUuids()(millis)
    expect(id).toMatch(version7)
    expect(millisOf(id)).toBe(millis)
    expect(millisOfUuid(id)).toBe(millis)
  })

  test("draws new random bits for every id", () => {
    const tails = times(10_000, () => now).map((id) => id.slice(19))
    expect(new Set(tails).size).toBe(tails.length)
    const variants = new Set(tails.map((tail) => tail[0]))
    expect([...variants].sort()).toEqual(["8", "9", "a", "b"])
  })

  const clocks: ReadonlyArray<readonly [string, (n: number) => number]> = [
    ["advances", (n) => now + n],
    ["stops", () => now],
    ["steps back", (n) => (n < 100 ? now : now - 3_600_000)],
    ["steps back repeatedly", (n) => now + (n % 1_000)],
    ["runs backwards", (n) => now - n],
  ]
  test.each(clocks)("ids are in order and differ when the clock %s", (_, clock) => {
    const ids = times(100_000, clock)
    expect(ids.every((id, n) => n === 0 || (ids[n - 1] as string) < id)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("each millisecond has 4,096 ids, and later ids use the next millisecond", () => {
    const ids = times(12_289, (n) => now + Math.min(2, Math.floor(n / 4_096)))
    const read = [0, 4_095, 4_096, 8_191, 8_192, 12_287, 12_288].map((n) => millisOf(ids[n] ?? ""))
    expect(read).toEqual([now, now, now + 1, now + 1, now + 2, now + 2, now + 3])
  })

  test("follows the clock again once it has caught up", () => {
    const uuid = makeUuids()
    const read = [now, now - 5, now + 1].map((millis) => millisOf(uuid(millis)))
    expect(read).toEqual([now, now, now + 1])
  })

  test("two sources never return the same id", () => {
    const ids = [...times(50_000, () => now), ...times(50_000, () => now)]
    expect(new Set(ids).size).toBe(ids.length)
  })
})
