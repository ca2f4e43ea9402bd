import { type TaxRate, type TaxRateChange, type TaxRateContext, TaxRateStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { businessOf } from "./shared/business.ts"
import { compare, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

/** "Tax rates by name", ties by id. */
const byName = (a: TaxRate, b: TaxRate): number => compare(a.name, b.name) || compare(a.id, b.id)

const load = (tables: Tables, { client_id, tax_rate_id }: TaxRateChange): TaxRateContext => ({
  business: businessOf(tables, client_id),
  tax_rate: tax_rate_id === null ? null : tables.tax_rates.find(client_id, tax_rate_id),
})

export const taxRateStore = Layer.effect(
  TaxRateStore,
  Effect.map(Memory, ({ tables, change }) =>
    TaxRateStore.of({
      get: ({ client_id, tax_rate_id }) =>
        Effect.sync(() => tables.tax_rates.find(client_id, tax_rate_id)),
      page: (client_id, page) =>
        Effect.sync(() => pageOf(tables.tax_rates.ofBusiness(client_id), byName, page, (_) => _)),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
