import {
  type BudgetKey,
  type BudgetPeriod,
  BudgetPeriodStore,
  type EndedPeriod,
  endedPeriods,
  numbersOf,
  type PeriodPlace,
  showCurrent,
  showEnded,
  withOpenings,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

/** The ended periods of a budget, by their number. */
export const periodsOfBudget = (
  { budget_periods }: Tables,
  { client_id, budget_id }: BudgetKey,
): ReadonlyArray<BudgetPeriod> =>
  budget_periods
    .ofBusiness(client_id)
    .filter((period) => period.budget_id === budget_id)
    .toSorted((a, b) => a.number - b.number)

/** The ended periods at these places, each once. */
export const periodsAt = (
  tables: Tables,
  client_id: number,
  places: ReadonlyArray<PeriodPlace>,
): ReadonlyArray<EndedPeriod> =>
  [...Map.groupBy(places, (place) => place.budget_id)].flatMap(([budget_id, ofBudget]) =>
    endedPeriods(periodsOfBudget(tables, { client_id, budget_id })).filter(({ period }) =>
      ofBudget.some((place) =>
        "number" in place
          ? period.number === place.number
          : (period.number === 1 || period.start <= place.at) && place.at <= period.end,
      ),
    ),
  )

export const budgetPeriodStore = Layer.effect(
  BudgetPeriodStore,
  Effect.map(Memory, ({ tables }) =>
    BudgetPeriodStore.of({
      page: (key, page) =>
        Effect.sync(() => {
          const budget = tables.budgets.find(key.client_id, key.budget_id)
          if (budget === null) return { count: 0, results: [] }
          const { newest, oldest } = numbersOf(budget, page)
          const all = [
            ...withOpenings(periodsOfBudget(tables, key)).map(showEnded),
            showCurrent(budget),
          ]
          const results = all.filter(({ number }) => oldest <= number && number <= newest)
          return { count: all.length, results: results.toReversed() }
        }),
    }),
  ),
)
