import { TaxRates } from "@outlay/domain"
import { operatorTaxRates, taxRates } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentPrincipal } from "./kernel/authentication.ts"
import { handler } from "./kernel/handler.ts"

export const taxRateHandlers = [
  handler(taxRates.list, ({ query }) =>
    Effect.flatMap(CurrentPrincipal, ({ business }) =>
      TaxRates.use((_) => _.list(business, query)),
    ),
  ),
  handler(taxRates.get, ({ params }) =>
    Effect.flatMap(CurrentPrincipal, ({ business }) =>
      TaxRates.use((_) => _.get(business, params.tax_rate_id)),
    ),
  ),
  handler(operatorTaxRates.create, ({ params, body }) =>
    TaxRates.use((_) => _.create(params.client_id, body)),
  ),
  handler(operatorTaxRates.update, ({ params, body }) =>
    TaxRates.use((_) => _.update(params, body)),
  ),
  handler(operatorTaxRates.remove, ({ params }) => TaxRates.use((_) => _.remove(params))),
]
