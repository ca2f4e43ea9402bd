import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import { created, nothing, PolicyStore, TopupStore } from "@outlay/domain/ports"
import { decidePolicyRemoval, type PolicyContext } from "@outlay/domain/rules"
import { Effect, Result } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant } from "./given.ts"
import { pageCases } from "./paging.ts"

const base = [
  ...ground(acme),
  created("budgets", acme.budget(1)),
  created("budgets", acme.budget(2)),
]

const load = (of: typeof acme, policy: number | null, budget: number | null) =>
  Effect.flatMap(PolicyStore, (store) =>
    store.change(
      {
        client_id: of.client_id,
        policy_id: policy === null ? null : of.uuid(policy),
        budget_id: budget === null ? null : of.uuid(budget),
      },
      (context) => Result.succeed(nothing(context)),
    ),
  )

/** The ids of the policies that a new topup of a budget is held to. */
const covering = (of: typeof acme, budget: number) =>
  Effect.flatMap(TopupStore, (store) =>
    store.change(
      {
        client_id: of.client_id,
        budget_id: of.uuid(budget),
        budget_member_id: null,
        topup_id: null,
        user_id: null,
      },
      ({ policies }) => Result.succeed(nothing(policies.map((_) => _.id))),
    ),
  )

/** What a `PolicyStore` promises, and what a `TopupStore` loads of it. */
export const policyStoreSuites: Suites<PolicyStore | TopupStore> = [
  {
    name: "PolicyStore.change",
    cases: [
      ...changeCases<PolicyContext, PolicyStore>(
        ({ client_id, uuid }, decide) =>
          Effect.flatMap(PolicyStore, (store) =>
            store.change({ client_id, policy_id: null, budget_id: uuid(1) }, decide),
          ),
        ({ business, budget }) => budget ?? business,
      ),

      check(
        "loads the business, the policy and the budget, or null, also of another business",
        () =>
          Effect.gen(function* () {
            const policy = acme.policy(5, { budget_id: acme.uuid(2), above_amount: money(10_050) })
            yield* plant(acme, [...base, created("policies", policy)])
            yield* plant(other, ground(other))
            const there = { business: acme.business(), policy, budget: acme.budget(1) }
            deepEqual(yield* load(acme, 5, 1), there)
            const nowhere = { business: acme.business(), policy: null, budget: null }
            deepEqual(yield* load(acme, 6, 9), nowhere)
            deepEqual(yield* load(acme, null, null), nowhere)
            const store = yield* PolicyStore
            const key = { client_id: other.client_id, policy_id: acme.uuid(5) }
            equal(yield* store.get(key), null)
            deepEqual(yield* store.get({ ...key, client_id: acme.client_id }), policy)
          }),
      ),

      check("what is removed is gone", () =>
        Effect.gen(function* () {
          const store = yield* PolicyStore
          yield* plant(acme, [...base, created("policies", acme.policy(5))])
          const key = { client_id: acme.client_id, policy_id: acme.uuid(5) }
          yield* store.change({ ...key, budget_id: null }, (context) =>
            decidePolicyRemoval(context, key),
          )
          equal(yield* store.get(key), null)
          deepEqual(yield* covering(acme, 1), [])
        }),
      ),

      check("a new topup is held to the policies of its budget, and to those of every budget", () =>
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
    name: "PolicyStore.page",
    cases: [
      ...pageCases<PolicyStore>({
        row: (n, order) => created("policies", acme.policy(n, { created: at(order) })),
        page: (page) => Effect.flatMap(PolicyStore, (store) => store.page(acme.client_id, page)),
        idOf: acme.uuid,
      }),
    ],
  },
]
