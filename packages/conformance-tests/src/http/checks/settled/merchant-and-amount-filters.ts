import { transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { expectListed, type Query } from "./receipt-filter.ts"
import { expectStatus, isOfKind, rowsOf, variant } from "./rows.ts"

/** Two debits and a credit: two from one merchant, in two spellings. */
const ledger = variant(
  "merchants",
  { custom_fields: [] },
  transaction("street", { merchant_name: "Kantstraße 7", amount: "-10.00" }),
  transaction("capitals", { merchant_name: "KANTSTRASSE 8", amount: "-25.50" }),
  transaction("deposit", {
    merchant_name: "100% Refunds",
    amount: "25.50",
    transaction_type: "CREDIT",
  }),
)

const expectRefused = async (trial: Trial, query: Query, what: string) =>
  expectStatus(trial, await trial.business.call("transactions.list", { query }), 400, what)

/** A filter that cannot match lists nothing or is refused: no sentence defines which. */
const expectNone = async (trial: Trial, query: Query, what: string) => {
  const response = await trial.business.call("transactions.list", { query })
  const isEmpty = response.status === 200 && response.body?.count === 0
  const isRefused = isOfKind(response.status, 400)
  trial.expect(isEmpty || isRefused, `${what}: 400 or the like, or nothing is listed`, response)
}

const merchants = async (trial: Trial) => {
  await expectListed(trial, [["search", "kantSTRASSE"]], ["street", "capitals"])
  await expectListed(trial, [["search", "straße 8"]], ["capitals"])
  await expectListed(trial, [["search", "0% ref"]], ["deposit"])
  await expectListed(trial, [["search", "kant%"]], [])
  await expectRefused(trial, [["search", ""]], "an empty search")
}

const amounts = async (trial: Trial) => {
  await expectListed(trial, [["min_amount", "25.5"]], ["capitals", "deposit"])
  await expectListed(trial, [["min_amount", "25.51"]], [])
  await expectListed(trial, [["max_amount", "25.50"]], ["street", "capitals", "deposit"])
  await expectListed(trial, [["max_amount", "25.49"]], ["street"])
  const between: Query = [
    ["min_amount", "10"],
    ["max_amount", "10"],
  ]
  await expectListed(trial, between, ["street"])
  await expectRefused(trial, [["min_amount", "ten"]], "what is no number")
  await expectRefused(trial, [["max_amount", "1.005"]], "too many decimals")
  const turned: Query = [
    ["min_amount", "11"],
    ["max_amount", "10"],
  ]
  await expectNone(trial, turned, "bounds that are turned")
  await expectNone(trial, [["max_amount", "-1"]], "a negative magnitude")
}

const together = async (trial: Trial) => {
  const query: Query = [
    ["search", "kant"],
    ["min_amount", "20"],
  ]
  await expectListed(trial, query, ["capitals"])
  await expectListed(trial, [...query, ["min_auth_date", "2999-01-01"]], [])
}

export const merchantAndAmountFilters = checksOf("settled", [
  ...rowsOf("merchant-and-amount-filters", [
    ["merchants", "part of the merchant's name, whatever its case", merchants, ledger],
    ["amounts", "bounds of magnitudes, both inclusive", amounts, ledger],
    ["together", "with other filters, all hold", together, ledger],
  ]),
])
