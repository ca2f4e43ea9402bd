import { byName, present } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { TaxRateContext } from "./rules.ts"

/** What is looked at before a tax rate is created (`id` is null), changed or removed. */
export const taxRateContext = (id: string | null): Look<TaxRateContext> =>
  look(
    {
      business: one("businesses"),
      tax_rate: id === null ? known(null) : one("tax_rates", { id, is_deleted: false }),
      books: one("books"),
    },
    ({ business, tax_rate, books }) => seen({ business: present(business), tax_rate, books }),
  )

/** The tax rate of this id, or null: with or without itemised tax. */
export const taxRateById = (id: string): Look<TaxRate | null> =>
  answerTo(one("tax_rates", { id, is_deleted: false }))

/** "Tax rates by name", by code unit, ties by id: with or without itemised tax. */
export const taxRatesByName = (request: PageRequest): Look<Page<TaxRate>> =>
  answerTo(pageOf("tax_rates", { is_deleted: false }, byName, request))
