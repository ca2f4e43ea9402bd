import { TaxRates } from "@outlay/domain"
import { operatorTaxRates, taxRates } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentPrincipal } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

export const taxRatesHandlers = handlersOf(taxRates, {
  list: ({ query }) =>
    Effect.flatMap(CurrentPrincipal, ({ business }) =>
      TaxRates.use((_) => _.list(business, query)),
    ),
  get: ({ params }) =>
    Effect.flatMap(CurrentPrincipal, ({ business }) =>
      TaxRates.use((_) => _.get(business, params.tax_rate_id)),
    ),
})

export const operatorTaxRatesHandlers = handlersOf(operatorTaxRates, {
  create: ({ params, body }) => TaxRates.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => TaxRates.use((_) => _.update(params, body)),
  remove: ({ params }) => TaxRates.use((_) => _.remove(params)),
})
