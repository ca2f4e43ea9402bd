import { equal } from "node:assert/strict"
import {
  changed,
  created,
  ShownTransactions,
  type Store,
  taxRateById,
  taxRateContext,
  taxRatesByName,
  transactionContext,
} from "@outlay/domain/ports"
import { decideTaxRateRemoval, showTaxRate, type TaxRateContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant, type Tenant } from "./given.ts"

const page = (of: Tenant, offset: number, limit: number) =>
  read(of, taxRatesByName({ offset, limit }))

const taxed = (tax_rate_id: string | null) =>
  acme.transaction(1, { line_items: [acme.lineItem(2, { tax_rate_id })] })

/** Guarantees of a storage for tax rates. */
export const taxRateSuites: Suites<ShownTransactions> = [
  {
    name: "Tax rates: change",
    cases: [
      ...changeCases<TaxRateContext, Store>(
        (of, decide) => change(of, taxRateContext(null), decide),
        ({ business }) => business,
      ),

      check(
        "loads the business, its books and the tax rate, or null, also for another business",
        () =>
          Effect.gen(function* () {
            const tax_rate = acme.taxRate(5, { code: "GST", is_enabled: false, rate: 1_000_000 })
            const { client_id } = acme
            const locked = { locked_through: "2026-10-31", created: at(1), updated: at(1) }
            const books = { client_id, ...locked }
            yield* plant(acme, [...ground(acme), created("tax_rates", tax_rate)])
            yield* plant(acme, [created("books", books)])
            yield* plant(other, ground(other))
            const key = { client_id, tax_rate_id: tax_rate.id }
            const context = taxRateContext(tax_rate.id)
            deepEqual(yield* load(acme, context), { business: acme.business(), tax_rate, books })
            equal((yield* load(acme, taxRateContext(acme.uuid(6)))).tax_rate, null)
            equal((yield* load(acme, taxRateContext(null))).tax_rate, null)
            deepEqual(yield* read(acme, taxRateById(tax_rate.id)), tax_rate)
            equal(yield* read(other, taxRateById(tax_rate.id)), null)
            yield* change(acme, context, (context) => decideTaxRateRemoval(context, key, at(9)))
            equal(yield* read(acme, taxRateById(tax_rate.id)), null)
            equal((yield* load(acme, context)).tax_rate, null)
          }),
      ),
    ],
  },

  {
    name: "Transactions: tax rates",
    cases: [
      check(
        "loads rates of line items as they are now or were on locked days; null if none or deleted",
        () =>
          Effect.gen(function* () {
            const store = yield* ShownTransactions
            const tax_rate = acme.taxRate(5, { code: "GST", is_enabled: false, rate: 125_000 })
            const key = { client_id: acme.client_id, transaction_id: acme.uuid(1) }
            const shown = Effect.gen(function* () {
              const one = yield* store.get(key)
              const { results } = yield* store.page(key.client_id, {}, { offset: 0, limit: 5 })
              deepEqual(results, [one])
              return one?.line_items[0]?.tax_rate
            })
            yield* plant(acme, [...ground(acme), created("transactions", taxed(null))])
            equal(yield* shown, null)
            yield* plant(acme, [created("tax_rates", tax_rate)])
            yield* plant(acme, [changed("transactions", taxed(null), taxed(tax_rate.id))])
            deepEqual(yield* shown, showTaxRate(tax_rate))
            const deletedRate = { ...tax_rate, is_deleted: true }
            yield* plant(acme, [changed("tax_rates", tax_rate, deletedRate)])
            equal(yield* shown, null)
            const { name, rate, code, is_default_for, is_enabled } = tax_rate
            const through = at(1).slice(0, "YYYY-MM-DD".length)
            const was = { through, name: `Old ${name}`, rate, code, is_default_for, is_enabled }
            yield* plant(acme, [
              changed("tax_rates", deletedRate, { ...deletedRate, locked: [was] }),
            ])
            deepEqual(yield* shown, showTaxRate({ ...tax_rate, name: was.name }))
          }),
      ),

      check("loads the tax rates of a business with itemised tax, and of no other", () =>
        Effect.gen(function* () {
          const itemised = other.business({
            features: { expense_assistant: false, itemised_tax: true, hold_to_wallet: false },
          })
          const rates = (of: Tenant) =>
            Effect.map(load(of, transactionContext({})), (_) => _.tax_rates)
          const otherDeletedRate = other.taxRate(7, { is_deleted: true })
          yield* plant(acme, [...ground(acme), created("tax_rates", acme.taxRate(5))])
          yield* plant(other, [...ground(other), created("tax_rates", other.taxRate(6))])
          yield* plant(other, [created("tax_rates", otherDeletedRate)])
          yield* plant(other, [changed("businesses", other.business(), itemised)])
          const plain = acme.business({
            features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
          })
          yield* plant(acme, [changed("businesses", acme.business(), plain)])
          deepEqual(yield* rates(acme), [])
          deepEqual(yield* rates(other), [other.taxRate(6)])
        }),
      ),
    ],
  },

  {
    name: "Tax rates: list",
    cases: [
      check("are ordered by name, ties by id, in parts, of one business", () =>
        Effect.gen(function* () {
          const rates = [
            acme.taxRate(13, { name: "b" }),
            acme.taxRate(12, { name: "a" }),
            acme.taxRate(11, { name: "b" }),
            acme.taxRate(14, { name: "B" }),
            acme.taxRate(15, { name: "a", is_deleted: true }),
          ]
          yield* plant(acme, [...ground(acme), ...rates.map((row) => created("tax_rates", row))])
          yield* plant(other, ground(other))
          const parts = yield* Effect.forEach([0, 2, 4], (offset) => page(acme, offset, 2))
          deepEqual(
            parts.map(({ count }) => count),
            [4, 4, 4],
          )
          deepEqual(
            parts.map(({ results }) => results.map(({ id }) => id)),
            [[14, 12], [11, 13], []].map((part) => part.map(acme.uuid)),
          )
          deepEqual(yield* page(other, 0, 50), { count: 0, results: [] })
        }),
      ),
    ],
  },
]
