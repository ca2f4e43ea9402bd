import { Effect, Layer } from "effect"
import { RightsStore } from "../rights/store.ts"
import { KeptBooks } from "./books.ts"
import { tiesToBudget, tiesToTransaction } from "./ties.ts"

export const rightsStore = Layer.effect(
  RightsStore,
  Effect.map(KeptBooks, ({ tables }) =>
    RightsStore.of({
      ofBudget: ({ client_id, budget_id, budget_member_id, topup_id, sight }) =>
        Effect.sync(() => {
          if (tables.budgets.find(client_id, budget_id) === null) return null
          const topup = topup_id === null ? null : tables.topups.find(client_id, topup_id)
          const isNamed =
            topup?.budget_id === budget_id && topup.budget_member_id === budget_member_id
          return {
            ties: tiesToBudget(tables, { client_id, budget_id }, sight),
            topup: isNamed ? topup : null,
          }
        }),
      ofTransaction: ({ client_id, transaction_id }, sight) =>
        Effect.sync(() => {
          const transaction = tables.transactions.find(client_id, transaction_id)
          return transaction === null ? null : tiesToTransaction(tables, transaction, sight)
        }),
    }),
  ),
)
