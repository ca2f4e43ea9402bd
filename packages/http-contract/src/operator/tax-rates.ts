import { millionths, TaxRateRecord, taxRateScopes } from "@outlay/domain/fields"
import { Schema, SchemaTransformation } from "effect"
import { bodyOf } from "../shared/body.ts"
import { says } from "../shared/code.ts"
import { endpoint, none, one } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound } from "../shared/problem.ts"
import { text } from "../shared/text.ts"
import { tax_rate_id, taxRate } from "../tax-rates.ts"

const outOfRange = says("out_of_range", "Must be a fraction from 0 to 1, where 0.1 is 10 %.")

const rate = "A fraction from 0 to 1, with at most 6 decimals: 0.1 is 10 %."

/** Fraction from 0 to 1 with at most 6 decimals, decoded to exact millionths. */
const Rate = Schema.Number.annotate({
  description: rate,
  examples: [0.1],
})
  .check(
    Schema.isFinite(outOfRange).abort(),
    Schema.makeFilter(
      (rate: number) => rate >= 0 && rate <= 1,
      { ...outOfRange, toJsonSchema: () => ({ minimum: 0, maximum: 1 }) },
      true,
    ),
    Schema.makeFilter(
      (rate: number) => Math.round(rate * millionths) / millionths === rate,
      says("out_of_range", "Must have at most 6 decimal places."),
    ),
  )
  .pipe(
    Schema.decodeTo(
      Schema.Number,
      SchemaTransformation.transform({
        decode: (rate) => Math.round(rate * millionths),
        encode: (rate: number) => rate / millionths,
      }),
    ),
  )

const name = text(128, "GST on expenses")
const scope = Schema.Literals(taxRateScopes)
const code = Schema.optionalKey(Schema.NullOr(text(128, "INPUT")))

/** "`{name, rate, code?, is_default_for, is_enabled}`." */
export const CreateTaxRate = bodyOf(
  TaxRateRecord,
  { name, rate: Rate, code, is_default_for: scope, is_enabled: Schema.Boolean },
  { rate },
).annotate({
  identifier: "CreateTaxRate",
  description: "Tax rate synced by an accounting integration.",
  examples: [
    {
      name: "GST on expenses",
      rate: 0.1,
      code: "INPUT",
      is_default_for: "DOMESTIC",
      is_enabled: true,
    },
  ] as never,
})

export const UpdateTaxRate = bodyOf(
  TaxRateRecord,
  {
    name: Schema.optionalKey(name),
    rate: Schema.optionalKey(Rate),
    code,
    is_default_for: Schema.optionalKey(scope),
    is_enabled: Schema.optionalKey(Schema.Boolean),
  },
  { rate },
).annotate({
  identifier: "UpdateTaxRate",
  description: "Fields to change; others keep their values.",
  examples: [{ is_enabled: false }] as never,
})

const all = "/operator/v1/businesses/{client_id}/tax-rates"
const each = "/operator/v1/businesses/{client_id}/tax-rates/{tax_rate_id}"

export const operatorTaxRates = {
  create: endpoint({
    operation: "taxRates.create",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Create a tax rate",
    description: "Creates a tax rate. Its source is the connected integration, or manual.",
    params: { client_id },
    body: CreateTaxRate,
    success: one(taxRate, 201),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "taxRates.update",
    method: "PATCH",
    path: each,
    access: "operator",
    summary: "Update a tax rate",
    description: "Changes a tax rate. Line items show its current values.",
    params: { client_id, tax_rate_id },
    body: UpdateTaxRate,
    success: one(taxRate),
    problems: [notFound],
  }),
  remove: endpoint({
    operation: "taxRates.remove",
    method: "DELETE",
    path: each,
    access: "operator",
    summary: "Delete a tax rate",
    description: "Deletes a tax rate. Line items that used it show null.",
    params: { client_id, tax_rate_id },
    success: none,
    problems: [notFound],
  }),
}
