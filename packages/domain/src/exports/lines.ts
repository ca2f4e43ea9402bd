import { type Money, money } from "../core/money.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Category } from "../core/records/categories.ts"
import type { CustomField } from "../core/records/custom-fields.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { LineItem, RecordedValue, Transaction } from "../core/records/transactions.ts"
import { fullName, type User } from "../core/records/users.ts"
import { division, spread } from "../transactions/division.ts"
import { ofWallet } from "../transactions/rules/amounts.ts"
import { showValues } from "../transactions/rules/values.ts"
import { byId, lockedFor, rateFor } from "../transactions/show.ts"
import type { Total, WalletMovement } from "./movements.ts"

/** An account of the books, identified by its code if it has one. */
export interface Account {
  readonly code: string | null
  readonly name: string
  readonly root: "Assets" | "Expenses" | "Equity"
}

/** A part of a movement. Amounts have the sign of the wallet's movement. */
export interface Line {
  readonly account: Account
  readonly category: string | null
  readonly description: string
  /** In the business's own currency; `amount` includes `tax`. */
  readonly amount: Money
  readonly tax: Money
  /** In the currency of the wallet. */
  readonly wallet_amount: Money
  readonly wallet_tax: Money
  /** Code of the tax rate, or its name if it has no code. */
  readonly tax_code: string | null
  readonly tax_name: string | null
  /** `Project: Perth; …` */
  readonly custom_fields: string
}

/** A movement of a wallet with its lines, which add up to it in both currencies. */
export interface Entry extends WalletMovement {
  readonly wallet: Account
  readonly user: string
  readonly budget: string
  readonly lines: ReadonlyArray<Line>
}

/** Records that lines refer to. */
export interface Names {
  readonly business: Business
  readonly categories: ReadonlyArray<Category>
  readonly accounting_codes: ReadonlyArray<AccountingCode>
  readonly tax_rates: ReadonlyArray<TaxRate>
  readonly custom_fields: ReadonlyArray<CustomField>
  readonly users: ReadonlyArray<User>
  readonly budgets: ReadonlyArray<Budget>
}

export const taxAccount: Account = { code: null, name: "Tax", root: "Assets" }

/** Returns the account for amounts without a category. */
const uncoded = ({ transaction_type }: Transaction): Account => {
  switch (transaction_type) {
    case "CARD_TRANSACTION":
    case "CHARGE":
    case "BILL":
    case "REIMBURSEMENT":
    case "CREDIT":
      return { code: null, name: "Uncategorised", root: "Expenses" }
    default:
      return { code: null, name: "Transfers", root: "Equity" }
  }
}

/** A part of a transaction: a line item, or the remainder. */
interface Part {
  readonly item: LineItem | null
  /** Unsigned, in the business's own currency; `amount` includes `tax`. */
  readonly amount: number
  readonly tax: number
}

/** Returns the line items and the remainder of the amount. */
const partsOf = ({ amount, gst, line_items }: Transaction): ReadonlyArray<Part> => {
  const rest = division(Math.abs(amount), line_items).at(-1) ?? 0
  const taxed = line_items.reduce((sum, item) => sum + item.gst_amount, 0)
  return [
    ...line_items.map((item) => ({ item, amount: item.amount, tax: item.gst_amount })),
    { item: null, amount: rest, tax: Math.min(Math.max(0, gst - taxed), rest) },
  ]
}

/** Signed share of each part. */
interface Shares {
  readonly amounts: ReadonlyArray<number>
  readonly wallet_amounts: ReadonlyArray<number>
}

/** Divides a signed total in proportion to weights, with `spread`. */
const signed = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> =>
  total < 0 ? spread(-total, weights).map((share) => 0 - share) : spread(total, weights)

/** Returns the share of each part in a charged total. */
const charged = ({ amount, wallet_amount }: Total, items: ReadonlyArray<LineItem>): Shares => {
  const weights = division(Math.abs(amount), items)
  return { amounts: signed(amount, weights), wallet_amounts: signed(wallet_amount, weights) }
}

