import { available, memberAvailable, memberSpent, spent } from "../../ledger/rules.ts"
import { amounts, byId, type Check, inOrder } from "../check.ts"

const currencies = <A extends { readonly currency: string }>(
  rows: ReadonlyArray<A>,
  moved: ReadonlyArray<string>,
): ReadonlyArray<readonly [string, A | null]> =>
  inOrder(
    new Map<string, A | null>([
      ...moved.map((currency) => [currency, null] as const),
      ...rows.map((row) => [row.currency, row] as const),
    ]),
  )

/** The balance of a wallet equals the sum of its entries. */
const wallets = amounts(
  "wallet balance",
  ["wallets", "ledger"],
  ({ wallets, ledger }, differs) => ({
    end: () => {
      for (const [currency, wallet] of currencies(wallets, ledger.currenciesOf("wallet"))) {
        const expected = ledger.balance("wallet", currency)
        differs({ of: currency, currency, expected, found: wallet?.balance ?? 0 })
      }
    },
  }),
)

/** The stored movement of a wallet on a day equals the sum of its entries of that day. */
const days = amounts(
  "daily movement",
  ["daily_movements", "ledger"],
  ({ daily_movements, ledger }, differs) => ({
    end: () => {
      const recordedDays = Map.groupBy(daily_movements, ({ currency }) => currency)
      const movedCurrencies = ledger.currenciesOf("wallet")
      for (const currency of [...new Set([...recordedDays.keys(), ...movedCurrencies])].sort()) {
        const expected = ledger.walletDays(currency)
        const found = new Map(recordedDays.get(currency)?.map(({ date, amount }) => [date, amount]))
        for (const date of [...new Set([...expected.keys(), ...found.keys()])].sort()) {
          differs({
            ...{ of: date, currency, expected: expected.get(date) ?? 0 },
            found: found.get(date) ?? 0,
          })
        }
      }
    },
  }),
)

/** The available amount of a budget equals the balance of its account. */
const budgetAvailable = amounts(
  "budget available",
  ["businesses", "budgets", "ledger"],
  ({ businesses: [business], budgets, ledger }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      for (const { id, available_amount: found } of byId(budgets)) {
        differs({ of: id, currency, expected: ledger.balance(available(id), currency), found })
      }
    },
  }),
)

/** The spent amount of a budget equals the sum of its entries in the current period. */
const budgetSpent = amounts(
  "budget spent",
  ["businesses", "budgets", "ledger"],
  ({ businesses: [business], budgets, ledger }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      for (const { id, spent_amount: found, period_number } of byId(budgets)) {
        const expected = ledger.balanceIn(spent(id), currency, period_number)
        differs({ of: id, currency, expected, found })
      }
    },
  }),
)

const budgetMembers = ["businesses", "budgets", "budget_members", "ledger"] as const

const memberFunds = amounts(
  "member available",
  budgetMembers,
  ({ businesses: [business], budgets, budget_members, ledger }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      const known = new Set(budgets.map(({ id }) => id))
      for (const { id, budget_id, available_amount: found } of byId(budget_members)) {
        if (!known.has(budget_id)) continue
        const expected = ledger.balance(memberAvailable(id), currency)
        differs({ of: String(id), currency, expected, found })
      }
    },
  }),
)

const memberSpending = amounts(
  "member spent",
  budgetMembers,
  ({ businesses: [business], budgets, budget_members, ledger }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      const periods = new Map(budgets.map(({ id, period_number }) => [id, period_number]))
      for (const { id, budget_id, spent_amount: found } of byId(budget_members)) {
        const period = periods.get(budget_id)
        if (period === undefined) continue
        const expected = ledger.balanceIn(memberSpent(id), currency, period)
        differs({ of: String(id), currency, expected, found })
      }
    },
  }),
)

/**
 * The reset amount of a budget with member limits equals the sum of its members' reset amounts.
 * Without limits, the reset amounts of members are 0.
 */
const resets = amounts(
  "budget reset",
  ["businesses", "budgets", "budget_members"],
  ({ businesses: [business], budgets, budget_members }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      const ofMembers = new Map<string, number>()
      for (const { budget_id, reset_amount, is_deleted } of budget_members) {
        if (is_deleted) continue
        ofMembers.set(budget_id, (ofMembers.get(budget_id) ?? 0) + reset_amount)
      }
      for (const { id, reset_amount: found, has_member_limits, is_deleted } of byId(budgets)) {
        if (is_deleted) continue
        const sum = ofMembers.get(id) ?? 0
        differs({ of: id, currency, expected: has_member_limits ? sum : found + sum, found })
      }
    },
  }),
)

/** Checks of all stored balances that follow from the ledger. */
export const balanceChecks: ReadonlyArray<Check<never>> = [
  wallets,
  days,
  budgetAvailable,
  budgetSpent,
  memberFunds,
  memberSpending,
  resets,
]
