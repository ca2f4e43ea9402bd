import { present } from "../core/looks.ts"
import {
  all,
  among,
  answerTo,
  having,
  known,
  type Look,
  look,
  one,
  periodsAt,
  seen,
} from "../core/questions.ts"
import type { Transaction, TransactionKey } from "../core/records/transactions.ts"
import {
  membershipsOf,
  nothingNamed,
  periodsOf,
  type TransactionChange,
  type TransactionContext,
} from "./context.ts"

/** Reads the row of a transaction, or null. */
export const transactionById = ({
  transaction_id,
}: Pick<TransactionKey, "transaction_id">): Look<Transaction | null> =>
  answerTo(one("transactions", { id: transaction_id }))

/** Values that a query needs from its business. */
export interface QueryContext {
  /** Currency of the business, which is that of `amount`. */
  readonly currency: string
  /** Ids of the custom fields that have the name, or had it last. */
  readonly ids: ReadonlyArray<string>
}

/** Reads the context of a query. `field_name` is the name of a custom field, or null. */
export const queryContext = (field_name: string | null): Look<QueryContext> =>
  look(
    {
      business: one("businesses"),
      custom_fields:
        field_name === null ? known([]) : all("custom_fields", { name: { in: [field_name] } }),
    },
    ({ business, custom_fields }) =>
      seen({ currency: present(business).currency, ids: custom_fields.map(({ id }) => id) }),
  )

/**
 * Loads the rows for a decision about one transaction or a batch of them; only what `named` refers
 * to.
 */
export const transactionContext = (named: Partial<TransactionChange>): Look<TransactionContext> =>
  contextOf({ ...nothingNamed, ...named })

const contextOf = (change: TransactionChange): Look<TransactionContext> =>
  look(
    {
      business: one("businesses"),
      books: one("books"),
      wallets: all("wallets"),
      byId: rowsBy("id", change.transaction_ids),
      byExternalId: rowsBy("external_id", change.external_ids),
    },
    (found) => {
      const business = present(found.business)
      const { books, wallets } = found
      const transactions = distinctRows(found.byId, found.byExternalId)
      const { itemised_tax } = business.features
      return look(mentionsOf(change, transactions, itemised_tax), (mentioned) =>
        look(
          {
            periods: periodsAt(periodsOf(change, transactions, mentioned.budgets)),
            accounting_codes: having(
              "accounting_codes",
              "id",
              mentioned.categories.flatMap((_) => [
                _.accounting_code_id,
                ..._.locked.map(({ accounting_code_id }) => accounting_code_id),
              ]),
            ),
          },
          (last) => seen({ business, books, wallets, transactions, ...mentioned, ...last }),
        ),
      )
    },
  )

/** Reads the transactions that a change refers to. There can be thousands, each listed once. */
const rowsBy = (field: "id" | "external_id", these: ReadonlyArray<string>) =>
  these.length === 0 ? known([]) : all("transactions", { [field]: { in: these } })

/** Joins two lists of rows without duplicates. */
const distinctRows = (
  byId: ReadonlyArray<Transaction>,
  byExternalId: ReadonlyArray<Transaction>,
): ReadonlyArray<Transaction> => {
  if (byId.length === 0) return byExternalId
  const ids = new Set(byId.map(({ id }) => id))
  return [...byId, ...byExternalId.filter(({ id }) => !ids.has(id))]
}

/** Returns queries for the rows that a change and its transactions refer to. */
const mentionsOf = (
  change: TransactionChange,
  transactions: ReadonlyArray<Transaction>,
  itemisedTax: boolean,
) => {
  const items = transactions.flatMap((_) => _.line_items)
  const values = [...transactions, ...items].flatMap((_) => _.custom_fields)
  const budget_ids = [...change.budget_ids, ...transactions.map((_) => _.budget_id)]
  const rate_ids = [...new Set(items.flatMap((_) => _.tax_rate_id ?? []))]
  const field_ids = [...new Set(values.flatMap((_) => _.custom_field_id ?? []))]
  return {
    budgets: having("budgets", "id", budget_ids),
    users: having("users", "id", [...change.user_ids, ...transactions.map((_) => _.user_id)]),
    members: among("budget_members", ["budget_id", "user_id"], membershipsOf(change, transactions)),
    categories: having("categories", "id", [
      ...change.category_ids,
      ...items.map((_) => _.category_id),
    ]),
    tax_rates: itemisedTax
      ? all("tax_rates", {}, [], [{ is_deleted: false }, { id: { in: rate_ids } }])
      : known([]),
    custom_fields: all("custom_fields", {}, [], [{ is_deleted: false }, { id: { in: field_ids } }]),
    custom_field_options: having("custom_field_options", "text", [
      ...change.entry_texts,
      ...values.map((_) => _.entry_text),
    ]),
    custom_field_budgets: having("custom_field_budgets", "budget_id", budget_ids),
  }
}
