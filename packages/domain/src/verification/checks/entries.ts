import { dayOf } from "../../core/dates.ts"
import type { Entry } from "../../core/entries.ts"
import { available, memberAvailable, memberSpent, spent } from "../../ledger/rules.ts"
import type { Books } from "../books.ts"
import { type Check, rows } from "../check.ts"
import { periodsOf } from "./periods.ts"

const currencyAccounts = ["wallet", "holds", "outside"]

/** Accounts of budgets and members, each with the number of its budget's newest period. */
const fundsOf = ({
  budgets,
  budget_members,
}: Pick<Books, "budgets" | "budget_members">): ReadonlyMap<string, number | null> => {
  const newest = new Map(budgets.map(({ id, period_number }) => [id, period_number]))
  const funds = new Map<string, number | null>()
  for (const { id, period_number } of budgets) {
    funds.set(available(id), period_number).set(spent(id), period_number)
  }
  for (const { id, budget_id } of budget_members) {
    const period = newest.get(budget_id) ?? null
    funds.set(memberAvailable(id), period).set(memberSpent(id), period)
  }
  return funds
}

/** Every account in the ledger exists. */
const accounts = rows(
  "ledger_entries",
  "the account does not exist",
  ["budgets", "budget_members", "ledger"],
  (books, wrong) => ({
    end: () => {
      const funds = fundsOf(books)
      for (const account of books.ledger.accounts) {
        if (account === "allocations" || currencyAccounts.includes(account)) continue
        if (funds.has(account)) continue
        const ids = [...books.ledger.periodsOf(account).values()].map(({ first }) => first)
        const id = String(Math.min(...ids))
        wrong({ id, field: "account", expected: null, found: account })
      }
    },
  }),
)

/** Entries of a budget's funds belong to one of its periods. Other entries have no period. */
const periods = rows(
  "ledger_entries",
  "there is no such period",
  ["budgets", "budget_members", "ledger"],
  (books, wrong) => ({
    end: () => {
      const funds = fundsOf(books)
      const isWrong = (account: string, period: number | null): boolean => {
        const newest = funds.get(account) ?? null
        if (newest === null) return currencyAccounts.includes(account) && period !== null
        return period === null || period < 1 || period > newest
      }
      for (const account of books.ledger.accounts) {
        for (const [period, { first }] of books.ledger.periodsOf(account)) {
          if (!isWrong(account, period)) continue
          wrong({ id: String(first), field: "period", expected: null, found: period })
        }
      }
    },
  }),
)

/** Returns the starts of the budgets' periods, as keys of budget, number and day. */
const startsOf = ({ budgets, budget_periods }: Pick<Books, "budgets" | "budget_periods">) => {
  const starts = new Set<string>()
  for (const [budget_id, periods] of periodsOf(budget_periods, budgets)) {
    for (const { number, start } of periods) starts.add(`${budget_id} ${number} ${dayOf(start)}`)
  }
  return starts
}

/**
 * Entries of budgets and members count on the day on which they are made; a reset counts on the
 * first day of its period. If a late transaction changes an ended period, the remainder that lapses
 * at the next reset counts on the day of that transaction, and is made at the same time.
 */
const days = rows(
  "ledger_entries",
  "it counts on the wrong day",
  ["budgets", "budget_periods"],
  (books, wrong) => {
    const starts = startsOf(books)
    const isOfBudget = ({ resource }: Entry) =>
      resource === "budgets" || resource === "budget_members"
    let instant = ""
    let misdated: Array<Entry> = []
    const transactionDays = new Set<string>()
    const end = () => {
      for (const { id, date } of misdated) {
        if (!transactionDays.has(date))
          wrong({ id: String(id), field: "date", expected: null, found: date })
      }
      misdated = []
      transactionDays.clear()
    }
    return {
      take: (entry: Entry) => {
        if (entry.created !== instant) end()
        instant = entry.created
        const { resource, resource_id, date, period } = entry
        if (resource === "transactions") transactionDays.add(date)
        if (!isOfBudget(entry) || date === dayOf(instant)) return
        const isReset = resource === "budgets" && starts.has(`${resource_id} ${period} ${date}`)
        if (!isReset) misdated.push(entry)
      },
      end,
    }
  },
)

/**
 * The record that caused each entry exists. Topups and transactions are checked with their streams.
 */
const causes = rows(
  "ledger_entries",
  "the record that moved the money does not exist",
  ["budgets", "budget_members"],
  ({ budgets, budget_members }, wrong) => {
    const records: { readonly [resource: string]: ReadonlySet<string> } = {
      budgets: new Set(budgets.map(({ id }) => id)),
      budget_members: new Set(budget_members.map(({ id }) => String(id))),
    }
    return {
      take: ({ id, resource, resource_id }: Entry) => {
        if (resource === "transactions" || resource === "topups") return
        if (records[resource]?.has(resource_id) === true) return
        const found = `${resource} ${resource_id}`
        wrong({ id: String(id), field: "resource_id", expected: null, found })
      },
    }
  },
)

/** An instant of ledger entries, of events, or of both. */
export interface Moment {
  readonly created: string
  /** The first entry and the number of entries; null if there are none. */
  readonly entries: { readonly id: number; readonly count: number } | null
  readonly hasEvents: boolean
}

/** Every ledger entry has an event at the same time. */
const moments = rows("ledger_entries", "no event was at that time", [], (_, wrong) => ({
  take: ({ created: found, entries, hasEvents }: Moment) => {
    if (entries === null || hasEvents) return
    wrong({ id: String(entries.id), field: "created", expected: null, found }, entries.count)
  },
}))

/** Checks of all accounts. */
export const accountChecks: ReadonlyArray<Check<never>> = [accounts, periods]

/** Checks of all ledger entries, in the order in which they were made. */
export const entryChecks: ReadonlyArray<Check<Entry>> = [causes, days]

/** Checks of the times of entries and events. */
export const momentChecks: ReadonlyArray<Check<Moment>> = [moments]
