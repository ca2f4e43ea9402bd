import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import {
  created,
  policies,
  policyById,
  policyContext,
  type Store,
  topupContext,
} from "@outlay/domain/ports"
import { decidePolicyRemoval, type PolicyContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant, type Tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const base = [
  ...ground(acme),
  created("budgets", acme.budget(1)),
  created("budgets", acme.budget(2)),
]

const contextOf = (policy: number | null, budget: number | null) =>
  policyContext({
    policy_id: policy === null ? null : acme.uuid(policy),
    budget_id: budget === null ? null : acme.uuid(budget),
  })

/** Returns the ids of the policies that apply to a new topup of a budget. */
const covering = ({ client_id, uuid }: Tenant, budget: number) => {
  const target = { client_id, budget_id: uuid(budget), budget_member_id: null }
  return Effect.map(
    load({ client_id }, topupContext({ ...target, topup_id: null, user_id: null })),
    ({ policies }) => policies.map((_) => _.id),
  )
}

/** Guarantees of a storage for policies, and for those that apply to new topups. */
export const policySuites: Suites<Store> = [
  {
    name: "Policies: change",
    cases: [
      ...changeCases<PolicyContext, Store>(
        (of, decide) =>
          change(of, policyContext({ policy_id: null, budget_id: of.uuid(1) }), decide),
        ({ business, budget }) => budget ?? business,
      ),

      check(
        "loads the business, the policy and the budget, or null, also for another business",
        () =>
          Effect.gen(function* () {
            const policy = acme.policy(5, { budget_id: acme.uuid(2), above_amount: money(10_050) })
            yield* plant(acme, [...base, created("policies", policy)])
            yield* plant(other, ground(other))
            const there = { business: acme.business(), policy, budget: acme.budget(1) }
            deepEqual(yield* load(acme, contextOf(5, 1)), there)
            const nowhere = { business: acme.business(), policy: null, budget: null }
            deepEqual(yield* load(acme, contextOf(6, 9)), nowhere)
            deepEqual(yield* load(acme, contextOf(null, null)), nowhere)
            equal(yield* read(other, policyById(policy.id)), null)
            deepEqual(yield* read(acme, policyById(policy.id)), policy)
          }),
      ),

      check("a removed policy is gone", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, created("policies", acme.policy(5))])
          const key = { client_id: acme.client_id, policy_id: acme.uuid(5) }
          yield* change(acme, contextOf(5, null), (context) => decidePolicyRemoval(context, key))
          equal(yield* read(acme, policyById(key.policy_id)), null)
          deepEqual(yield* covering(acme, 1), [])
        }),
      ),

      check("the policies of its budget and those of every budget apply to a new topup", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...base,
            created("policies", acme.policy(5)),
            created("policies", acme.policy(6, { budget_id: acme.uuid(1) })),
            created("policies", acme.policy(7, { budget_id: acme.uuid(2) })),
          ])
          yield* plant(other, [...ground(other), created("budgets", other.budget(1))])
          deepEqual(yield* covering(acme, 1), [5, 6].map(acme.uuid))
          deepEqual(yield* covering(acme, 2), [5, 7].map(acme.uuid))
          deepEqual(yield* covering(other, 1), [])
        }),
      ),
    ],
  },

  {
    name: "Policies: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("policies", acme.policy(n, { created: at(order) })),
        page: (page) => read(acme, policies(page)),
        idOf: acme.uuid,
      }),
    ],
  },
]
