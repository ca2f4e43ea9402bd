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

/** A transaction moved of its wallet what it says. */
const moved: OfTransaction = amounts("moved by transaction", [], (_, differs) => ({
  take: (kept: KeptTransaction) => {
    const { id, transaction } = kept
    if (transaction === null) return
    const { wallet_currency: currency } = transaction
    const found = kept.walletMoved(currency)
    differs({ of: id, currency, expected: stillMoved(transaction), found })
  },
}))

/** What a transaction spent, as the account of its budget or of its member has it. */
const charged = (
  name: string,
  accountOf: (transaction: Transaction) => string | null,
): OfTransaction =>
  amounts(name, ["businesses"], ({ businesses: [business] }, differs) => ({
    take: (kept: KeptTransaction) => {
      const { id, transaction } = kept
      if (business === undefined || transaction === null) return
      const account = accountOf(transaction)
      if (account === null) return
      const { currency } = business
      const found = kept.moved(account, currency)
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
 * The expense status that follows from a transaction and the settings of today. "An expense that
 * became COMPLETE stays so whatever settings change later", so that one which is so is only asked
 * for what no setting changes; and one that is not may wait for its turn, while a reassessment of
 * its business goes on.
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

/** An expense is as complete as it must be: 1 for yes. */
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

/** What authorisations hold is what the ledger says is held. */
const holds = amounts("holds", ["tally", "ledger"], ({ tally, ledger }, differs) => ({
  end: () => {
    const currencies = new Set([...tally.held.keys(), ...ledger.currenciesOf("holds")])
    for (const currency of [...currencies].sort()) {
      const expected = tally.held.get(currency) ?? 0
      differs({ of: currency, currency, expected, found: ledger.balance("holds", currency) })
    }
  },
}))

/** As many values are counted of each custom field as there are. */
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

/** As many transactions are counted of each day and kind as there are. */
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

/** Reports are added up from what was spent and came back. */
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

/** What each transaction comes to, beside the ledger and the settings. */
export const transactionChecks: ReadonlyArray<OfTransaction> = [moved, toBudget, toMember, complete]

/** What all transactions come to together. */
export const tallyChecks: ReadonlyArray<Check<never>> = [holds, values, counts, spending]
