import { TaxRateRecord } from "@outlay/domain/fields"
import { endpoint, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { wire } from "./shared/wire.ts"

export const taxRateExample = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b70",
  name: "GST on expenses",
  rate: 0.1,
  code: "INPUT",
  is_default_for: "DOMESTIC",
  is_enabled: true,
  source: "INTEGRATION",
} as const

export const taxRate = wire(TaxRateRecord, { example: taxRateExample })

export const tax_rate_id = uuidId("Id of the tax rate.")

export const taxRates = {
  list: endpoint({
    operation: "taxRates.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/tax-rates",
    access: { resource: "tax_rates", action: "read" },
    summary: "List tax rates",
    description:
      "Returns the tax rates by name. The list is empty if the business has no itemised tax.",
    params: { client_id },
    query: page,
    success: pageOf(taxRate),
    problems: [],
  }),
  get: endpoint({
    operation: "taxRates.get",
    method: "GET",
    path: "/v1/businesses/{client_id}/tax-rates/{tax_rate_id}",
    access: { resource: "tax_rates", action: "read" },
    summary: "Get a tax rate",
    description: "Returns one tax rate. Not found if the business has no itemised tax.",
    params: { client_id, tax_rate_id },
    success: one(taxRate),
    problems: [notFound],
  }),
}
