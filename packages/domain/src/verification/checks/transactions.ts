import type { Transaction } from "../../core/records/transactions.ts"
import { memberSpent, spent } from "../../ledger/rules.ts"
import type { SpendSum } from "../../reports/model.ts"
import {
  expenseStatus,
  type RequiredField,
  requiredFields,
  settledStatus,
} from "../../transactions/rules/expense-status.ts"
import type { Books } from "../books.ts"
import { amounts, type Check } from "../check.ts"
import { type KeptTransaction, stillMoved, stillSpent } from "../kept-transaction.ts"
import { countOf } from "../tally.ts"

type OfTransaction = Check<KeptTransaction>

/** The amount that a transaction moved in its wallet matches its fields. */
const moved: OfTransaction = amounts("moved by transaction", [], (_, differs) => ({
  take: (stored: KeptTransaction) => {
    const { id, transaction } = stored
    if (transaction === null) return
    const { wallet_currency: currency } = transaction
    const found = stored.walletMoved(currency)
    differs({ of: id, currency, expected: stillMoved(transaction), found })
  },
}))

/**
 * Creates a check that the spending of a transaction matches the account of its budget or member.
 */
const charged = (
  name: string,
  accountOf: (transaction: Transaction) => string | null,
): OfTransaction =>
  amounts(name, ["businesses"], ({ businesses: [business] }, differs) => ({
    take: (stored: KeptTransaction) => {
      const { id, transaction } = stored
      if (business === undefined || transaction === null) return
      const account = accountOf(transaction)
      if (account === null) return
      const { currency } = business
      const found = stored.moved(account, currency)
      differs({ of: id, currency, expected: stillSpent(transaction), found })
    },
  }))

const toBudget = charged("charged to budget", ({ budget_id }) =>
  budget_id === null ? null : spent(budget_id),
)
const toMember = charged("charged to member", ({ budget_member_id }) =>
  budget_member_id === null ? null : memberSpent(budget_member_id),
)

const settings = [
  ...(["budgets", "categories", "reassessments"] as const),
  ...(["custom_fields", "custom_field_budgets", "custom_field_options"] as const),
] as const

/**
 * Returns the expense status that follows from a transaction and the current settings. "An expense
 * that became COMPLETE stays so whatever settings change later", so a COMPLETE expense is only
 * checked for requirements that settings do not change. An incomplete one may be pending while a
 * reassessment of its business is in progress.
 */
const statusBy = (books: Pick<Books, (typeof settings)[number]>) => {
  const budgets = new Map(books.budgets.map((budget) => [budget.id, budget]))
  const categories = new Map(books.categories.map((category) => [category.id, category]))
  const required = new Map<string, ReadonlyArray<RequiredField>>()
  const requiredOn = (budget_id: string): ReadonlyArray<RequiredField> => {
    const known = required.get(budget_id) ?? requiredFields(books, budget_id)
    required.set(budget_id, known)
    return known
  }
  return (transaction: Transaction): Transaction["expense_status"] => {
    const settled = settledStatus(transaction)
    if (settled !== null) return settled
    const { budget_id, expense_status } = transaction
    if (expense_status === "COMPLETE" || books.reassessments.length > 0) return expense_status
    return expenseStatus(transaction, {
      categories,
      budget: budgets.get(budget_id ?? "") ?? null,
      required: budget_id === null ? [] : requiredOn(budget_id),
    })
  }
}

/** The expense status of a transaction is right (1 for COMPLETE). */
const complete: OfTransaction = amounts("expense complete", settings, (books, differs) => {
  const statusOf = statusBy(books)
  return {
    take: ({ id, transaction }: KeptTransaction) => {
      if (transaction === null) return
      const expected = statusOf(transaction) === "COMPLETE" ? 1 : 0
      const found = transaction.expense_status === "COMPLETE" ? 1 : 0
      differs({ of: id, currency: null, expected, found })
    },
  }
})

const keysOf = (...maps: ReadonlyArray<ReadonlyMap<string, unknown>>): ReadonlyArray<string> =>
  [...new Set(maps.flatMap((map) => [...map.keys()]))].sort()

/** The sum of authorised amounts equals the holds in the ledger. */
const holds = amounts("holds", ["tally", "ledger"], ({ tally, ledger }, differs) => ({
  end: () => {
    const currencies = new Set([...tally.holds.keys(), ...ledger.currenciesOf("holds")])
    for (const currency of [...currencies].sort()) {
      const expected = tally.holds.get(currency) ?? 0
      differs({ of: currency, currency, expected, found: ledger.balance("holds", currency) })
    }
  },
}))

/** The stored count of values of each custom field is right. */
const values = amounts(
  "custom field values",
  ["custom_field_values", "tally"],
  ({ custom_field_values, tally }, differs) => ({
    end: () => {
      const recordedCounts = new Map(custom_field_values.map((_) => [_.custom_field_id, _.count]))
      for (const of of keysOf(recordedCounts, tally.values)) {
        const expected = tally.values.get(of) ?? 0
        differs({ of, currency: null, expected, found: recordedCounts.get(of) ?? 0 })
      }
    },
  }),
)

/** The stored count of transactions of each day and kind is right. */
const counts = amounts(
  "transaction count",
  ["transaction_counts", "tally"],
  ({ transaction_counts, tally }, differs) => ({
    end: () => {
      const recordedCounts = new Map(
        transaction_counts.map((_) => [countOf(_.day, _.dated, _), _.count]),
      )
      for (const of of keysOf(recordedCounts, tally.counts)) {
        const expected = tally.counts.get(of) ?? 0
        differs({ of, currency: null, expected, found: recordedCounts.get(of) ?? 0 })
      }
    },
  }),
)

const amountsOf = (sums: ReadonlyArray<SpendSum>): ReadonlyMap<string, number> =>
  new Map(
    sums.flatMap((sum) => {
      const of = `${sum.kind} ${sum.period} ${sum.key}`
      const { count, spent, refunded } = sum
      return Object.entries({ count, spent, refunded }).map(
        ([name, amount]) => [`${of} ${name}`.replace("  ", " "), amount] as const,
      )
    }),
  )

/** The stored sums of reports equal the spending and refunds of all transactions. */
const spending = amounts(
  "spend sum",
  ["businesses", "spend_sums", "tally"],
  ({ businesses: [business], spend_sums, tally }, differs) => ({
    end: () => {
      const [recordedCounts, expected] = [amountsOf(spend_sums), amountsOf(tally.spending.all)]
      for (const of of keysOf(recordedCounts, expected)) {
        const currency = of.endsWith(" count") ? null : (business?.currency ?? null)
        differs({
          of,
          currency,
          expected: expected.get(of) ?? 0,
          found: recordedCounts.get(of) ?? 0,
        })
      }
    },
  }),
)

/** Checks of each transaction against the ledger and the settings. */
export const transactionChecks: ReadonlyArray<OfTransaction> = [moved, toBudget, toMember, complete]

/** Checks of the sums of all transactions. */
export const tallyChecks: ReadonlyArray<Check<never>> = [holds, values, counts, spending]
