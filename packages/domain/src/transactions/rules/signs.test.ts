import { describe, expect, test } from "vitest"
import { aTransaction, decimal, now, refusal } from "../../../test/given.ts"
import { context, moved, written } from "../../../test/transactions.ts"
import { money, zero } from "../../core/money.ts"
import {
  type Transaction,
  type TransactionType,
  transactionTypes,
} from "../../core/records/transactions.ts"
import { signOf } from "./amounts.ts"
import { decideClear } from "./life-cycle.ts"

const contextOf = (fields: Partial<Transaction>) =>
  context({ transactions: [aTransaction({ amount: zero, fx_amount: zero, ...fields })] })
const command = (fields: object) => ({ transaction_id: "transaction-1", now, ...fields })
const credits: ReadonlyArray<TransactionType> = ["CREDIT", "DEPOSIT_DIRECT_CREDIT"]

/** "A zero amount takes its sign from the type …, and so does what it is cleared at." */
describe("a zero amount", () => {
  test.each(transactionTypes)("is cleared with the sign of its type: %s", (type) => {
    const cleared = decideClear(
      contextOf({ transaction_type: type }),
      command({ amount: decimal("25") }),
    )
    expect(written(cleared).amount).toBe(credits.includes(type) ? 2_500 : -2_500)
  })

  test("leaves the wallet and the budget when a transit fare clears", () => {
    expect(moved(decideClear(contextOf({}), command({ amount: decimal("25") })))).toEqual([
      "budgets available_amount=7500 spent_amount=2500",
      "budget_members spent_amount=2500",
      "2500 wallet → outside",
      "2500 budget:budget-1:available → budget:budget-1:spent",
      "2500 allocations → member:2:spent",
    ])
  })

  test("needs both amounts to clear a foreign transaction, with one sign", () => {
    const given = contextOf({ currency: "USD", wallet_currency: "USD" })
    const both = { amount: decimal("25"), fx_amount: decimal("16.5") }
    expect(written(decideClear(given, command(both)))).toMatchObject({
      amount: -2_500,
      fx_amount: -1_650,
    })
    expect(refusal(decideClear(given, command({ amount: decimal("25") })))._tag).toBe(
      "AmountsRequired",
    )
  })

  test("has the sign of the other amount of the pair", () => {
    const signed = (transaction_type: TransactionType, fx: number) =>
      signOf(aTransaction({ transaction_type, amount: zero, fx_amount: money(fx) }))
    expect(signed("CREDIT", -3)).toBe(-1)
    expect(signed("CARD_TRANSACTION", 3)).toBe(1)
  })

  test("clears as 0 for a debit, never as negative zero", () => {
    expect(Object.is(written(decideClear(contextOf({}), command({}))).amount, 0)).toBe(true)
  })
})
