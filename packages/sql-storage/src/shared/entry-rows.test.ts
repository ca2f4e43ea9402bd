import type { Account, NewEntry } from "@outlay/domain/fields"
import { expect, test } from "vitest"
import { type EntryRow, entriesIn, entryRows } from "./entry-rows.ts"

const entry = (
  [from, to]: readonly [Account, Account],
  period: number | null = null,
  changes: Partial<NewEntry> = {},
): NewEntry => ({
  debit_account: to,
  credit_account: from,
  currency: "AUD",
  amount: 1_200 as NewEntry["amount"],
  date: "2026-11-20",
  resource: "transactions",
  resource_id: "t1",
  period,
  ...changes,
})

const paid = entry(["wallet", "outside"])
const toBudget = entry(["budget:b1:available", "budget:b1:spent"], 3)
const toMember = entry(["allocations", "member:7:spent"], 3)
const ofMember = entry(["member:7:available", "member:7:spent"], 3)
const back = entry(["outside", "wallet"])
const budgetBack = entry(["budget:b1:spent", "budget:b1:available"], 3)
const memberBack = entry(["member:7:spent", "allocations"], 3)
const granted = entry(["allocations", "budget:b1:available"], 3, { resource: "budgets" })

interface Row {
  readonly name: string
  readonly entries: ReadonlyArray<NewEntry>
  /** Number of entries in each row. */
  readonly rows: ReadonlyArray<number>
}

const table: ReadonlyArray<Row> = [
  { name: "nothing", entries: [], rows: [] },
  { name: "a payment", entries: [paid], rows: [1] },
  { name: "a payment of a budget", entries: [paid, toBudget], rows: [2] },
  { name: "a payment of a member", entries: [paid, toBudget, toMember], rows: [3] },
  {
    name: "a payment of a member with own funds",
    entries: [paid, toBudget, ofMember],
    rows: [2, 1],
  },
  { name: "a refund", entries: [back, budgetBack, memberBack], rows: [3] },
  { name: "a charge without a payment", entries: [toBudget, toMember], rows: [2] },
  { name: "granted funds", entries: [granted], rows: [1] },
  { name: "two payments", entries: [paid, toBudget, toMember, paid, toBudget], rows: [3, 2] },
  {
    name: "a payment with refunded charges",
    entries: [paid, budgetBack, memberBack],
    rows: [1, 2],
  },
  {
    name: "a payment of a former member",
    entries: [paid, entry(["allocations", "budget:b1:spent"], 3), toMember],
    rows: [1, 2],
  },
  { name: "two charges to a budget", entries: [paid, toBudget, toBudget], rows: [2, 1] },
  {
    name: "a charge from one budget to another",
    entries: [paid, entry(["budget:b1:available", "budget:b2:spent"], 3)],
    rows: [1, 1],
  },
  { name: "two charges to a member", entries: [paid, toBudget, toMember, ofMember], rows: [3, 1] },
  {
    name: "one member's funds for another",
    entries: [toBudget, entry(["member:8:available", "member:7:spent"], 3)],
    rows: [1, 1],
  },
  {
    name: "a member id with a leading zero",
    entries: [toBudget, entry(["allocations", "member:07:spent" as Account], 3)],
    rows: [1, 1],
  },
  { name: "a member of no budget", entries: [paid, toMember], rows: [1, 1] },
  {
    name: "another amount",
    entries: [paid, { ...toBudget, amount: 1_100 as NewEntry["amount"] }],
    rows: [1, 1],
  },
  { name: "another currency", entries: [{ ...paid, currency: "EUR" }, toBudget], rows: [1, 1] },
  { name: "another day", entries: [paid, { ...toBudget, date: "2026-11-21" }], rows: [1, 1] },
  {
    name: "another transaction",
    entries: [paid, { ...toBudget, resource_id: "t2" }],
    rows: [1, 1],
  },
  { name: "another resource", entries: [paid, { ...toBudget, resource: "topups" }], rows: [1, 1] },
  { name: "another period", entries: [paid, toBudget, { ...toMember, period: 2 }], rows: [2, 1] },
  { name: "no period", entries: [paid, { ...toBudget, period: null }], rows: [1, 1] },
  { name: "a wallet with a period", entries: [{ ...paid, period: 3 }, toBudget], rows: [1, 1] },
]

test.each(table)(
  "$name: is stored in rows of $rows entries, and read back",
  ({ entries, rows }) => {
    const made = entryRows(entries).map(
      (row, n): EntryRow => ({
        ...row,
        ...{ client_id: 1, id: n + 1, created: "2026-11-20T09:00:00.000Z" },
      }),
    )
    const read = made.map((row) => entriesIn(row))
    expect(read.map((each) => each.length)).toEqual(rows)
    const ids = rows.flatMap((length, n) => Array.from({ length }, () => n + 1))
    expect(read.flat()).toEqual(
      entries.map((each, n) => ({
        ...each,
        ...{ client_id: 1, id: ids[n], created: "2026-11-20T09:00:00.000Z" },
      })),
    )
  },
)
