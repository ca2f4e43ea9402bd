import {
  type BudgetMember,
  byId,
  type EndedPeriod,
  endedPeriods,
  isListed,
  type Mentioned,
  membershipsOf,
  movementNumbers,
  newestFirst,
  type PeriodPlace,
  periodsOf,
  type Sight,
  seesTransaction,
  showMovements,
  showTransaction,
  type TaxRate,
  type Transaction,
  type TransactionChange,
  type TransactionContext,
  TransactionStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { periodsOfBudget } from "./budget-periods.ts"
import { businessOf } from "./shared/business.ts"
import { pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { usersOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToTransaction } from "./shared/ties.ts"

/** The rows that are there of these ids, each once. */
const present = <Id, Row>(
  ids: ReadonlyArray<Id | null>,
  find: (id: Id) => Row | null,
): ReadonlyArray<Row> => [...new Set(ids)].flatMap((id) => (id === null ? [] : (find(id) ?? [])))

const isSeen = (tables: Tables, transaction: Transaction, sight: Sight | null): boolean =>
  sight === null || seesTransaction(tiesToTransaction(tables, transaction, sight))

const load = (tables: Tables, change: TransactionChange): TransactionContext => {
  const { client_id } = change
  const transactions = transactionsOf(tables, change)
  const budget_ids = [...change.budget_ids, ...transactions.map((_) => _.budget_id)]
  const budgets = present(budget_ids, (id) => tables.budgets.find(client_id, id))
  const users = usersOf(tables, client_id, [
    ...change.user_ids,
    ...transactions.map((_) => _.user_id),
  ])
  const places = periodsOf(change, transactions, budgets)
  const memberships = new Set(membershipsOf(change, transactions).map(pairOf))
  const categories = present(
    [
      ...change.category_ids,
      ...transactions.flatMap((_) => _.line_items.map((item) => item.category_id)),
    ],
    (id) => tables.categories.find(client_id, id),
  )
  const values = transactions.flatMap((_) => [
    ..._.custom_fields,
    ..._.line_items.flatMap((item) => item.custom_fields),
  ])
  const texts = new Set([...change.entry_texts, ...values.map((_) => _.entry_text)])
  return {
    business: businessOf(tables, client_id),
    wallets: tables.wallets.ofBusiness(client_id),
    transactions,
    budgets,
    periods: budgets.flatMap((budget) => {
      const budgetPlaces = places.filter(({ budget_id }) => budget_id === budget.id)
      if (budgetPlaces.length === 0) return []
      const ended = endedPeriods(periodsOfBudget(tables, { client_id, budget_id: budget.id }))
      const isAt = ({ period }: EndedPeriod, place: PeriodPlace): boolean =>
        "number" in place
          ? period.number === place.number
          : (period.number === 1 || period.start <= place.at) && place.at <= period.end
      return ended.filter((each) => budgetPlaces.some((place) => isAt(each, place)))
    }),
    users,
    members: tables.budget_members
      .ofBusiness(client_id)
      .filter((member) => memberships.has(pairOf(member))),
    categories,
    accounting_codes: present(
      categories.map((_) => _.accounting_code_id),
      (id) => tables.accounting_codes.find(client_id, id),
    ),
    tax_rates: taxRatesOf(tables, client_id),
    custom_fields: tables.custom_fields
      .ofBusiness(client_id)
      .filter((_) => !_.is_deleted || values.some((value) => value.custom_field_id === _.id)),
    custom_field_options: tables.custom_field_options
      .ofBusiness(client_id)
      .filter((_) => texts.has(_.text)),
    custom_field_budgets: tables.custom_field_budgets
      .ofBusiness(client_id)
      .filter((link) => budgets.some((_) => _.id === link.budget_id)),
  }
}

const pairOf = ({ budget_id, user_id }: Pick<BudgetMember, "budget_id" | "user_id">): string =>
  `${budget_id}/${user_id}`

/** "Where the business has itemised tax"; elsewhere there are none. */
const taxRatesOf = (tables: Tables, client_id: number): ReadonlyArray<TaxRate> =>
  businessOf(tables, client_id).features.itemised_tax ? tables.tax_rates.ofBusiness(client_id) : []

const transactionsOf = (
  { transactions }: Tables,
  { client_id, transaction_ids, external_ids }: TransactionChange,
): ReadonlyArray<Transaction> => [
  ...new Set([
    ...present(transaction_ids, (id) => transactions.find(client_id, id)),
    ...present(external_ids, (id) => transactions.findUnique(`${client_id}/${id}`)),
  ]),
]

/** Everything that a transaction of the business could mention. */
const mentioned = (tables: Tables, client_id: number): Mentioned => ({
  budgets: byId(tables.budgets.ofBusiness(client_id)),
  users: byId(tables.users.ofBusiness(client_id)),
  categories: byId(tables.categories.ofBusiness(client_id)),
  custom_fields: byId(tables.custom_fields.ofBusiness(client_id)),
  accounting_codes: byId(tables.accounting_codes.ofBusiness(client_id)),
  tax_rates: byId(tables.tax_rates.ofBusiness(client_id)),
})

export const transactionStore = Layer.effect(
  TransactionStore,
  Effect.map(Memory, ({ tables, change }) =>
    TransactionStore.of({
      find: ({ client_id, transaction_id }) =>
        Effect.sync(() => tables.transactions.find(client_id, transaction_id)),
      get: ({ client_id, transaction_id }) =>
        Effect.sync(() => {
          const transaction = tables.transactions.find(client_id, transaction_id)
          return transaction === null
            ? null
            : showTransaction(transaction, mentioned(tables, client_id))
        }),
      movements: ({ client_id, transaction_id }, page) =>
        Effect.sync(() => {
          const transaction = tables.transactions.find(client_id, transaction_id)
          if (transaction === null) return null
          const numbered = (number: number) =>
            tables.movements.find(client_id, transaction_id, number)
          const { from, to } = movementNumbers(page)
          const last = Math.min(to, transaction.movement_count)
          const rows = Array.from({ length: Math.max(0, last - from + 1) }, (_, n) =>
            numbered(from + n),
          ).filter((row) => row !== null)
          return {
            count: transaction.movement_count,
            results: showMovements(transaction, numbered(2), rows, page),
          }
        }),
      page: (client_id, filter, page, sight = null) =>
        Effect.sync(() => {
          const rows = mentioned(tables, client_id)
          return pageOf(
            tables.transactions
              .ofBusiness(client_id)
              .filter((_) => isListed(_, filter) && isSeen(tables, _, sight)),
            newestFirst,
            page,
            (transaction) => showTransaction(transaction, rows),
          )
        }),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
