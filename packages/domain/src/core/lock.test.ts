import { describe, expect, test } from "vitest"
import { aCategory } from "../../test/given.ts"
import { lockedBooks } from "../../test/transactions.ts"
import { lockedBefore, lockedOn, stillLocked } from "./lock.ts"
import { type Category, LockedCategory } from "./records/categories.ts"

const until = (through: string, code: string | null = "code-1", name = "Meals") => ({
  ...{ through, name, accounting_code_id: code },
})
const march = until("2026-03-31")
const june = until("2026-06-30", "code-2")

describe("lockedBefore", () => {
  const mapped = { name: "Meals", accounting_code_id: "code-1" }
  const rows: ReadonlyArray<{
    readonly name: string
    readonly books: string | null | undefined
    readonly before?: Partial<Category>
    readonly after: Partial<Category>
    readonly locked: ReadonlyArray<LockedCategory>
  }> = [
    { name: "books that were never closed", books: undefined, after: { name: "Food" }, locked: [] },
    { name: "open books", books: null, after: { name: "Food" }, locked: [] },
    {
      name: "another code",
      books: "2026-03-31",
      after: { accounting_code_id: "code-2" },
      locked: [march],
    },
    { name: "no code", books: "2026-03-31", after: { accounting_code_id: null }, locked: [march] },
    { name: "another name", books: "2026-03-31", after: { name: "Food" }, locked: [march] },
    { name: "deletion", books: "2026-03-31", after: { is_deleted: true }, locked: [march] },
    { name: "nothing that is shown", books: "2026-03-31", after: { enabled: false }, locked: [] },
    {
      name: "a change after the books were closed further",
      books: "2026-06-30",
      before: { accounting_code_id: "code-2", locked: [march] },
      after: { accounting_code_id: null },
      locked: [march, june],
    },
    {
      name: "the second change under the same lock",
      books: "2026-03-31",
      before: { accounting_code_id: "code-2", locked: [march] },
      after: { accounting_code_id: null },
      locked: [march],
    },
    {
      name: "a change back to the locked state",
      books: "2026-06-30",
      before: { locked: [march] },
      after: { accounting_code_id: null },
      locked: [until("2026-06-30")],
    },
  ]
  test.each(rows)("$name", ({ books, before, after, locked }) => {
    const category = aCategory("meals", { ...mapped, ...before })
    const booksLock = books === undefined ? null : lockedBooks(books)
    expect(lockedBefore(booksLock, LockedCategory, category, { ...category, ...after })).toEqual(
      locked,
    )
  })
})

describe("stillLocked", () => {
  const both = [march, june]
  test.each([
    ["no day", null, []],
    ["a day before all locked days", "2026-01-31", [until("2026-01-31")]],
    ["the last day of the first state", "2026-03-31", [march]],
    ["a day of the second state", "2026-05-31", [march, until("2026-05-31", "code-2")]],
    ["the last day", "2026-06-30", both],
    ["a later day", "2026-07-31", both],
  ])("%s", (_, through, locked) => {
    expect(stillLocked(both, through)).toEqual(locked)
  })
})

test("lockedOn returns the state of the first locked day on or after the day", () => {
  const both = [march, june]
  expect(lockedOn(both, "2026-03-31")).toBe(march)
  expect(lockedOn(both, "2026-04-01")).toBe(june)
  expect(lockedOn(both, "2026-07-01")).toBe(undefined)
})
