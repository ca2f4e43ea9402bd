import {
  created,
  decideTaxRateRemoval,
  nothing,
  type TaxRateContext,
  TaxRateStore,
} from "@outlay/domain"
import { Effect, Result } from "effect"
import { describe, expect } from "vitest"
import { changeChecks } from "./change.ts"
import { acme, ground, other, plant, type Tenant } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const load = ({ client_id }: Tenant, tax_rate_id: string | null) =>
  Effect.flatMap(TaxRateStore, (store) =>
    store.change({ client_id, tax_rate_id }, (context) => Result.succeed(nothing(context))),
  )

const page = ({ client_id }: Tenant, offset: number, limit: number) =>
  Effect.flatMap(TaxRateStore, (store) => store.page(client_id, { offset, limit }))

/** What a `TaxRateStore` promises. */
export const taxRateStoreSuite = (name: string, storage: Storage<TaxRateStore>): void => {
  const check = checks(storage)

  describe(`${name}: TaxRateStore.change`, () => {
    changeChecks<TaxRateContext, TaxRateStore>(
      storage,
      ({ client_id }, decide) =>
        Effect.flatMap(TaxRateStore, (store) =>
          store.change({ client_id, tax_rate_id: null }, decide),
        ),
      ({ business }) => business,
    )

    check("loads the business and the tax rate, or null, also of another business", () =>
      Effect.gen(function* () {
        const tax_rate = acme.taxRate(5, { code: "GST", is_enabled: false, rate: 1_000_000 })
        yield* plant(acme, [...ground(acme), created("tax_rates", tax_rate)])
        yield* plant(other, ground(other))
        expect(yield* load(acme, acme.uuid(5))).toEqual({ business: acme.business(), tax_rate })
        expect((yield* load(acme, acme.uuid(6))).tax_rate).toBeNull()
        expect((yield* load(acme, null)).tax_rate).toBeNull()
        const store = yield* TaxRateStore
        const key = { client_id: acme.client_id, tax_rate_id: acme.uuid(5) }
        expect(yield* store.get(key)).toEqual(tax_rate)
        expect(yield* store.get({ ...key, client_id: other.client_id })).toBeNull()
        yield* store.change(key, (context) => decideTaxRateRemoval(context, key))
        expect(yield* store.get(key)).toBeNull()
      }),
    )
  })

  describe(`${name}: TaxRateStore.page`, () => {
    check("by name, ties by id, in parts, of one business", () =>
      Effect.gen(function* () {
        const rates = [
          acme.taxRate(13, { name: "b" }),
          acme.taxRate(12, { name: "a" }),
          acme.taxRate(11, { name: "b" }),
          acme.taxRate(14, { name: "B" }),
        ]
        yield* plant(acme, [...ground(acme), ...rates.map((row) => created("tax_rates", row))])
        yield* plant(other, ground(other))
        const parts = yield* Effect.forEach([0, 2, 4], (offset) => page(acme, offset, 2))
        expect(parts.map(({ count }) => count)).toEqual([4, 4, 4])
        expect(parts.map(({ results }) => results.map(({ id }) => id))).toEqual(
          [[14, 12], [11, 13], []].map((part) => part.map(acme.uuid)),
        )
        expect(yield* page(other, 0, 50)).toEqual({ count: 0, results: [] })
      }),
    )
  })
}
