import { Effect, Layer } from "effect"
import {
  endedPeriods,
  numbersOf,
  showCurrent,
  showEnded,
  withOpenings,
} from "../budget-periods/rules.ts"
import { BudgetPeriodStore } from "../budget-periods/store.ts"
import type { BudgetPeriod, EndedPeriod, PeriodPlace } from "../core/records/budget-periods.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import { KeptBooks } from "./books.ts"
import type { Tables } from "./tables.ts"

/** Returns the ended periods of a budget, by their number. */
const periodsOfBudget = (
  { budget_periods }: Tables,
  { client_id, budget_id }: BudgetKey,
): ReadonlyArray<BudgetPeriod> =>
  budget_periods
    .ofBusiness(client_id)
    .filter((period) => period.budget_id === budget_id)
    .toSorted((a, b) => a.number - b.number)

/** Returns the ended periods at these places, without duplicates. */
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
  Effect.map(KeptBooks, ({ tables }) =>
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
