import { transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { idOf, recordsOf } from "../steps.ts"
import { expectListed, type Query } from "./receipt-filter.ts"
import { expectStatus, rowsOf, variant } from "./rows.ts"

const value = (entry_text: string) => ({ field_name: "Field project", entry_text })
const line = {
  amount: "4.00",
  gst_amount: "0.00",
  description: "A line",
  custom_fields: [],
} as const

/** A credit and debits; two from one merchant, in two spellings. */
const ledger = variant(
  "ordered",
  {},
  transaction("small", {
    merchant_name: "beta",
    amount: "-4.00",
    auth_date: "2026-03-03T12:00:00.000Z",
    line_items: [{ ...line, category: "gifts", custom_fields: [value("Perth")] }],
  }),
  transaction("large", {
    merchant_name: "Alpha",
    amount: "-20.00",
    auth_date: "2026-03-01T12:00:00.000Z",
    custom_fields: [value("Perth: north")],
  }),
  transaction("credit", {
    merchant_name: "ALPHA",
    amount: "3.00",
    transaction_type: "CREDIT",
    auth_date: "2026-03-02T12:00:00.000Z",
  }),
)

const expectOrder = async (trial: Trial, sort: string, keys: ReadonlyArray<string>) => {
  const rows = await recordsOf(trial, "transactions.list", { query: [["sort", sort]] }, 2)
  const seen = rows.map(({ id }) => String(id))
  const expected = keys.map((key) => idOf(trial, "transactions", key))
  trial.expect(seen.join() === expected.join(), `sort=${sort}: ${keys.join(", ")}`, seen)
}

const sorted = async (trial: Trial) => {
  await expectOrder(trial, "auth_date", ["large", "credit", "small"])
  await expectOrder(trial, "-auth_date", ["small", "credit", "large"])
  await expectOrder(trial, "amount", ["large", "small", "credit"])
  await expectOrder(trial, "-amount", ["credit", "small", "large"])
}

const folded = async (trial: Trial) => {
  const tie = ["large", "credit"].sort((a, b) =>
    idOf(trial, "transactions", a) < idOf(trial, "transactions", b) ? -1 : 1,
  )
  await expectOrder(trial, "merchant_name", [...tie, "small"])
}

const refused = async (trial: Trial) => {
  for (const sort of ["created", "", "--amount", "Amount"]) {
    const query: Query = [["sort", sort]]
    const response = await trial.business.call("transactions.list", { query })
    expectStatus(trial, response, 400, `sort=${sort}`)
  }
}

const categories = async (trial: Trial) => {
  const gifts = idOf(trial, "categories", "gifts")
  await expectListed(trial, [["category_id", gifts]], ["small"])
  await expectListed(
    trial,
    [
      ["category_id", gifts],
      ["min_amount", "5"],
    ],
    [],
  )
}

const fields = async (trial: Trial) => {
  const by = (text: string): Query => [["custom_field", `Field project:${text}`]]
  await expectListed(trial, by("Perth"), ["small"])
  await expectListed(trial, by("Perth: north"), ["large"])
  await expectListed(trial, by("perth"), [])
  await expectListed(trial, by("Pert"), [])
  const query: Query = [["custom_field", "Field project"]]
  const response = await trial.business.call("transactions.list", { query })
  expectStatus(trial, response, 400, "a field without a text")
}

export const transactionOrder = checksOf("settled", [
  ...rowsOf("transaction-sort", [
    ["each", "by date and by amount, both ways", sorted, ledger],
    ["folded", "by the merchant's name, whatever its case", folded, ledger],
    ["refused", "anything else is refused", refused],
  ]),
  ...rowsOf("category-filter", [
    ["lines", "those with a line item of the category", categories, ledger],
  ]),
  ...rowsOf("custom-field-filter", [
    ["values", "exactly that text, of the transaction or a line item", fields, ledger],
  ]),
])
