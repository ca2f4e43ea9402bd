import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aTransaction, decimal, now, refusal } from "../../../test/given.ts"
import { context, days, lockedBooks, moved, written } from "../../../test/transactions.ts"
import type { Decision } from "../../core/decision.ts"
import { money, zero } from "../../core/money.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import type { TransactionContext } from "../context.ts"
import { type AuthoriseCommand, decideAuthorisation } from "./authorisation.ts"
import { decideExpense, type ExpenseCommand } from "./expense.ts"
import { decideClear, decideRefund, decideReverse, type MoveCommand } from "./life-cycle.ts"
import { decideRecord, type RecordCommand } from "./record.ts"

const books = lockedBooks("2026-11-20")
const lockedAt = "2026-11-20T23:59:59.999Z"
const openAt = "2026-11-21T00:00:00.000Z"
const tooMuch = decimal("9999999999.99")
/** The wallet balance is out of bounds, which ranks below. */
const full = context({ books, wallets: [{ currency: "AUD", balance: -9_000_000_000_000_000 }] })

const recording = (fields: Partial<RecordCommand> = {}): RecordCommand => ({
  external_id: "ext-1",
  transaction_type: "CARD_TRANSACTION",
  status: "CLEARED",
  auth_date: lockedAt,
  merchant_name: "Harbour Kitchen",
  amount: decimal("-12"),
  user_id: 2,
  budget_id: "budget-1",
  id: "transaction-1",
  line_item_ids: ["item-1"],
  now,
  ...fields,
})

describe("a recorded transaction", () => {
  test.each<readonly [string, Partial<RecordCommand>, string]>([
    ["on a locked day", {}, "BooksLocked"],
    ["on a locked day, cleared on an open one", { cleared_date: openAt }, "BooksLocked"],
    ["a hold on a locked day", { status: "AUTHED" }, "BooksLocked"],
    ["an amount of 0 on a locked day", { amount: decimal("0") }, "BooksLocked"],
    ["later than now, before the lock", { auth_date: "2026-11-22T00:00:00.000Z" }, "DateInFuture"],
    ["on a locked day, before a balance out of its bound", { amount: tooMuch }, "BooksLocked"],
    ["booked on a locked day", { book_late_on: "2026-11-20" }, "BooksLocked"],
    ["booked on a day in the future", { book_late_on: "2026-11-22" }, "DateInFuture"],
  ])("is refused: %s", (_, fields, expected) => {
    expect(refusal(decideRecord(full, recording(fields)))._tag).toBe(expected)
  })

  test.each<readonly [string, Partial<RecordCommand>, string]>([
    ["its date", {}, "/auth_date"],
    ["the day to book on", { book_late_on: "2026-11-20" }, "/book_late_on"],
  ])("the refusal points to %s", (_, fields, pointer) => {
    const found = refusal(decideRecord(context({ books }), recording(fields)))
    expect(found).toMatchObject({ pointer, locked_through: "2026-11-20" })
  })

  test("is recorded without a movement if it was declined", () => {
    const result = decideRecord(context({ books }), recording({ status: "DECLINED" }))
    expect(moved(result)).toEqual([])
    expect(written(result).booked_on).toBe(null)
  })

  test.each<readonly [string, Partial<RecordCommand>, ReadonlyArray<string>, string | null]>([
    ["on an open day, on that day", { auth_date: openAt }, ["2026-11-21"], null],
    ["on a locked day, on the given day", {}, ["2026-11-21"], "2026-11-21"],
    [
      "on a locked day and cleared on another, on the given day",
      { cleared_date: "2026-11-20T23:59:59.999Z", auth_date: "2026-11-19T10:00:00.000Z" },
      ["2026-11-21"],
      "2026-11-21",
    ],
    [
      "a hold on a locked day, on the given day",
      { status: "AUTHED" },
      ["2026-11-21"],
      "2026-11-21",
    ],
  ])("is booked by an import: %s", (_, fields, expected, booked_on) => {
    const command = recording({ book_late_on: "2026-11-21", ...fields })
    const result = decideRecord(context({ books }), command)
    expect([...new Set(days(result))]).toEqual(expected)
    const row = written(result)
    expect([row.auth_date, row.booked_on]).toEqual([command.auth_date, booked_on])
  })

  test("the day to book on is ignored if no day is locked", () => {
    const result = decideRecord(context(), recording({ book_late_on: "2026-11-22" }))
    expect(new Set(days(result))).toEqual(new Set(["2026-11-20"]))
  })

  test("an existing transaction is returned, even if its day is locked", () => {
    const given = context({ books, transactions: [aTransaction()] })
    expect(Result.getOrThrow(decideRecord(given, recording())).result.created).toBe(false)
  })
})

const asking = (fields: Partial<AuthoriseCommand> = {}): AuthoriseCommand => ({
  ...{ external_id: "ext-1", user_id: 2, budget_id: "budget-1", amount: decimal("12") },
  ...{ merchant_name: "Harbour Kitchen", id: "transaction-1", line_item_id: "item-1", now },
  ...fields,
})

