import { Effect } from "effect"
import { expect, test } from "vitest"
import { type Kept, soundBooks, storeOf } from "../../test/books.ts"
import type { Entry } from "../core/entries.ts"
import { EventsAsRecorded } from "../events/encoder.ts"
import { examine } from "./examine.ts"
import { VerificationStore } from "./store.ts"

const found = (books: Kept): ReadonlyArray<string> => {
  const { differences, rows } = examine(7).pipe(
    Effect.provideService(VerificationStore, storeOf(books)),
    Effect.provide(EventsAsRecorded),
    Effect.runSync,
  )
  return [
    ...differences.map(({ check, of }) => `${check}: ${of}`),
    ...rows.first.map(({ resource, id, what }) => `${resource} ${id}: ${what}`),
  ]
}

const late = "2026-11-21T09:00:00.000Z"
const midnight = "2026-11-03T00:00:00.000Z"
const [transaction] = soundBooks.transactions

/** The hold is recorded a day late, together with further entries. */
const recordedLate = (...more: ReadonlyArray<Partial<Entry>>): Kept => {
  const entries = soundBooks.entries.map((entry) =>
    entry.date === "2026-11-20" ? { ...entry, created: late } : entry,
  )
  const hold = entries.slice(0, 5)
  const charge = hold[3] as Entry
  const made = more.map((each, n): Entry => ({ ...charge, id: 7 + n, ...each }))
  return {
    ...soundBooks,
    transactions: soundBooks.transactions.map((row) => ({ ...row, created: late })),
    entries: [...hold, ...made, ...entries.slice(5)],
    times: soundBooks.times.toSorted().toSpliced(2, 1, late),
  }
}
const [back, again] = [
  { debit_account: "budget:budget-1:available", credit_account: "budget:budget-1:spent" },
  { debit_account: "budget:budget-1:spent", credit_account: "budget:budget-1:available" },
] as const

const { tables } = soundBooks

/** The member rejoined at the time of the payment. */
const inMember = (member_stint: number): Kept => ({
  ...soundBooks,
  transactions: soundBooks.transactions.map((row) => ({ ...row, member_stint })),
  tables: {
    ...tables,
    budget_members: tables.budget_members.map((_) => ({
      ...{ ..._, stint: 2, since: transaction?.auth_date ?? "" },
    })),
  },
})

const sound: ReadonlyArray<readonly [string, Kept]> = [
  [
    "a charge that moved to another budget and back in the millisecond of its recording",
    recordedLate({ ...back, date: "2026-11-21" }, { ...again, date: "2026-11-21" }),
  ],
  ["a charge before its member rejoined, in the same millisecond", inMember(1)],
  ["a charge after its member rejoined, in the same millisecond", inMember(2)],
  [
    "a topup dated yesterday, because its clock was behind the newest event",
    {
      ...soundBooks,
      entries: soundBooks.entries.map((_) => (_.id === 2 ? { ..._, created: midnight } : _)),
      topups: soundBooks.topups.map((_) => ({ ..._, actioned_on: "2026-11-02T23:59:59.999Z" })),
      times: soundBooks.times.toSpliced(1, 1, midnight),
    },
  ],
]

test.each(sound)("finds nothing in %s", (_, books) => {
  expect(found(books)).toEqual([])
})

test("finds a charge on a third day in the millisecond of its recording", () => {
  const elsewhere = recordedLate({ ...back, date: "2026-11-21" }, { ...again, date: "2026-11-19" })
  expect(found(elsewhere)).toEqual(["ledger_entries 8: it counts on the wrong day"])
})
