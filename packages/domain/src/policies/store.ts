import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo } from "../core/questions.ts"
import type { Policy, PolicyKey } from "../core/records/policies.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import {
  coveringPolicies,
  type PolicyChange,
  policies,
  policyById,
  policyContext,
} from "./looks.ts"
import type { PolicyContext } from "./rules.ts"

/** Keeps policies. */
export class PolicyStore extends Context.Service<
  PolicyStore,
  {
    /**
     * Those that cover a budget (null: a new one, which only those of every budget do), by
     * `created`.
     */
    readonly covering: (
      client_id: number,
      budget_id: string | null,
    ) => Effect.Effect<ReadonlyArray<Policy>, StorageUnavailable>
    readonly get: (key: PolicyKey) => Effect.Effect<Policy | null, StorageUnavailable>
    /** By `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<Policy>, StorageUnavailable>
    /** Decides on what `policyContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: PolicyChange,
      decide: Decide<PolicyContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/PolicyStore") {
  static readonly layer = Layer.effect(
    PolicyStore,
    Effect.map(Store, (store) => ({
      covering: (client_id, budget_id) =>
        store.read(client_id, answerTo(coveringPolicies(budget_id))),
      get: ({ client_id, policy_id }) => store.read(client_id, policyById(policy_id)),
      page: (client_id, request) => store.read(client_id, policies(request)),
      change: (key, decide) => store.change(key.client_id, policyContext(key), decide),
    })),
  )
}
