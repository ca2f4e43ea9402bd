import { expect, test } from "vitest"
import type { Answer, Call, Trial } from "../../check.ts"
import { lists } from "./lists.ts"

const ids = Array.from({ length: 70 }, (_, index) => index + 100)

/** Runs the check of an order against a list whose pages of this limit come from `pageOf`. */
const failureOf = async (pageOf: (offset: number, limit: number) => ReadonlyArray<number>) => {
  const call = async (_: string, { query = [] }: Call = {}): Promise<Answer> => {
    const { offset, limit } = Object.fromEntries(query)
    const results = pageOf(Number(offset), Number(limit)).map((id) => ({ id }))
    const body = { count: ids.length, next: null, previous: null, results }
    const exchange = { url: `offset=${offset}&limit=${limit}` }
    return { status: 200, body, exchange } as Answer
  }
  let found: unknown = null
  const trial = {
    business: { call, read: call },
    expect: (holds, expected, seen, about = []) => {
      if (holds) return
      found = { expected, seen, about: about.map(({ exchange }) => exchange.url) }
      throw new Error("the check failed")
    },
  } as Trial
  const check = lists.find(({ id }) => id === "lists.order.users")
  await check?.run(trial).catch(() => undefined)
  return found
}

test("a list with the same order in pages of every size passes", async () => {
  expect(await failureOf((offset, limit) => ids.slice(offset, offset + limit))).toBeNull()
})

test("two swapped records are reported with their position and both requests", async () => {
  const turned = [...ids.slice(0, 17), 118, 117, ...ids.slice(19)]
  const found = await failureOf((offset, limit) =>
    (limit < 50 ? turned : ids).slice(offset, offset + limit),
  )
  expect(found).toEqual({
    expected: "id 117 at position 17 (from 0), as in the list asked for whole",
    seen: "id 118 at position 17 in pages of 8",
    about: ["offset=0&limit=500", "offset=16&limit=8"],
  })
})

test("a record missing from the pages is reported with the last of them", async () => {
  const found = await failureOf((offset, limit) =>
    (limit < 50 ? ids.slice(0, -1) : ids).slice(offset, offset + limit),
  )
  expect(found).toEqual({
    expected: "id 169 at position 69 (from 0), as in the list asked for whole",
    seen: "no record at position 69 in pages of 8",
    about: ["offset=0&limit=500", "offset=64&limit=8"],
  })
})
