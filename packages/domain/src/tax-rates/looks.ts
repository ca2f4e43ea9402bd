import { byName, present } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { TaxRateContext } from "./rules.ts"

/** Which tax rate changes (null: a new one). */
export interface TaxRateChange {
  readonly client_id: number
  readonly tax_rate_id: string | null
}

/** What is looked at before a tax rate is created, changed or removed. */
export const taxRateContext = ({ tax_rate_id }: TaxRateChange): Look<TaxRateContext> =>
  look(
    {
      business: one("businesses"),
      tax_rate: tax_rate_id === null ? known(null) : one("tax_rates", { id: tax_rate_id }),
    },
    ({ business, tax_rate }) => seen({ business: present(business), tax_rate }),
  )

export const taxRateById = (id: string): Look<TaxRate | null> => answerTo(one("tax_rates", { id }))

/** "Tax rates by name", ties by id. */
export const taxRatesByName = (request: PageRequest): Look<Page<TaxRate>> =>
  answerTo(pageOf("tax_rates", {}, byName, request))
