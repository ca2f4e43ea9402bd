import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Policy, PolicyKey } from "../core/records/policies.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { PolicyContext } from "./rules.ts"

/** Which policy changes (null: a new one), and which budget its change names. */
export interface PolicyChange {
  readonly client_id: number
  readonly policy_id: string | null
  readonly budget_id: string | null
}

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
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: PolicyChange,
      decide: Decide<PolicyContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/PolicyStore") {}
