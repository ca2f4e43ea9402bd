import { RightsStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { Memory } from "./shared/memory.ts"
import { tiesToBudget, tiesToTransaction } from "./shared/ties.ts"

export const rightsStore = Layer.effect(
  RightsStore,
  Effect.map(Memory, ({ tables }) =>
    RightsStore.of({
      ofBudget: ({ client_id, budget_id, sight, ...named }) =>
        Effect.sync(() => {
          const { budget_member_id, budget_owner_id, topup_id } = named
          if (tables.budgets.find(client_id, budget_id) === null) return null
          const member =
            budget_member_id === null
              ? null
              : tables.budget_members.find(client_id, budget_member_id)
          const owner =
            budget_owner_id === null ? null : tables.budget_owners.find(client_id, budget_owner_id)
          const topup = topup_id === null ? null : tables.topups.find(client_id, topup_id)
          const isNamed =
            topup?.budget_id === budget_id && topup.budget_member_id === budget_member_id
          return {
            ties: tiesToBudget(tables, { client_id, budget_id }, sight),
            has_member: member?.budget_id === budget_id,
            has_owner: owner?.budget_id === budget_id,
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
