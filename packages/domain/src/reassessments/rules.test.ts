import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aCategory, aTransaction, now, verdict } from "../../test/given.ts"
import { context } from "../../test/transactions.ts"
import { money } from "../core/money.ts"
import type { Candidate, Reassessment } from "../core/records/reassessments.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { decideReassessment } from "../transactions/rules/reassessment.ts"
import {
  bytesPerSlice,
  decideProgress,
  decideRequest,
  expensesPerSlice,
  type Slice,
  sliceOf,
} from "./rules.ts"

const auth_date = "2026-11-20T10:00:00.000Z"
const pending = (fields: Partial<Reassessment> = {}): Reassessment => ({
  ...{ client_id: 7, auth_date: null, transaction_id: null, again: false },
  ...{ created: auth_date, updated: auth_date, ...fields },
})
const begun = { auth_date, transaction_id: "t1" }

describe("decideRequest", () => {
  test.each([
    ["the first request creates a reassessment", null, ["reassessments created"]],
    ["one that has not started needs no change", pending(), []],
    ["one that has started will start again", pending(begun), ["reassessments again=true"]],
    [
      "it starts again only once, however often it is requested",
      pending({ ...begun, again: true }),
      [],
    ],
  ])("%s", (_, given, expected) => {
    expect(verdict(decideRequest(given, 7, now))).toEqual(expected)
  })
})

describe("decideProgress", () => {
  const last = { auth_date, id: "t2" }
  const part = (place: Slice["last"]): Slice => ({ transaction_ids: [], last: place })
  const restarted = "reassessments auth_date=null transaction_id=null again=false"
  test.each([
    ["continues", pending(begun), last, ["reassessments transaction_id=t2"]],
    ["ends", pending(begun), null, ["reassessments removed"]],
    [
      "continues, and will start again",
      pending({ ...begun, again: true }),
      last,
      ["reassessments transaction_id=t2"],
    ],
    ["starts again", pending({ ...begun, again: true }), null, [restarted]],
    ["does nothing if it has ended elsewhere", null, last, []],
  ] as const)("%s", (_, given, place, expected) => {
    expect(verdict(decideProgress(given, part(place), now))).toEqual(expected)
  })
})

describe("sliceOf", () => {
  const candidates = (sizes: ReadonlyArray<number>): ReadonlyArray<Candidate> =>
    sizes.map((size, n) => ({ auth_date, id: `t${n}`, could_be_complete: size > 0, size }))
  const full = Array.from({ length: expensesPerSlice }, () => 0)
  const half = bytesPerSlice / 2

  test.each([
    ["is empty without candidates", [], [], null],
    ["has all candidates", [10, 0, 10], ["t0", "t2"], null],
    ["is full, and more may follow", full, [], `t${expensesPerSlice - 1}`],
    ["has the maximum number of bytes", [half, 0, half], ["t0", "t2"], null],
    ["ends before the candidate that exceeds the maximum", [half, half, 0, 1], ["t0", "t1"], "t2"],
    ["has one candidate that is too large alone", [2 * bytesPerSlice, 1], ["t0"], "t0"],
    ["ends before a candidate that is too large", [1, 2 * bytesPerSlice], ["t0"], "t0"],
  ] as const)("%s", (_, sizes, transaction_ids, last) => {
    const found = sliceOf(candidates(sizes))
    expect({ ...found, last: found.last?.id ?? null }).toEqual({ transaction_ids, last })
  })

  test("every slice takes at least one expense, so that the last one is reached", () => {
    let left = candidates(Array.from({ length: 1_000 }, (_, n) => (n % 7) * half))
    for (let slices = 0; left.length > 0; slices++) {
      const { last } = sliceOf(left.slice(0, expensesPerSlice))
      const end = last === null ? left.length : left.findIndex(({ id }) => id === last.id) + 1
      expect(end).toBeGreaterThan(0)
      expect(slices).toBeLessThan(1_000)
      left = left.slice(end)
    }
  })
})

describe("decideReassessment", () => {
  const item = {
    ...{ id: "item-1", amount: money(1_200), gst_amount: money(0), category_id: "meals" },
    ...{ description: "", custom_fields: [], tax_rate_id: null },
  }
  const complete = { receipt_urls: ["https://r.example/1.pdf"], line_items: [item] }
  const transactions = [
    aTransaction({ ...complete, expense_status: "COMPLETE" }),
    aTransaction({ ...complete, id: "transaction-2", external_id: "ext-2" }),
    aTransaction({ id: "transaction-3", external_id: "ext-3" }),
  ]

  test("completes an expense that was incomplete because of its category, and no other", () => {
    const decision = Result.getOrThrow(decideReassessment(context({ transactions }), now))
    expect(decision.result).toBe(1)
    const [write, ...others] = decision.writes
    expect(others).toEqual([])
    const after = { ...transactions[1], expense_status: "COMPLETE", updated: now }
    expect(write?.after as Transaction).toEqual(after)
    expect(decision.entries).toEqual([])
    expect(decision.events).toMatchObject([
      {
        type: "transaction.updated",
        previous: { expense_status: "INCOMPLETE_EXPENSE", updated: aTransaction().updated },
      },
    ])
  })

  test("leaves an expense COMPLETE that would be incomplete with today's settings", () => {
    const categories = [aCategory("meals", { enabled: false })]
    const found = decideReassessment(context({ transactions, categories }), now)
    expect(verdict(found)).toEqual([])
  })
})
