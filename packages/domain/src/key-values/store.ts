import { Effect, Layer } from "effect"
import {
  type Asked,
  filterOf,
  kindOf,
  orderOf,
  type Rows,
  runLook,
  type Tests,
} from "../core/questions.ts"
import { keys } from "../core/records.ts"
import { Store } from "../core/store.ts"
import { KeptBooks } from "./books.ts"
import { periodsAt } from "./budget-periods.ts"
import { compare } from "./list.ts"
import type { Tables } from "./tables.ts"

const inOrder = (rows: Rows) => {
  const order = orderOf(rows)
  return (a: Tests, b: Tests): number => {
    for (const [field, direction] of order) {
      const found = compare(a[field] as string, b[field] as string)
      if (found !== 0) return direction === "ascending" ? found : -found
    }
    return 0
  }
}

type Id = string | number

const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number"

/** Returns the rows with the ids in the filter, if it has any; null if every row can match. */
const identified = (
  tables: Tables,
  client_id: number,
  { table, where }: Rows,
): ReadonlyArray<object> | null => {
  const fields: ReadonlyArray<string> = keys[table]
  const key = fields.map((field) => where[field])
  const rows = tables[table]
  if (key.every(isId)) return present([rows.find(client_id, ...key)])
  const ids = fields.length === 1 ? listIn(key[0]) : null
  if (ids !== null) return present([...ids].map((id) => rows.find(client_id, id)))
  if (table !== "transactions") return null
  const { external_id } = where
  const external = isId(external_id) ? new Set([external_id]) : listIn(external_id)
  if (external === null) return null
  return present([...external].map((id) => tables.transactions.findUnique(`${client_id}/${id}`)))
}

/** Returns the distinct values of an `in` test; null for any other test. */
const listIn = (test: unknown): ReadonlySet<Id> | null => {
  if (test === undefined) return null
  const [kind, values] = kindOf(test)
  return kind === "in" ? new Set(values as ReadonlyArray<Id>) : null
}

const present = (rows: ReadonlyArray<object | null>): ReadonlyArray<object> =>
  rows.filter((row) => row !== null)

/** Returns the rows that match. */
const passing = (tables: Tables, client_id: number, rows: Rows): ReadonlyArray<object> => {
  const found = identified(tables, client_id, rows) ?? tables[rows.table].ofBusiness(client_id)
  return found.length === 0 ? found : found.filter(filterOf(rows))
}

const resultOf = (tables: Tables, client_id: number, question: Asked): unknown => {
  if (question.ask === "periods") return periodsAt(tables, client_id, question.places)
  const found = passing(tables, client_id, question.rows)
  if (question.ask === "one") return found[0] ?? null
  if (question.ask === "count") return found.length
  const ordered =
    found.length < 2 ? found : (found as ReadonlyArray<Tests>).toSorted(inOrder(question.rows))
  if (question.ask === "all") return ordered
  const { offset, limit } = question.request
  return { count: ordered.length, results: ordered.slice(offset, offset + limit) }
}

/** Reads and changes rows of businesses. */
export const store = Layer.effect(
  Store,
  Effect.map(KeptBooks, ({ tables, change }) =>
    Store.of({
      read: (client_id, look) =>
        Effect.sync(() => runLook(look, (question) => resultOf(tables, client_id, question))),
      change: (client_id, look, decide) =>
        change(
          client_id,
          () => runLook(look, (question) => resultOf(tables, client_id, question)),
          decide,
        ),
    }),
  ),
)
