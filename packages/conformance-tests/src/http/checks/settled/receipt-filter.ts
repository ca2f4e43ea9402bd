import { transaction, user } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { idOf, idsOf, recordsOf } from "../steps.ts"
import { expectStatus, rowsOf, variant } from "./rows.ts"

export type Query = ReadonlyArray<readonly [name: string, value: string | number]>

const at = (...urls: ReadonlyArray<string>) => ({
  receipt_urls: urls.map((url) => `https://receipts.example.com/${url}`),
})

/** Four transactions, two of which have receipts. */
const ledger = variant(
  "receipts",
  { custom_fields: [] },
  user("eve"),
  transaction("one", { ...at("1"), user: "ann" }),
  transaction("two", { ...at("2", "3"), user: "eve" }),
  transaction("none", { ...at(), user: "ann" }),
  transaction("bill", { ...at(), user: "eve", transaction_type: "BILL" }),
)

export const expectListed = async (trial: Trial, query: Query, keys: ReadonlyArray<string>) => {
  const found = idsOf(await recordsOf(trial, "transactions.list", { query }, 1))
  const expected = keys.map((key) => idOf(trial, "transactions", key)).sort()
  const parameters = query.map(([name, value]) => `${name}=${value}`).join("&")
  trial.expect(found.join() === expected.join(), `${parameters}: ${keys.join(", ")}`, found)
}

const alone = async (trial: Trial) => {
  await expectListed(trial, [["has_receipt", "true"]], ["one", "two"])
  await expectListed(trial, [["has_receipt", "false"]], ["none", "bill"])
  const query: Query = [["has_receipt", "yes"]]
  expectStatus(trial, await trial.business.call("transactions.list", { query }), 400, "yes")
}

const together = async (trial: Trial) => {
  const cleared = ["status", "CLEARED"] as const
  const late = ["min_auth_date", "2999-01-01"] as const
  await expectListed(trial, [["has_receipt", "true"], cleared], ["one", "two"])
  await expectListed(trial, [["has_receipt", "false"], late], [])
}

export const receiptFilter = checksOf("settled", [
  ...rowsOf("receipt-filter", [
    ["alone", "those with a receipt, and those without one", alone, ledger],
    ["together", "with another filter, both hold", together, ledger],
  ]),
])
