import { type PolicyChange, type PolicyContext, PolicyStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { businessOf } from "./shared/business.ts"
import { byCreated, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

const load = (
  tables: Tables,
  { client_id, policy_id, budget_id }: PolicyChange,
): PolicyContext => ({
  business: businessOf(tables, client_id),
  policy: policy_id === null ? null : tables.policies.find(client_id, policy_id),
  budget: budget_id === null ? null : tables.budgets.find(client_id, budget_id),
})

export const policyStore = Layer.effect(
  PolicyStore,
  Effect.map(Memory, ({ tables, change }) =>
    PolicyStore.of({
      covering: (client_id, budget_id) =>
        Effect.sync(() =>
          tables.policies
            .ofBusiness(client_id)
            .filter((_) => _.budget_id === null || _.budget_id === budget_id)
            .toSorted(byCreated),
        ),
      get: ({ client_id, policy_id }) =>
        Effect.sync(() => tables.policies.find(client_id, policy_id)),
      page: (client_id, page) =>
        Effect.sync(() => pageOf(tables.policies.ofBusiness(client_id), byCreated, page, (_) => _)),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
