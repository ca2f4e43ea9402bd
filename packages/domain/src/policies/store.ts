import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { answerTo } from "../core/questions.ts"
import type { PolicyKey } from "../core/records/policies.ts"
import { changeOf, Store } from "../core/store.ts"
import { coveringPolicies, policies, policyById, policyContext } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /**
   * Those that cover a budget (null: a new one, which only those of every budget do), by `created`.
   */
  covering: (client_id: number, budget_id: string | null) =>
    store.read(client_id, answerTo(coveringPolicies(budget_id))),
  get: ({ client_id, policy_id }: PolicyKey) => store.read(client_id, policyById(policy_id)),
  /** By `created` ascending, ties by id. */
  page: (client_id: number, page: PageRequest) => store.read(client_id, policies(page)),
  /** Decides on what `policyContext` looks at: see `Store`. */
  change: changeOf(store, policyContext),
}))

/** Keeps policies. */
export class PolicyStore extends Context.Service<PolicyStore, Effect.Success<typeof make>>()(
  "@outlay/domain/PolicyStore",
) {
  static readonly layer = Layer.effect(PolicyStore, make)
}
