import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { TaxRateKey } from "../core/records/tax-rates.ts"
import { changeOf, Store } from "../core/store.ts"
import { taxRateById, taxRateContext, taxRatesByName } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  get: ({ client_id, tax_rate_id }: TaxRateKey) => store.read(client_id, taxRateById(tax_rate_id)),
  /** "Tax rates by name", by code unit; ties by id. */
  page: (client_id: number, page: PageRequest) => store.read(client_id, taxRatesByName(page)),
  /** Decides on what `taxRateContext` looks at: see `Store`. */
  change: changeOf(store, taxRateContext),
}))

/** Keeps tax rates, also of businesses that have no itemised tax (yet). */
export class TaxRateStore extends Context.Service<TaxRateStore, Effect.Success<typeof make>>()(
  "@outlay/domain/TaxRateStore",
) {
  static readonly layer = Layer.effect(TaxRateStore, make)
}
