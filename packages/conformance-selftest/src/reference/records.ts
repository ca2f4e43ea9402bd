import {
  type LineItemSpec,
  ProvisioningFailed,
  type TransactionSpec,
} from "@outlay/conformance-tests"
import { stated } from "./amounts.ts"
import * as ids from "./ids.ts"
import { moved, overBy } from "./ledger.ts"
import type { Budget, Business, Category, LineItem, Transaction, User } from "./model.ts"
import { against } from "./refusals.ts"
import type { Rules } from "./rules.ts"

/** Resolves the references in a specification: by key at creation, by id later. */
export interface References {
  readonly users: { readonly get: (reference: string) => User }
  readonly budgets: { readonly get: (reference: string) => Budget }
  readonly categories: { readonly get: (reference: string) => Category }
}

/** Resolves references to records of a business by id. */
export const byId = (business: Business): References => {
  const among = <A extends { readonly id: string | number }>(things: ReadonlyArray<A>) => ({
    get: (id: string): A => {
      const one = things.find((thing) => String(thing.id) === String(id))
      if (one === undefined) throw new ProvisioningFailed(`nothing has the id ${id}`)
      return one
    },
  })
  const { users, budgets, categories } = business
  return { users: among(users), budgets: among(budgets), categories: among(categories) }
}

const lineItemOf = (to: References, item: LineItemSpec): LineItem => ({
  id: ids.text("l"),
  amount: stated(item.amount),
  gst_amount: stated(item.gst_amount),
  category: item.category === undefined ? null : to.categories.get(item.category),
  description: item.description,
  custom_fields: item.custom_fields,
})

const transactionOf = (business: Business, spec: TransactionSpec, to: References): Transaction => {
  const at = Date.parse(spec.auth_date)
  const budget = spec.budget === undefined ? null : to.budgets.get(spec.budget)
  return {
    id: ids.text("t"),
    transaction_type: spec.transaction_type,
    state: spec.status === "DECLINED" ? "DECLINED" : "AUTHED",
    auth_date: at,
    cleared_date: null,
    merchant_name: spec.merchant_name,
    amount: stated(spec.amount),
    refunded: 0,
    currency: spec.currency ?? business.currency,
    fx_amount: stated(spec.fx_amount ?? spec.amount),
    gst: stated(spec.gst),
    user: spec.user === undefined ? null : to.users.get(spec.user),
    budget,
    before: budget === null ? 0 : overBy(budget, at),
    attendees: spec.attendees,
    receipt_urls: spec.receipt_urls,
    custom_fields: spec.custom_fields,
    line_items: spec.line_items.map((item) => lineItemOf(to, item)),
    created: at,
    updated: at,
  }
}

/** Clears a transaction, possibly with another amount: the difference moves. */
export const cleared = (
  rules: Rules,
  business: Business,
  transaction: Transaction,
  at: number,
  amount = transaction.amount,
): void => {
  if (transaction.state !== "AUTHED") throw against("It has no authorisation to clear.")
  const { amount: held, fx_amount: fxHeld } = transaction
  const fx_amount = held === 0 ? amount : Math.round((fxHeld * amount) / held)
  transaction.state = "CLEARED"
  transaction.cleared_date = at
  transaction.amount = amount
  transaction.fx_amount = fx_amount
  transaction.updated = at
  const difference = { at, amount: amount - held, fx_amount: fx_amount - fxHeld }
  if (difference.amount !== 0) moved(rules, business, transaction, difference)
}

/** Refunds a part of a transaction, or all that is left of it. */
export const refunded = (
  rules: Rules,
  business: Business,
  transaction: Transaction,
  at: number,
  size = Math.abs(transaction.amount) - transaction.refunded,
): void => {
  const whole = Math.abs(transaction.amount)
  if (transaction.state !== "CLEARED") throw against("Only what was cleared comes back.")
  if (size <= 0 || transaction.refunded + size > whole) throw against("More than there was.")
  transaction.refunded += size
  transaction.updated = at
  if (transaction.refunded === whole) transaction.state = "REFUNDED"
  moved(rules, business, transaction, {
    at,
    amount: -Math.sign(transaction.amount) * size,
    fx_amount: -Math.round((transaction.fx_amount * size) / whole),
  })
}

/** Records a transaction step by step, up to its final state. */
export const recorded = (
  rules: Rules,
  business: Business,
  spec: TransactionSpec,
  to: References,
): Transaction => {
  const transaction = transactionOf(business, spec, to)
  business.transactions.push(transaction)
  if (spec.status === "DECLINED") return transaction
  const { auth_date: at, amount, fx_amount } = transaction
  moved(rules, business, transaction, { at, amount, fx_amount })
  if (spec.status === "AUTHED") return transaction
  const when = Date.parse(spec.cleared_date ?? spec.auth_date)
  cleared(rules, business, transaction, when)
  if (spec.status === "REFUNDED") refunded(rules, business, transaction, when)
  return transaction
}
