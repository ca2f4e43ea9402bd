import { describe, expect, test } from "vitest"
import { anAccountingCode, aTaxRate } from "../../test/accounts.ts"
import { decidedWhole } from "../../test/decided.ts"
import { aCategory, anActor, now, refusal, verdict } from "../../test/given.ts"
import { lockedBooks } from "../../test/transactions.ts"
import { operator } from "../core/actor.ts"
import type { Books } from "../core/records/books.ts"
import {
  type BooksChangeContext,
  type BooksCommand,
  decideBooks,
  lockRefusal,
  shownBooks,
} from "./rules.ts"

const accountant = anActor(3)
const admin = anActor(1, true)
const october = lockedBooks("2026-10-31")

const command = (locked_through: string | null, actor = accountant): BooksCommand => ({
  client_id: 7,
  locked_through,
  actor,
  now,
})

interface Row {
  readonly name: string
  readonly books: Books | null
  readonly command: BooksCommand
  readonly verdict: string | ReadonlyArray<string>
}

const event = "event books.updated"

/** Context with these books, and by default without rows that have locked states. */
const given = (
  books: Books | null,
  rows: Partial<BooksChangeContext> = {},
): BooksChangeContext => ({
  ...{ books, categories: [], accounting_codes: [], tax_rates: [], ...rows },
})
const rows: ReadonlyArray<Row> = [
  {
    name: "the first lock",
    books: null,
    command: command("2026-10-31"),
    verdict: ["books created", event],
  },
  {
    name: "a later day",
    books: october,
    command: command("2026-11-15"),
    verdict: ["books locked_through=2026-11-15", event],
  },
  { name: "the same day", books: october, command: command("2026-10-31"), verdict: [] },
  { name: "no lock if there is none", books: null, command: command(null), verdict: [] },
  {
    name: "a day after the books were reopened",
    books: lockedBooks(null),
    command: command("2026-09-30"),
    verdict: ["books locked_through=2026-09-30", event],
  },
  {
    name: "an earlier day, by an Accountant",
    books: october,
    command: command("2026-10-30"),
    verdict: "BooksOnlyForward",
  },
  {
    name: "no lock, by an Accountant",
    books: october,
    command: command(null),
    verdict: "BooksOnlyForward",
  },
  {
    name: "an earlier day, by an Admin",
    books: october,
    command: command("2026-09-30", admin),
    verdict: ["books locked_through=2026-09-30", event],
  },
  {
    name: "no lock, by the operator",
    books: october,
    command: { ...command(null), actor: operator },
    verdict: ["books locked_through=null", event],
  },
]

describe("decideBooks", () => {
  test.each(rows)("$name", ({ books, command, verdict: expected }) => {
    expect(verdict(decideBooks(given(books), command))).toEqual(expected)
  })

  test("the event has the previous lock date", () => {
    expect(decideBooks(given(october), command("2026-11-15"))).toMatchObject({
      success: {
        result: { locked_through: "2026-11-15", updated: now },
        events: [
          { data: { locked_through: "2026-11-15" }, previous: { locked_through: "2026-10-31" } },
        ],
      },
    })
  })

  test("the event of the first lock shows open books before it", () => {
    expect(decideBooks(given(null), command("2026-11-15"))).toMatchObject({
      success: { events: [{ previous: { locked_through: null } }] },
    })
  })

  test("reopens categories, and writes only those whose locked states change", () => {
    const was = { name: "Meals", accounting_code_id: "code-1" }
    const categories = [
      aCategory("kept", { locked: [{ through: "2026-08-31", ...was }] }),
      aCategory("cut", { locked: [{ through: "2026-10-31", ...was }] }),
      aCategory("never"),
    ]
    const { writes } = decidedWhole(
      decideBooks(given(october, { categories }), command("2026-09-30", admin)),
    )
    expect(writes.slice(1)).toMatchObject([
      { table: "categories", after: { id: "cut", locked: [{ through: "2026-09-30", ...was }] } },
    ])
    const all = decidedWhole(decideBooks(given(october, { categories }), command(null, admin)))
    expect(all.writes.slice(1)).toMatchObject([
      { after: { id: "kept", locked: [] } },
      { after: { id: "cut", locked: [] } },
    ])
    expect(all.events.slice(1)).toMatchObject([
      { type: "category.updated", data: { id: "kept" }, previous: { locked: [{ ...was }] } },
      { type: "category.updated", data: { id: "cut", updated: now } },
    ])
  })

  test("reopens accounting codes and tax rates, each with its event", () => {
    const through = "2026-10-31"
    const rate = aTaxRate()
    const context = given(october, {
      accounting_codes: [anAccountingCode({ locked: [{ through, name: "Fares" }] })],
      tax_rates: [aTaxRate({ locked: [{ ...rate, through }] }), aTaxRate({ id: "never" })],
    })
    const { writes, events } = decidedWhole(decideBooks(context, command(null, admin)))
    expect(writes.slice(1)).toMatchObject([
      { table: "accounting_codes", after: { id: "code-1", locked: [], updated: now } },
      { table: "tax_rates", after: { id: rate.id, locked: [], updated: now } },
    ])
    expect(events.slice(1).map(({ type }) => type)).toEqual([
      "accounting_code.updated",
      "tax_rate.updated",
    ])
  })

  test("the refusal names the last locked day", () => {
    expect(refusal(decideBooks(given(october), command(null))).message).toBe(
      "The books are locked through 2026-10-31. Only an Admin can reopen them: choose a later date.",
    )
  })
})

test("books without a lock are open", () => {
  expect(shownBooks({ books: null }, { client_id: 7, now }).locked_through).toBe(null)
})

describe("lockRefusal", () => {
  test.each([
    ["no books", null, "2026-10-31", false],
    ["open books", lockedBooks(null), "2026-10-31", false],
    ["the last locked day", october, "2026-10-31", true],
    ["the day after it", october, "2026-11-01", false],
    ["a day long before it", october, "1999-01-01", true],
  ])("%s", (_, books, day, isLocked) => {
    const found = lockRefusal(books, day, { pointer: "/date", what: "date" })
    expect(found !== null).toBe(isLocked)
  })
})
