import {
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveSource,
  movedAtOnce,
  movedWeight,
  orderedJson,
  weightOfRow,
} from "@outlay/sql-storage"
import { Effect } from "effect"
import type { Connection } from "./connection.ts"
import { reasonOf } from "./failures.ts"

export const columnsOf = ({ columns }: MovedTable): string =>
  columns.map(({ name }) => `"${name}"`).join(", ")

/** Returns the condition of the rows that a copy of one business needs. */
const ofBusiness = ({ name, columns }: MovedTable, client_id: number): string => {
  if (columns.some((column) => column.name === "client_id")) return `client_id = ${client_id}`
  return String(name === "sequences")
}

/** Returns the query for some rows of a table after a key, of one business or of all. */
const pages = (
  table: MovedTable,
  { isFirst, limit, client_id }: { isFirst: boolean; limit: number; client_id: number | null },
): string => {
  const key = table.key.map((name) => `"${name}"`).join(", ")
  const after = isFirst ? "true" : `(${key}) > (${table.key.map((_, n) => `$${n + 1}`)})`
  const ofOwner = client_id === null ? "true" : ofBusiness(table, client_id)
  return `select ${columnsOf(table)} from ${table.name} where ${ofOwner} and ${after}
    order by ${key} limit ${limit}`
}

/** Converts a value of the driver to its moved form. */
const movedValue: { readonly [kind: string]: (value: unknown) => string | number } = {
  boolean: (value) => (value === true ? 1 : 0),
  json: orderedJson,
}

const rowOf = ({ columns }: MovedTable, found: object): MovedRow =>
  columns.map(({ name, kind }) => {
    const value = (found as { readonly [name: string]: string | number | null })[name] ?? null
    return value === null ? null : (movedValue[kind]?.(value) ?? value)
  })

/** Numbers of rows to read at once, depending on the size of the last ones. */
const limits = [1, 10, 100, movedAtOnce]
const limitAfter = (page: ReadonlyArray<MovedRow>): number => {
  const weight = page.reduce((sum, row) => sum + weightOfRow(row), 1)
  const fits = (movedWeight * page.length) / weight
  return limits.findLast((limit) => limit <= fits) ?? 1
}

/** Returns what a connection reads; of one business only, if there is a `client_id`. */
export const sourceOn = (
  connection: Connection,
  database: string,
  client_id: number | null = null,
): MoveSource => {
  const fewest = limits[1] as number
  let limit = fewest
  const query = (what: string, sql: string, values: MovedRow = []) =>
    Effect.tryPromise({
      try: () => connection.run(sql, values),
      catch: (error) => new MoveFailed({ database, reason: `${what}: ${reasonOf(error)}` }),
    })
  return {
    page: (table, after) =>
      Effect.suspend(() => {
        const isFirst = after === null
        if (isFirst) limit = fewest
        const sql = pages(table, { isFirst, limit, client_id })
        return Effect.map(
          query(`cannot be read: ${table.name}`, sql, after ?? undefined),
          ({ rows }) => {
            const page = rows.map((row) => rowOf(table, row))
            if (page.length > 0) limit = limitAfter(page)
            return page
          },
        )
      }),
    count: (table) =>
      Effect.map(
        query(`cannot be read: ${table.name}`, `select count(*) as rows from ${table.name}`),
        ({ rows }) => (rows[0] as { readonly rows: number }).rows,
      ),
  }
}
