import { amountOf, isMoney, shown, type Thousandths } from "./amounts.ts"
import { dayLength, dayOf, instantShown, startOfDay } from "./calendar.ts"
import { envelopeOf, listed, pagingOf } from "./lists.ts"
import type { Category, FieldValue, LineItem, Transaction, User, Wallet } from "./model.ts"
import { found, unreadable } from "./refusals.ts"
import { among, type Context, route } from "./routes.ts"
import type { Rules } from "./rules.ts"

const states = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const
const expenseStates = ["COMPLETE", "INCOMPLETE_EXPENSE"] as const

const categoryShown = ({ id, name, custom }: Category) => ({ id, name, custom })

const lineItemShown = (item: LineItem) => ({
  id: item.id,
  amount: shown(item.amount),
  gst_amount: shown(item.gst_amount),
  category: item.category === null ? null : categoryShown(item.category),
  custom_fields: item.custom_fields satisfies ReadonlyArray<FieldValue>,
  description: item.description,
})

const spender = ({ id, first_name, last_name, email }: User) => ({
  id,
  first_name,
  last_name,
  email,
})

/** Returns a transaction for JSON; without a user or budget it shows none. */
const transactionShown = (rules: Rules, transaction: Transaction) => ({
  id: transaction.id,
  cleared_date: transaction.cleared_date === null ? null : instantShown(transaction.cleared_date),
  auth_date: instantShown(transaction.auth_date),
  merchant_name: transaction.merchant_name,
  attendees: transaction.attendees,
  ...(transaction.budget === null
    ? {}
    : {
        budget: {
          id: transaction.budget.id,
          name: transaction.budget.name,
          budget_type: transaction.budget.budget_type,
        },
      }),
  currency: transaction.currency,
  custom_fields: transaction.custom_fields,
  fx_amount: shown(transaction.fx_amount),
  amount: shown(transaction.amount),
  gst: shown(transaction.gst),
  expense_status: rules.expenseStatus(transaction),
  status: rules.shownStatus(transaction),
  transaction_type: transaction.transaction_type,
  ...(transaction.user === null ? {} : { user: spender(transaction.user) }),
  line_items: transaction.line_items.map(lineItemShown),
  receipt_urls: transaction.receipt_urls,
  created: instantShown(transaction.created),
  updated: instantShown(transaction.updated),
})

/** Returns a day in the query; null if it is missing. */
const dayAsked = ({ query }: Context, name: string): number | null => {
  const text = query.get(name)
  if (text === null) return null
  const start = startOfDay(text)
  if (start === undefined) throw unreadable(`${name} must be a day, as YYYY-MM-DD.`)
  return start
}

/** Returns an unsigned amount in the query; null if it is missing. */
const amountAsked = ({ business, query }: Context, name: string): Thousandths | null => {
  const text = query.get(name)
  if (text === null) return null
  const amount = amountOf(text)
  if (amount === undefined || amount < 0 || !isMoney(amount, business.currency)) {
    throw unreadable(`${name} must be an amount, at least 0.`)
  }
  return amount
}

/** Returns the filters for merchant and amount in the query. */
const soughtOf = (context: Context) => {
  const { query, rules } = context
  const search = query.get("search")
  if (search === "") throw unreadable("search must not be empty.")
  const min = amountAsked(context, "min_amount")
  const max = amountAsked(context, "max_amount")
  if (min !== null && max !== null && min > max) throw unreadable("The bounds are turned.")
  return (transaction: Transaction) =>
    (search === null || rules.hasMerchant(transaction, search)) &&
    rules.hasAmount(transaction, min, max)
}

