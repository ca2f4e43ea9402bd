import { TaxRates } from "@outlay/domain"
import { taxRateById, taxRateContext, taxRatesByName } from "@outlay/domain/ports"
import fc from "fast-check"
import { maybe, nth, work } from "../agreement/commands.ts"
import type { Known } from "../agreement/known.ts"
import type { Resource } from "../resources.ts"

const taxRate = (known: Known, n: number) => {
  const { client_id, id } = known.row("tax_rates", n)
  return { client_id, tax_rate_id: id }
}

const rate = fc.constantFrom(0, 1, 100_000, 1_000_000)
const taxName = fc.constantFrom("GST", "gst", "Ümsatzsteuer", "BAS")

const createTaxRate = work(
  "create tax rate",
  fc.record({ of: nth, name: taxName, rate, code: maybe(fc.option(fc.constant("G1"))) }),
  ({ of, ...input }) =>
    (known) =>
      TaxRates.use((_) =>
        _.create(known.client(of), { ...input, is_default_for: "BOTH", is_enabled: true }),
      ),
)

const updateTaxRate = work(
  "update tax rate",
  fc.record({ of: nth, name: maybe(taxName), rate: maybe(rate), is_enabled: maybe(fc.boolean()) }),
  ({ of, ...patch }) =>
    (known) =>
      TaxRates.use((_) => _.update(taxRate(known, of), patch)),
)

const removeTaxRate = work(
  "remove tax rate",
  nth,
  (of) => (known) => TaxRates.use((_) => _.remove(taxRate(known, of))),
)

export const resource: Resource = {
  table: "tax_rates",
  looks: [taxRateContext("t"), taxRateById("t"), taxRatesByName({ offset: 0, limit: 50 })],
  commands: [
    [3, createTaxRate],
    [2, updateTaxRate],
    [1, removeTaxRate],
  ],
}
