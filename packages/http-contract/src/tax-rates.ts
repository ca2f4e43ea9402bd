import { type TaxRateRecord, taxRateScopes, taxRateSources } from "@outlay/domain"
import { Schema } from "effect"
import { endpoint, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { page } from "./shared/query.ts"

export const taxRateExample = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b70",
  name: "GST on expenses",
  rate: 0.1,
  code: "INPUT",
  is_default_for: "DOMESTIC",
  is_enabled: true,
  source: "INTEGRATION",
} as const

export const TaxRate = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  rate: Schema.Finite,
  code: Schema.NullOr(Schema.String),
  is_default_for: Schema.Literals(taxRateScopes),
  is_enabled: Schema.Boolean,
  source: Schema.Literals(taxRateSources),
}).annotate({
  identifier: "TaxRate",
  description: "A rate of tax that line items can name; `rate` is a fraction: 0.1 is 10 %.",
  examples: [taxRateExample],
})

/** How many parts of a rate are 1. */
export const millionths = 1_000_000

export const encodeTaxRate = (tax_rate: TaxRateRecord): typeof TaxRate.Type => ({
  id: tax_rate.id,
  name: tax_rate.name,
  rate: tax_rate.rate / millionths,
  code: tax_rate.code,
  is_default_for: tax_rate.is_default_for,
  is_enabled: tax_rate.is_enabled,
  source: tax_rate.source,
})

export const tax_rate_id = uuidId("The id of the tax rate.")

export const taxRates = {
  list: endpoint({
    operation: "taxRates.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/tax-rates",
    access: { resource: "tax_rates", action: "read" },
    summary: "List tax rates",
    description: "The tax rates by name; none where the business has no itemised tax.",
    params: { client_id },
    query: page,
    success: pageOf(TaxRate, encodeTaxRate),
    problems: [],
  }),
  get: endpoint({
    operation: "taxRates.get",
    method: "GET",
    path: "/v1/businesses/{client_id}/tax-rates/{tax_rate_id}",
    access: { resource: "tax_rates", action: "read" },
    summary: "Get a tax rate",
    description: "One tax rate; there is none where the business has no itemised tax.",
    params: { client_id, tax_rate_id },
    success: one(TaxRate, encodeTaxRate),
    problems: [notFound],
  }),
}