/** Returns the share of each part in a refunded total of the transaction. */
const refunded = ({ amount, wallet_amount }: Total, transaction: Transaction): Shares => {
  const whole = { amount: transaction.amount, wallet_amount: ofWallet(transaction, transaction) }
  const parts = charged(whole, transaction.line_items)
  return {
    amounts: signed(amount, parts.amounts.map(Math.abs)),
    wallet_amounts: signed(wallet_amount, parts.wallet_amounts.map(Math.abs)),
  }
}

/**
 * Returns the shares before and after a movement. The movement is their difference, so that all
 * movements of a transaction add up to the parts of a report, to the cent.
 */
const sharesAround = (movement: WalletMovement): readonly [before: Shares, after: Shares] => {
  const { transaction, kind, before } = movement
  const sharesOf = (total: Total) =>
    kind === "REFUND" ? refunded(total, transaction) : charged(total, transaction.line_items)
  const after = {
    amount: before.amount + movement.amount,
    wallet_amount: before.wallet_amount + movement.wallet_amount,
  }
  return [sharesOf(before), sharesOf(after)]
}

/** Returns the tax of a share, in proportion to the tax of its part. */
const taxIn = ({ amount, tax }: Part, share: number): number =>
  amount === 0 ? 0 : Number((BigInt(share) * BigInt(tax)) / BigInt(amount))

/** Returns the amounts of the lines of a movement, in the order of the parts. */
const amountsOf = (movement: WalletMovement, parts: ReadonlyArray<Part>) => {
  const [before, after] = sharesAround(movement)
  return parts.map((part, n) => {
    const change = (of: keyof Shares) => {
      const [from = 0, to = 0] = [before[of][n], after[of][n]]
      return { amount: money(to - from), tax: money(taxIn(part, to) - taxIn(part, from)) }
    }
    const { amount, tax } = change("amounts")
    const wallet = change("wallet_amounts")
    return { amount, tax, wallet_amount: wallet.amount, wallet_tax: wallet.tax }
  })
}

/** Returns the function that describes movements as entries of the books. */
export const describing = (names: Names): ((movement: WalletMovement) => Entry) => {
  const categories = byId(names.categories)
  const codes = byId(names.accounting_codes)
  const rates = byId(names.tax_rates)
  const fields = byId(names.custom_fields)
  const users = byId(names.users)
  const budgets = byId(names.budgets)
  const nameOf = (id: string) => fields.get(id)?.name
  const textOfValues = (values: ReadonlyArray<RecordedValue>): string =>
    showValues(values, nameOf)
      .map(({ field_name, entry_text }) => `${field_name}: ${entry_text}`)
      .join("; ")
  const describe = (transaction: Transaction, item: LineItem | null) => {
    const found = categories.get(item?.category_id ?? "") ?? null
    const category = found && (lockedFor(transaction, found) ?? found)
    const code = codes.get(category?.accounting_code_id ?? "")
    const codeName = code && (lockedFor(transaction, code) ?? code).name
    const account: Account =
      category === null
        ? uncoded(transaction)
        : { code: code?.code ?? null, name: codeName ?? category.name, root: "Expenses" }
    const rate = rateFor(transaction, rates.get(item?.tax_rate_id ?? ""))
    const values = [...transaction.custom_fields, ...(item?.custom_fields ?? [])]
    return {
      account,
      category: category?.name ?? null,
      description: item?.description ?? "",
      tax_code: rate === null ? null : (rate.code ?? rate.name),
      tax_name: rate?.name ?? null,
      custom_fields: textOfValues(values),
    }
  }
  return (movement) => {
    const { transaction } = movement
    const parts = partsOf(transaction)
    const lines = amountsOf(movement, parts).flatMap((amounts, n) =>
      amounts.amount === 0 && amounts.wallet_amount === 0
        ? []
        : [{ ...describe(transaction, parts[n]?.item ?? null), ...amounts }],
    )
    return {
      ...movement,
      wallet: { code: null, name: `Outlay ${transaction.wallet_currency}`, root: "Assets" },
      user: userName(users.get(transaction.user_id ?? -1)),
      budget: budgets.get(transaction.budget_id ?? "")?.name ?? "",
      lines,
    }
  }
}

const userName = (user: User | undefined): string => (user === undefined ? "" : fullName(user))