const transactions = (context: Context) => {
  const { business, rules, query } = context
  const request = query.getAll("status").map((status) => among(status, states, "status"))
  const expense = query.get("expense_status")
  if (expense !== null) among(expense, expenseStates, "expense_status")
  const authed = [dayAsked(context, "min_auth_date"), dayAsked(context, "max_auth_date")] as const
  const cleared = [
    dayAsked(context, "min_cleared_date"),
    dayAsked(context, "max_cleared_date"),
  ] as const
  const receipt = query.get("has_receipt")
  if (receipt !== null) among(receipt, ["true", "false"], "has_receipt")
  const isSought = soughtOf(context)
  const matching = rules
    .visible(business.transactions)
    .filter(
      (transaction) =>
        rules.hasStatus(transaction, request) &&
        (receipt === null || rules.hasReceipt(transaction) === (receipt === "true")) &&
        isSought(transaction) &&
        (expense === null || rules.expenseStatus(transaction) === expense) &&
        rules.withinDays(transaction.auth_date, ...authed) &&
        rules.withinDays(transaction.cleared_date, ...cleared),
    )
  return listed(context, matching, (transaction) => transactionShown(rules, transaction))
}

const transaction = ({ business, rules, at }: Context) =>
  transactionShown(
    rules,
    found(
      business.transactions.find(({ id }) => id === at["transaction_id"]),
      "transaction",
    ),
  )

/** Returns the balance of a wallet before an instant. */
const heldBefore = ({ movements }: Wallet, instant: number): number =>
  movements.reduce((sum, { at, amount }) => (at < instant ? sum + amount : sum), 0)

/**
 * Returns the days of the statement that have begun, oldest first, with the balance of the wallet.
 */
const dailyBalances = (wallet: Wallet, first: number, last: number) => {
  const days: Array<{ readonly start: number; readonly opening: number; closing: number }> = []
  let held = heldBefore(wallet, first)
  const moved = wallet.movements.filter(({ at }) => at >= first).sort((a, b) => a.at - b.at)
  let index = 0
  for (let start = first; start <= last; start += dayLength) {
    const opening = held
    for (let next = moved[index]; next !== undefined && next.at < start + dayLength; ) {
      held += next.amount
      index += 1
      next = moved[index]
    }
    days.push({ start, opening, closing: held })
  }
  return days
}

const maxPeriodMs = 5000 * dayLength

const statement = (context: Context) => {
  const { business, query, now } = context
  const first = dayAsked(context, "start_date")
  const last = dayAsked(context, "end_date")
  if (first === null || last === null) throw unreadable("start_date and end_date are needed.")
  if (first > last || last - first > maxPeriodMs) throw unreadable("This is no period.")
  const currency = query.get("currency") ?? business.currency
  const wallet = business.wallets.find((one) => one.currency === currency)
  if (wallet === undefined) throw unreadable("The business has no wallet of this currency.")
  const days = dailyBalances(wallet, first, Math.min(last, now))
  const paging = pagingOf(context)
  return {
    ...envelopeOf(context, paging, days.length, ""),
    start_date: dayOf(first),
    end_date: dayOf(last),
    currency,
    opening_balance: shown(heldBefore(wallet, first)),
    closing_balance: shown(heldBefore(wallet, last + dayLength)),
    daily_balances: context.rules.page(days, paging.offset, paging.limit).map((day) => ({
      id: `${business.id}/${currency}/${dayOf(day.start)}`,
      date: dayOf(day.start),
      opening_balance: shown(day.opening),
      closing_balance: shown(day.closing),
      created: instantShown(day.start),
      updated: instantShown(Math.min(day.start + dayLength, now)),
    })),
  }
}

const balance = ({ business }: Context) =>
  business.wallets.map((wallet) => ({
    currency: wallet.currency,
    balance: shown(heldBefore(wallet, Number.POSITIVE_INFINITY)),
  }))

export const spendingRoutes = [
  route("GET", "/transactions", "money", transactions, "v2"),
  route("GET", "/transactions/{transaction_id}", "money", transaction, "v2"),
  route("GET", "/statements", "money", statement),
  route("GET", "/balance", "money", balance),
]
