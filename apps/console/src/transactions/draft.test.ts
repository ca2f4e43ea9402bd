import { describe, expect, test } from "vitest"
import type { Transaction } from "../api/records.ts"
import {
  changesOf,
  draftOf,
  giveRest,
  newLine,
  rebased,
  restOf,
  resumed,
  splitEqually,
  withValue,
} from "./draft.ts"

const item = {
  id: "i1",
  amount: 42.5,
  gst_amount: 3.86,
  category: { id: "c1", name: "Meals", code: null },
  custom_fields: [],
  description: "Lunch",
}

const transaction = {
  amount: -42.5,
  line_items: [item],
  attendees: ["Pat Doe"],
  receipt_urls: [],
  custom_fields: [],
} as unknown as Transaction

const lines = (...amounts: ReadonlyArray<number | null>) => amounts.map(newLine)
const amounts = (of: ReturnType<typeof lines>) => of.map(({ amount }) => amount)

describe("line items", () => {
  test.each([
    [[4250], 0],
    [[4000, 200], 50],
    [[4000, 300], -50],
    [[4000, null], 250],
    [[], 4250],
  ])("%j of 42.50 leaves %d", (parts, rest) => {
    expect(restOf(lines(...parts), 4250)).toBe(rest)
  })

  test.each([
    [[1, 2, 3], 100, [34, 33, 33]],
    [[9], 4250, [4250]],
  ])("%j in equal shares of %d are %j", (before, whole, after) => {
    const split = splitEqually(lines(...before), whole)
    expect(split.map(({ amount }) => amount)).toEqual(after)
  })

  test.each([
    [
      [4000, 100],
      [4000, 250],
    ],
    [
      [4000, null],
      [4000, 250],
    ],
    [
      [4000, 500],
      [4000, 250],
    ],
    [
      [5000, 500],
      [5000, 0],
    ],
  ])("the rest of 42.50 makes %j %j", (before, after) => {
    expect(amounts([...giveRest(lines(...before), 4250)])).toEqual(after)
  })
})

describe("a save", () => {
  const before = draftOf(transaction, "AUD")

  test("sends nothing if nothing differs", () => {
    expect(changesOf(draftOf(transaction, "AUD"), before, "AUD")).toBeNull()
  })

  test("sends only what differs", () => {
    expect(changesOf({ ...before, attendees: [] }, before, "AUD")).toEqual({ attendees: [] })
    const receipt_urls = ["https://receipts.example.com/1.pdf"]
    expect(changesOf({ ...before, receipt_urls }, before, "AUD")).toEqual({ receipt_urls })
  })

  test("sends every line, in major units, without empty fields", () => {
    const draft = { ...before, lines: [...splitEqually(before.lines, 4000), newLine(250)] }
    expect(changesOf(draft, before, "AUD")).toEqual({
      line_items: [{ amount: 40, category_id: "c1", description: "Lunch" }, { amount: 2.5 }],
    })
  })

  test("does not send the line of the whole amount that is offered if there are none", () => {
    const bare = { ...transaction, line_items: [] } as Transaction
    const offered = draftOf(bare, "AUD")
    expect(amounts([...offered.lines])).toEqual([4250])
    expect(changesOf(offered, offered, "AUD")).toBeNull()
  })

  test("replaces, adds and removes values", () => {
    const values = [{ field_name: "Project", entry_text: "Perth" }]
    const sydney = { field_name: "Project", entry_text: "Sydney" }
    expect(withValue(values, "Project", "Sydney")).toEqual([sydney])
    expect(withValue(values, "Project", "")).toEqual([])
    expect(withValue([], "Project", "Sydney")).toEqual([sydney])
  })
})

describe("a draft over a newer version", () => {
  const at = (...receipt_urls: ReadonlyArray<string>) =>
    draftOf({ ...transaction, receipt_urls: [...receipt_urls] }, "AUD")

  test("keeps the input, and has the receipts attached in the meantime", () => {
    const draft = { ...at("a", "mine"), attendees: ["Sam"] }
    expect(rebased(draft, at("a"), at("a", "uploaded"))).toEqual({
      ...draft,
      receipt_urls: ["a", "uploaded", "mine"],
    })
  })

  test("omits receipts removed by the person or by others", () => {
    expect(rebased(at("b"), at("a", "b"), at("a", "b", "c"))?.receipt_urls).toEqual(["b", "c"])
    expect(rebased(at("a", "b"), at("a", "b"), at("b"))?.receipt_urls).toEqual(["b"])
  })

  test("does not exist if more than receipts differs", () => {
    expect(rebased(at(), at(), { ...at(), attendees: ["Somebody Else"] })).toBeNull()
  })

  test("exists for an expense without lines, too", () => {
    const bare = () => draftOf({ ...transaction, line_items: [] }, "AUD")
    expect(rebased(bare(), bare(), bare())).toEqual(bare())
  })
})

test("input typed since a draft was sent stays, on top of the saved version", () => {
  const begun = draftOf(transaction, "AUD")
  const sent = { ...begun, attendees: ["Pat Doe", "Ada"] }
  const saved = { ...sent, receipt_urls: ["/by/another"] }
  expect(resumed(sent, sent, saved)).toEqual(saved)
  const typed = { ...sent, attendees: ["Ada"], receipt_urls: ["/own"] }
  expect(resumed(typed, sent, saved)).toEqual({
    ...saved,
    attendees: ["Ada"],
    receipt_urls: ["/by/another", "/own"],
  })
})