describe("an authorisation", () => {
  test("is refused if dated to a locked day", () => {
    const found = refusal(decideAuthorisation(full, asking({ auth_date: lockedAt })))
    expect(found).toMatchObject({ _tag: "BooksLocked", pointer: "/auth_date" })
  })

  test("is made without a date, even on a locked day", () => {
    const given = context({ books: lockedBooks("2026-11-21") })
    expect(Result.getOrThrow(decideAuthorisation(given, asking())).result.approved).toBe(true)
  })

  test("is recorded without a movement if it is declined", () => {
    const given = context({ books, members: [] })
    const result = decideAuthorisation(given, asking({ auth_date: lockedAt }))
    expect(Result.getOrThrow(result).result.decline_code).toBe("not_a_member")
  })
})

const contextOf = (fields: Partial<Transaction> = {}) =>
  context({ books, transactions: [aTransaction(fields)] })
const cleared = { status: "CLEARED", cleared_date: "2026-11-20T18:00:00.000Z" } as const
const moving = (fields: Partial<MoveCommand> = {}): MoveCommand => ({
  ...{ transaction_id: "transaction-1", date: lockedAt, now },
  ...fields,
})
/** "Books it on that day": later movements cannot be before it. */
const late = { booked_on: "2026-11-21" } as const

type Decide = (
  given: TransactionContext,
  command: MoveCommand,
) => Result.Result<Decision<unknown>, { readonly _tag: string; readonly message: string }>

describe.each<readonly [string, Decide, Partial<Transaction>]>([
  ["clearing", decideClear, {}],
  ["reversing", decideReverse, {}],
  ["refunding", decideRefund, cleared],
])("%s", (_, decide, state) => {
  test("is refused on a locked day, before the amount is checked", () => {
    const result = decide(contextOf(state), moving({ amount: decimal("0.001") }))
    expect(refusal(result)).toMatchObject({ _tag: "BooksLocked", pointer: "/date" })
  })

  test("is refused before the previous movement, even on a locked day", () => {
    const date = "2026-11-19T00:00:00.000Z"
    expect(refusal(decide(contextOf(state), moving({ date })))._tag).toBe("DateBeforeMovement")
  })

  test("is refused before the day on which the transaction was booked", () => {
    const result = decide(contextOf({ ...state, ...late }), moving({ date: lockedAt }))
    expect(refusal(result)).toMatchObject({ earliest: "2026-11-21T00:00:00.000Z" })
  })

  test("is made on an open day", () => {
    expect(new Set(days(decide(contextOf(state), moving({ date: openAt }))))).toEqual(
      new Set(["2026-11-21"]),
    )
  })

  test("is made without a date, even on a locked day", () => {
    const { date: _, ...rest } = moving()
    const given = { ...contextOf(state), books: lockedBooks("2026-11-21") }
    expect(Result.isSuccess(decide(given, rest))).toBe(true)
  })
})

const changing = (fields: Partial<ExpenseCommand>): ExpenseCommand => ({
  ...{ transaction_id: "transaction-1", line_item_ids: ["item-2"], now },
  ...fields,
})
const item = {
  ...{ id: "item-1", amount: money(1_200), gst_amount: zero, category_id: "meals" },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
}
const items = [{ amount: decimal("12"), category_id: "meals" }]
const another = [{ amount: decimal("11"), category_id: "meals" }]

describe("an expense of a locked day", () => {
  test.each<readonly [string, Partial<ExpenseCommand>, string]>([
    ["other line items", { line_items: another }, "/line_items"],
    [
      "a line item without its category",
      { line_items: [{ amount: decimal("12") }] },
      "/line_items",
    ],
    ["no line items", { line_items: [] }, "/line_items"],
    ["other tax", { gst: decimal("1") }, "/gst"],
  ])("cannot change to %s", (_, fields, pointer) => {
    const found = refusal(decideExpense(contextOf({ line_items: [item] }), changing(fields)))
    expect(found).toMatchObject({ _tag: "BooksLocked", pointer, what: "change" })
  })

  test.each<readonly [string, Partial<ExpenseCommand>]>([
    ["another receipt", { receipt_urls: ["https://r.example/1.pdf"] }],
    ["the same line items", { line_items: items, attendees: ["Pat"] }],
    ["another name and user", { merchant_name: "Harbour", user_id: null }],
  ])("can change to %s", (_, fields) => {
    const result = decideExpense(contextOf({ line_items: [item] }), changing(fields))
    expect(written(result).line_items).toEqual([item])
  })

  test.each<readonly [string, Partial<Transaction>]>([
    ["it was booked on an open day", late],
    ["it was declined", { status: "DECLINED" }],
    ["its day is open", { auth_date: openAt }],
  ])("can change its line items if %s", (_, fields) => {
    const given = contextOf({ line_items: [item], ...fields })
    const result = decideExpense(given, changing({ line_items: another }))
    expect(written(result).line_items).toMatchObject([{ amount: 1_100 }])
  })
})
