import { Effect, Layer } from "effect"
import { isDue } from "../budgets/rules/periods.ts"
import { DueBudgetStore } from "../budgets/store-due.ts"
import { KeptBooks } from "./books.ts"
import { compare } from "./list.ts"

export const dueBudgetStore = Layer.effect(
  DueBudgetStore,
  Effect.map(KeptBooks, ({ tables }) =>
    DueBudgetStore.of({
      due: (client_id, now, limit) =>
        Effect.sync(() =>
          (client_id === null ? tables.budgets.all() : tables.budgets.ofBusiness(client_id))
            .filter((budget) => isDue(budget, now))
            .toSorted(
              (a, b) =>
                compare(a.current_period_end ?? "", b.current_period_end ?? "") ||
                compare(a.client_id, b.client_id) ||
                compare(a.id, b.id),
            )
            .slice(0, limit)
            .map((budget) => ({ client_id: budget.client_id, budget_id: budget.id })),
        ),
    }),
  ),
)
