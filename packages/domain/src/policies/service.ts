import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { CreatePolicy, PolicyKey, UpdatePolicy } from "../core/records/policies.ts"
import { Store } from "../core/store.ts"
import { policies, policyById, policyContext } from "./looks.ts"
import { decidePolicy, decidePolicyRemoval, decidePolicyUpdate } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids

  const list = (client_id: number, page: PageRequest) => store.read(client_id, policies(page))

  const get = ({ client_id, policy_id }: PolicyKey) =>
    existingIn(store.read(client_id, policyById(policy_id)), "policy", policy_id)

  const create = Effect.fn("Policies.create")(function* (client_id: number, policy: CreatePolicy) {
    const { budget_id = null } = policy
    const command = { ...policy, client_id, id: yield* ids.uuid, now: yield* currentTime }
    return yield* store.change(
      client_id,
      policyContext({ policy_id: null, budget_id }),
      (context) => decidePolicy(context, command),
    )
  })

  const update = Effect.fn("Policies.update")(function* (key: PolicyKey, patch: UpdatePolicy) {
    const { budget_id = null } = patch
    const now = yield* currentTime
    return yield* store.change(key.client_id, policyContext({ ...key, budget_id }), (context) =>
      decidePolicyUpdate(context, key, patch, now),
    )
  })

  const remove = Effect.fn("Policies.remove")(function* (key: PolicyKey) {
    yield* store.change(key.client_id, policyContext({ ...key, budget_id: null }), (context) =>
      decidePolicyRemoval(context, key),
    )
  })

  return {
    /** Returns the policies of a business, oldest first. */
    list,
    /**
     * Returns a policy; `above_amount` is in minor units, and null means every amount. Refused:
     * `NotFound`.
     */
    get,
    /**
     * Creates a policy. It applies to later requests; earlier decisions stay. `above_amount` is in
     * major units. Refused: `UnknownReference` for the budget, `TooManyDecimals`.
     */
    create,
    /**
     * Changes the given fields only; `above_amount` is in major units. Refused: `NotFound`,
     * `UnknownReference` for the budget, `TooManyDecimals`.
     */
    update,
    /** Deletes a policy. Pending topups stay pending. Refused: `NotFound`. */
    remove,
  }
})

/**
 * Approval policies: "a topup needs approval when any policy covers its budget and its amount is
 * above the bound".
 */
export class Policies extends Context.Service<Policies, Effect.Success<typeof make>>()(
  "@outlay/domain/Policies",
) {
  static readonly layer = Layer.effect(Policies, make)
}
