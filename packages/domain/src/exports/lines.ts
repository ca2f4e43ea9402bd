import { type Money, money } from "../core/money.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Category } from "../core/records/categories.ts"
import type { CustomField } from "../core/records/custom-fields.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { LineItem, RecordedValue, Transaction } from "../core/records/transactions.ts"
import { fullName, type User } from "../core/records/users.ts"
import { showValues } from "../transactions/rules/values.ts"
import { byId, lockedFor, rateFor } from "../transactions/show.ts"
import { shares, type WalletMovement } from "./movements.ts"

/** An account of the books: by its code where it has one. */
export interface Account {
  readonly code: string | null
  readonly name: string
  readonly root: "Assets" | "Expenses" | "Equity"
}

/** What a movement was for, in part: amounts have the sign of what happened to the wallet. */
export interface Line {
  readonly account: Account
  readonly category: string | null
  readonly description: string
  /** In the business's own currency; `tax` is a part of it. */
  readonly amount: Money
  readonly tax: Money
  /** The same in the currency of the wallet. */
  readonly wallet_amount: Money
  readonly wallet_tax: Money
  /** The code of the tax rate, or its name where it has none. */
  readonly tax_code: string | null
  readonly tax_name: string | null
  /** `Project: Perth; …` */
  readonly custom_fields: string
}

/** A movement of a wallet, and what it was for: the lines add up to it, in both currencies. */
export interface Entry extends WalletMovement {
  readonly wallet: Account
  readonly user: string
  readonly budget: string
  readonly lines: ReadonlyArray<Line>
}

/** What lines are described with. */
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

/** Where what has no category goes. */
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

interface Part {
  readonly item: LineItem | null
  /** Magnitudes in the business's own currency. */
  readonly amount: number
  readonly tax: number
}

/** The line items, and what they leave of the amount. */
const partsOf = ({ amount, gst, line_items }: Transaction): ReadonlyArray<Part> => {
  const items = line_items
    .filter((item) => item.amount > 0)
    .map((item): Part => ({ item, amount: item.amount, tax: item.gst_amount }))
  const itemised = items.reduce((sum, part) => sum + part.amount, 0)
  const taxed = items.reduce((sum, part) => sum + part.tax, 0)
  const remainder = Math.abs(amount) - itemised
  if (remainder <= 0 && items.length > 0) return items
  const remainderPart = {
    item: null,
    amount: Math.max(0, remainder),
    tax: Math.max(0, gst - taxed),
  }
  return [...items, { ...remainderPart, tax: Math.min(remainderPart.tax, remainderPart.amount) }]
}

/** How movements are described as entries of the books. */
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
    const { transaction, amount, wallet_amount } = movement
    const parts = partsOf(transaction)
    const weights = parts.map((part) => part.amount)
    const amounts = shares(amount, weights)
    const wallets = shares(wallet_amount, weights)
    return {
      ...movement,
      wallet: { code: null, name: `Outlay ${transaction.wallet_currency}`, root: "Assets" },
      user: userName(users.get(transaction.user_id ?? -1)),
      budget: budgets.get(transaction.budget_id ?? "")?.name ?? "",
      lines: parts.map((part, n) => ({
        ...describe(transaction, part.item),
        amount: amounts[n] as Money,
        tax: taxIn(part, amounts[n] as Money),
        wallet_amount: wallets[n] as Money,
        wallet_tax: taxIn(part, wallets[n] as Money),
      })),
    }
  }
}

/** As much of an amount is tax as of the part that it is a share of. */
const taxIn = ({ amount, tax }: Part, share: Money): Money =>
  amount === 0 ? money(0) : (shares(share, [tax, amount - tax])[0] as Money)

const userName = (user: User | undefined): string => (user === undefined ? "" : fullName(user))
