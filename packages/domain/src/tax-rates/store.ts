import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { TaxRate, TaxRateKey } from "../core/records/tax-rates.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type TaxRateChange, taxRateById, taxRateContext, taxRatesByName } from "./looks.ts"
import type { TaxRateContext } from "./rules.ts"

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
    /** Decides on what `taxRateContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: TaxRateChange,
      decide: Decide<TaxRateContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TaxRateStore") {
  static readonly layer = Layer.effect(
    TaxRateStore,
    Effect.map(Store, (store) => ({
      get: ({ client_id, tax_rate_id }) => store.read(client_id, taxRateById(tax_rate_id)),
      page: (client_id, request) => store.read(client_id, taxRatesByName(request)),
      change: (key, decide) => store.change(key.client_id, taxRateContext(key), decide),
    })),
  )
}
