import { dayOf } from "../../core/dates.ts"
import type { Entry } from "../../core/entries.ts"
import { available, memberAvailable, memberSpent, spent } from "../../ledger/rules.ts"
import type { Books } from "../books.ts"
import { type Check, rows } from "../check.ts"
import { periodsOf } from "./periods.ts"

const currencyAccounts = ["wallet", "holds", "outside"]

/** The accounts of budgets and members, each with the number of its budget's newest period. */
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

/** Money moves between accounts that there are. */
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

/** What moves the funds of a budget is of a period that it has had; nothing else has a period. */
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

/** The days on which the periods of budgets began, with their numbers. */
const startsOf = ({ budgets, budget_periods }: Pick<Books, "budgets" | "budget_periods">) => {
  const starts = new Set<string>()
  for (const [budget_id, periods] of periodsOf(budget_periods, budgets)) {
    for (const { number, start } of periods) starts.add(`${budget_id} ${number} ${dayOf(start)}`)
  }
  return starts
}

/**
 * What a budget or its members move by themselves counts on the day on which it is made, a reset on
 * the first day of its period. What lapses at a reset of what came late counts on that one's day,
 * and is made at the same time.
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

/** What moved money is there; topups and transactions are looked for with what they are. */
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

/** A moment at which entries were made, events were, or both. */
export interface Moment {
  readonly created: string
  /** The first of the entries, and how many there are; null where there is none. */
  readonly entries: { readonly id: number; readonly count: number } | null
  readonly hasEvents: boolean
}

/** Money moves with what an event tells. */
const moments = rows("ledger_entries", "no event was at that time", [], (_, wrong) => ({
  take: ({ created: found, entries, hasEvents }: Moment) => {
    if (entries === null || hasEvents) return
    wrong({ id: String(entries.id), field: "created", expected: null, found }, entries.count)
  },
}))

/** What must hold of every account. */
export const accountChecks: ReadonlyArray<Check<never>> = [accounts, periods]

/** What must hold of every entry of the ledger, in the order in which they were made. */
export const entryChecks: ReadonlyArray<Check<Entry>> = [causes, days]

/** What must hold of the times of entries and events. */
export const momentChecks: ReadonlyArray<Check<Moment>> = [moments]
