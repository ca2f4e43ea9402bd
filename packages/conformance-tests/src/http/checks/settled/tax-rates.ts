import { features, transaction, wallet } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { askBeside } from "./beside.ts"
import { rowsOf, variant } from "./rows.ts"

const item = { amount: "10.00", gst_amount: "0.00", description: "A line", custom_fields: [] }

const home = transaction("home", { line_items: [item] })
const plain = variant("untaxed", {}, home)
const taxed = variant(
  "taxed",
  {},
  features({ itemised_tax: true }),
  wallet("USD"),
  home,
  transaction("abroad", { currency: "USD", fx_amount: "-7.00", line_items: [item] }),
)

type Scope = "DOMESTIC" | "INTERNATIONAL" | "BOTH" | "NONE"

/** Creates a tax rate of an integration and returns its id. */
const rate = async (trial: Trial, name: string, is_default_for: Scope, is_enabled = true) => {
  const { client_id } = trial.business
  const row = { name, rate: 0.1, is_default_for, is_enabled }
  return String((await trial.act("make-tax-rate", { client_id, ...row })).tax_rate_id)
}

const itemOf = async (trial: Trial, key: string): Promise<Json> => {
  const path = { transaction_id: idOf(trial, "transactions", key) }
  const { line_items } = await recordOf(trial, "transactions.get", { path })
  const [first] = Array.isArray(line_items) ? line_items : []
  return first ?? trial.blocked(`${key} has no line item`)
}

/** Gives a transaction a line item and returns it as shown. */
const given = async (trial: Trial, key: string, changes: Json = {}): Promise<Json> => {
  const path = `/transactions/${idOf(trial, "transactions", key)}`
  const body = { line_items: [{ amount: 10, description: `Given ${key}`, ...changes }] }
  need(trial, await askBeside(trial, "PATCH", path, { version: "v2", body }), "a line item")
  return itemOf(trial, key)
}

const absent = async (trial: Trial) => {
  const seen = await itemOf(trial, "home")
  trial.expect(!("tax_rate" in seen), "no tax_rate without itemised tax", seen)
}

const fields = ["id", "name", "rate", "code", "is_default_for", "is_enabled", "source"]

const shown = async (trial: Trial) => {
  const before = await itemOf(trial, "home")
  trial.expect(before.tax_rate === null, "tax_rate null while there is no rate", before)
  const id = await rate(trial, "GST", "DOMESTIC")
  const { tax_rate } = await given(trial, "home")
  const whole = fields.every((name) => tax_rate?.[name] !== undefined)
  trial.expect(whole && tax_rate.id === id && tax_rate.rate === 0.1, fields.join(), tax_rate)
}

const resolved = async (trial: Trial) => {
  await rate(trial, "Disabled", "DOMESTIC", false)
  await rate(trial, "Nobody's", "NONE")
  const abroad = await rate(trial, "Export", "INTERNATIONAL")
  const first = await rate(trial, "Sales", "DOMESTIC")
  const both = await rate(trial, "Any", "BOTH")
  for (const [what, key, changes, expected] of [
    ["the first of its kind", "home", {}, first],
    ["the first of its kind", "abroad", {}, abroad],
    ["the rate that is named", "home", { tax_rate_id: both }, both],
  ] as const) {
    const { tax_rate } = await given(trial, key, changes)
    trial.expect(tax_rate?.id === expected, `${key}: ${what}, ${expected}`, tax_rate)
  }
}

const made = [
  ...rowsOf("tax-rate", [["shown", "the rate of a line item is shown", shown, taxed]]),
  ...rowsOf("line-tax-rate", [
    ["each", "a line item has the rate that is named, or the first", resolved, taxed],
  ]),
].map((row) => ({ ...row, needs: ["make-tax-rate"] as const }))

export const taxRates = checksOf("settled", [
  ...rowsOf("tax-rate", [["absent", "without itemised tax there is none", absent, plain]]),
  ...made,
])
