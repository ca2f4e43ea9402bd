import { byName, present } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { TaxRateContext } from "./rules.ts"

/** Loads the context of a decision about a tax rate; `id` is null for a new one. */
export const taxRateContext = (id: string | null): Look<TaxRateContext> =>
  look(
    {
      business: one("businesses"),
      tax_rate: id === null ? known(null) : one("tax_rates", { id, is_deleted: false }),
      books: one("books"),
    },
    ({ business, tax_rate, books }) => seen({ business: present(business), tax_rate, books }),
  )

/** Returns the tax rate with this id, or null; also for a business without itemised tax. */
export const taxRateById = (id: string): Look<TaxRate | null> =>
  answerTo(one("tax_rates", { id, is_deleted: false }))

/**
 * Returns "tax rates by name", by code unit, ties by id; also for a business without itemised tax.
 */
export const taxRatesByName = (request: PageRequest): Look<Page<TaxRate>> =>
  answerTo(pageOf("tax_rates", { is_deleted: false }, byName, request))
