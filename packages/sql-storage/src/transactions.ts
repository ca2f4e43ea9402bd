import {
  type Budget,
  type Membership,
  membershipsOf,
  periodsOf,
  type Transaction,
  type TransactionChange,
  type TransactionContext,
  TransactionStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as raw } from "kysely"
import { periodsAt } from "./budget-periods.ts"
import { pageOfMovements } from "./movements.ts"
import { businessOf } from "./shared/business.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { naming } from "./shared/field-names.ts"
import { inList, lineItems } from "./shared/fragments.ts"
import { usersOf } from "./shared/people.ts"
import { ofIds } from "./shared/rows-by-id.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"
import { pageOfTransactions, transactionRecord } from "./transaction-records.ts"
import { pageOfSeenTransactions } from "./transaction-sight.ts"

type Named<A> = { readonly client_id: number; readonly ids: ReadonlyArray<A> }

const rows = () => db.selectFrom("transactions").selectAll().select(lineItems.as("line_items"))

const byId = prepared(
  (key: { client_id: number; transaction_id: string }) =>
    rows().where("client_id", "=", key.client_id).where("id", "=", key.transaction_id),
  tables.transactions.decode,
)

const byIds = prepared(
  (key: Named<string>) =>
    rows().where("client_id", "=", key.client_id).where("id", "in", inList(key.ids)),
  tables.transactions.decode,
)

const byExternalIds = prepared(
  (key: Named<string>) =>
    rows().where("client_id", "=", key.client_id).where("external_id", "in", inList(key.ids)),
  tables.transactions.decode,
)

const wallets = prepared((key: { client_id: number }) =>
  db.selectFrom("wallets").select(["currency", "balance"]).where("client_id", "=", key.client_id),
)

const taxRates = prepared(
  (key: { client_id: number }) =>
    db.selectFrom("tax_rates").selectAll().where("client_id", "=", key.client_id),
  tables.tax_rates.decode,
)

const members = prepared(
  (p: { readonly client_id: number; readonly memberships: ReadonlyArray<Membership> }) =>
    db
      .selectFrom("budget_members")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where(
        raw<boolean>`(budget_id, user_id) in (
          select value ->> 'budget_id', value ->> 'user_id' from json_each(${p.memberships})
        )`,
      ),
  tables.budget_members.decode,
)

const categories = prepared(
  (key: Named<string>) =>
    db
      .selectFrom("categories")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "in", inList(key.ids)),
  tables.categories.decode,
)

/** Those that are not deleted, and those of these ids. */
const customFields = prepared(
  (key: Named<string>) =>
    db
      .selectFrom("custom_fields")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where(raw<boolean>`(is_deleted = 0 or id in ${inList(key.ids)})`),
  tables.custom_fields.decode,
)

const options = prepared(
  (p: { readonly client_id: number; readonly texts: ReadonlyArray<string> }) =>
    db
      .selectFrom("custom_field_options")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("text", "in", inList(p.texts)),
  tables.custom_field_options.decode,
)

const links = prepared(
  (key: Named<string>) =>
    db
      .selectFrom("custom_field_budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("budget_id", "in", inList(key.ids)),
  tables.custom_field_budgets.decode,
)

/** Each once, without null. */
const distinct = <A>(values: ReadonlyArray<A | null>): ReadonlyArray<A> => [
  ...new Set(values.filter((value) => value !== null)),
]

/** The transactions that a change names, by either id, every row once. */
const named = Effect.fnUntraced(function* (change: TransactionChange) {
  const sql = yield* Sql
  const { client_id, transaction_ids, external_ids } = change
  const transactionsById = new Map<string, Transaction>()
  if (transaction_ids.length > 0) {
    for (const row of yield* sql.all(byIds, { client_id, ids: transaction_ids })) {
      transactionsById.set(row.id, row)
    }
  }
  if (external_ids.length > 0) {
    for (const row of yield* sql.all(byExternalIds, { client_id, ids: external_ids })) {
      transactionsById.set(row.id, row)
    }
  }
  return [...transactionsById.values()]
})

/** What values of a transaction say, and which fields they belong to. */
const valuesOf = ({ custom_fields, line_items }: Transaction) => [
  ...custom_fields,
  ...line_items.flatMap((item) => item.custom_fields),
]

const load = Effect.fnUntraced(function* (change: TransactionChange) {
  const sql = yield* Sql
  const { client_id } = change
  const transactions = yield* named(change)
  const budget_ids = distinct([...change.budget_ids, ...transactions.map((_) => _.budget_id)])
  const user_ids = distinct([...change.user_ids, ...transactions.map((_) => _.user_id)])
  const category_ids = distinct([
    ...change.category_ids,
    ...transactions.flatMap((_) => _.line_items.map((item) => item.category_id)),
  ])
  const inBudgets = budget_ids.length > 0
  const loadedCategories =
    category_ids.length === 0 ? [] : yield* sql.all(categories, { client_id, ids: category_ids })
  const code_ids = distinct(loadedCategories.map((_) => _.accounting_code_id))
  const loadedBudgets: ReadonlyArray<Budget> = inBudgets
    ? yield* sql.all(ofIds.budgets, { client_id, ids: budget_ids })
    : []
  const memberships = membershipsOf(change, transactions)
  const values = transactions.flatMap(valuesOf)
  const field_ids = distinct(values.map((_) => _.custom_field_id))
  const texts = distinct([...change.entry_texts, ...values.map((_) => _.entry_text)])
  const places = periodsOf(change, transactions, loadedBudgets)
  const business = yield* businessOf(client_id)
  const context: TransactionContext = {
    business,
    wallets: yield* sql.all(wallets, { client_id }),
    transactions,
    budgets: loadedBudgets,
    periods: places.length === 0 ? [] : yield* sql.all(periodsAt, { client_id, places }),
    users: yield* usersOf(client_id, user_ids),
    members: memberships.length === 0 ? [] : yield* sql.all(members, { client_id, memberships }),
    categories: loadedCategories,
    accounting_codes:
      code_ids.length === 0
        ? []
        : yield* sql.all(ofIds.accounting_codes, { client_id, ids: code_ids }),
    tax_rates: business.features.itemised_tax ? yield* sql.all(taxRates, { client_id }) : [],
    custom_fields: yield* sql.all(customFields, { client_id, ids: field_ids }),
    custom_field_options: texts.length === 0 ? [] : yield* sql.all(options, { client_id, texts }),
    custom_field_budgets: inBudgets ? yield* sql.all(links, { client_id, ids: budget_ids }) : [],
  }
  return context
})

/** Transactions in SQL. */
export const transactionStore = Layer.effect(
  TransactionStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    const names = naming(sql)
    return {
      find: (key) => sql.get(byId, key),
      get: (key) => Effect.flatMap(sql.get(transactionRecord, key), names.one(key.client_id)),
      movements: (key, page) => pageOfMovements(sql, key, page),
      page: (client_id, filter, page, sight = null) =>
        sql.view((reading) =>
          Effect.flatMap(
            sight === null
              ? pageOfTransactions(reading, client_id, filter, page)
              : pageOfSeenTransactions(reading, client_id, filter, page, sight),
            names.page(client_id, reading),
          ),
        ),
      change: (named, decide) =>
        Effect.provide(change(named.client_id, load(named), decide), context),
    }
  }),
)
