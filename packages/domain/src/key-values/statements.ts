import { Effect, Layer } from "effect"
import type { Entry } from "../core/entries.ts"
import type { DailyMovement } from "../statements/model.ts"
import { StatementStore } from "../statements/store.ts"
import { KeptBooks } from "./books.ts"
import { businessOf } from "./business.ts"
import { compare } from "./list.ts"

/**
 * Returns the movements of a wallet for each day that has any, ascending, computed from the
 * entries.
 */
const movementsOf = (
  entries: ReadonlyArray<Entry>,
  currency: string,
): ReadonlyArray<DailyMovement> => {
  const days = new Map<string, DailyMovement>()
  for (const { debit_account, credit_account, amount, date, created, ...entry } of entries) {
    const arrives = debit_account === "wallet"
    if (entry.currency !== currency || !(arrives || credit_account === "wallet")) continue
    const day = days.get(date) ?? { date, amount: 0, updated: created }
    const total = day.amount + (arrives ? amount : -amount)
    days.set(date, { date, amount: total, updated: latest(day.updated, created) })
  }
  return [...days.values()].toSorted((a, b) => compare(a.date, b.date))
}

const latest = (a: string, b: string): string => (a > b ? a : b)

const sumOf = (days: ReadonlyArray<DailyMovement>) => ({
  amount: days.reduce((sum, day) => sum + day.amount, 0),
  updated: days.reduce<string | null>((last, day) => latest(last ?? "", day.updated), null),
})

export const statementStore = Layer.effect(
  StatementStore,
  Effect.map(KeptBooks, ({ tables, entries }) =>
    StatementStore.of({
      movements: ({ client_id, currency }, { start_date, end_date }) =>
        Effect.sync(() => {
          const wallet = tables.wallets.find(
            client_id,
            currency ?? businessOf(tables, client_id).currency,
          )
          if (wallet === null) return null
          const days = movementsOf(entries.ofBusiness(client_id), wallet.currency)
          return {
            wallet,
            first_date: days[0]?.date ?? null,
            before: sumOf(days.filter((day) => day.date < start_date)),
            days: days.filter((day) => start_date <= day.date && day.date <= end_date),
          }
        }),
    }),
  ),
)
