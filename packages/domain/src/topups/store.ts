import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { TopupRecord, TopupTarget } from "../core/records/topups.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { TopupContext } from "./rules.ts"

/** Which topup changes: a new one of a target (`topup_id` null), or one that is there. */
export interface TopupKey extends TopupTarget {
  readonly topup_id: string | null
  /** The user who acts, or null: loaded into `people`. */
  readonly user_id: number | null
}

/** Keeps topups. */
export class TopupStore extends Context.Service<
  TopupStore,
  {
    /**
     * The topups of one target, "by `created` descending", ties by id; with a sight only those that
     * the user may see (`seesTopup`).
     */
    readonly page: (
      target: TopupTarget,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<TopupRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      key: TopupKey,
      decide: Decide<TopupContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TopupStore") {}
