import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { TaxRate, TaxRateKey } from "../core/records/tax-rates.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { TaxRateContext } from "./rules.ts"

/** Which tax rate changes (null: a new one). */
export interface TaxRateChange {
  readonly client_id: number
  readonly tax_rate_id: string | null
}

/** Keeps tax rates, also of businesses that have no itemised tax (yet). */
export class TaxRateStore extends Context.Service<
  TaxRateStore,
  {
    readonly get: (key: TaxRateKey) => Effect.Effect<TaxRate | null, StorageUnavailable>
    /** "Tax rates by name", by code unit; ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<TaxRate>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: TaxRateChange,
      decide: Decide<TaxRateContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TaxRateStore") {}
