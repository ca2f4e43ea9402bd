import {
  type Asked,
  answered,
  keys,
  kindOf,
  orderOf,
  passes,
  type Rows,
  Store,
  type Tests,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { compare } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

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

/** The rows that pass: those of a key, or of a list of keys, are found at once. */
const passing = (tables: Tables, client_id: number, rows: Rows): ReadonlyArray<object> => {
  const { table, where } = rows
  const [field, ...others] = keys[table] as ReadonlyArray<string>
  if (field !== undefined && others.length === 0 && where[field] !== undefined) {
    const [kind, ids] = kindOf(where[field])
    if (kind === "in") {
      const rest = { ...rows, where: { ...where, [field]: undefined } }
      return [...new Set(ids as ReadonlyArray<string>)].flatMap((id) => {
        const row = tables[table].find(client_id, id)
        return row !== null && passes(rest, row) ? [row] : []
      })
    }
  }
  const key = keys[table].map((field) => where[field])
  if (key.every((value) => typeof value === "string" || typeof value === "number")) {
    const row = tables[table].find(client_id, ...(key as ReadonlyArray<string>))
    return row !== null && passes(rows, row) ? [row] : []
  }
  return tables[table].ofBusiness(client_id).filter((row) => passes(rows, row))
}

const answer = (tables: Tables, client_id: number, question: Asked): unknown => {
  const found = passing(tables, client_id, question.rows)
  if (question.ask === "one") return found[0] ?? null
  if (question.ask === "count") return found.length
  const ordered = (found as ReadonlyArray<Tests>).toSorted(inOrder(question.rows))
  if (question.ask === "all") return ordered
  const { offset, limit } = question.request
  return { count: ordered.length, results: ordered.slice(offset, offset + limit) }
}

/** Rows of businesses, in memory. */
export const store = Layer.effect(
  Store,
  Effect.map(Memory, ({ tables, change }) =>
    Store.of({
      read: (client_id, look) =>
        Effect.sync(() => answered(look, (question) => answer(tables, client_id, question))),
      change: (client_id, look, decide) =>
        change(
          client_id,
          () => answered(look, (question) => answer(tables, client_id, question)),
          decide,
        ),
    }),
  ),
)
