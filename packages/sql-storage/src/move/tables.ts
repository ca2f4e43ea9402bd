import { postgresMigrations } from "../migrations/postgres.ts"

/** Kind of the values in a column, in every engine. */
export type MovedKind = "text" | "integer" | "boolean" | "json"

/**
 * A table as it is moved: its columns in the order of the values in a row, and its key. A table
 * comes after those that it refers to.
 */
export interface MovedTable {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly kind: MovedKind }>
  readonly key: ReadonlyArray<string>
}

/**
 * A row in the form that is the same in all engines: booleans are 0 and 1, and JSON is text without
 * spaces, with sorted property names.
 */
export type MovedRow = ReadonlyArray<string | number | null>

const kinds: { readonly [type: string]: MovedKind } = {
  bigint: "integer",
  text: "text",
  boolean: "boolean",
  jsonb: "json",
}

const created = /^create table (\w+) \(\n([\s\S]*?)\n\);/gmu
const column = /^ *"?(\w+)"? (bigint|text|boolean|jsonb)\b(.*)$/gmu
const ownKey = /^ *primary key \(([\w, ]+)\)/mu

const tableOf = (name: string, body: string): MovedTable => {
  const columns = [...body.matchAll(column)]
  const alone = columns.find(([, , , rest]) => rest?.includes("primary key"))?.[1]
  const key = ownKey.exec(body)?.[1]?.split(", ") ?? (alone === undefined ? [] : [alone])
  return {
    name,
    columns: columns.map(([, name = "", type = ""]) => ({ name, kind: kinds[type] ?? "text" })),
    key,
  }
}

/** Tables that an engine maintains for itself and that start empty in the target. */
const own = ["name_versions"]

/** Every table with data that the migrations create. */
export const movedTables: ReadonlyArray<MovedTable> = postgresMigrations
  .flatMap(({ sql }) => [...sql.matchAll(created)])
  .map(([, name = "", body = ""]) => tableOf(name, body))
  .filter(({ name }) => !own.includes(name))

/** Returns the values of a row's key. */
export const keyOfRow = ({ columns, key }: MovedTable, row: MovedRow): MovedRow =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null)

/** Returns the total length of the texts in a row, in characters. */
export const weightOfRow = (row: MovedRow): number => {
  let weight = 0
  for (const value of row) if (typeof value === "string") weight += value.length
  return weight
}

const ordered = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(ordered)
  const names = Object.keys(value).sort()
  return Object.fromEntries(
    names.map((name) => [name, ordered((value as { readonly [name: string]: unknown })[name])]),
  )
}

/** Returns a value as JSON that does not depend on the engine that stored it. */
export const orderedJson = (value: unknown): string => JSON.stringify(ordered(value))
