import { postgresMigrations } from "../migrations/postgres.ts"

/** What a column holds, in every engine. */
export type MovedKind = "text" | "integer" | "boolean" | "json"

/**
 * A table as it is moved: its columns in the order in which rows have them, and its key. A table
 * comes after those that it refers to.
 */
export interface MovedTable {
  readonly name: string
  readonly columns: ReadonlyArray<{ readonly name: string; readonly kind: MovedKind }>
  readonly key: ReadonlyArray<string>
}

/**
 * A row as all engines have it: booleans are 0 and 1, and JSON is its text without spaces, with the
 * names of objects in order.
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

/** What an engine keeps for itself, and begins anew. */
const own = ["name_versions"]

/** Every table with data, of all that the migrations make. */
export const movedTables: ReadonlyArray<MovedTable> = postgresMigrations
  .flatMap(({ sql }) => [...sql.matchAll(created)])
  .map(([, name = "", body = ""]) => tableOf(name, body))
  .filter(({ name }) => !own.includes(name))

/** The values of a row's key. */
export const keyOfRow = ({ columns, key }: MovedTable, row: MovedRow): MovedRow =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)] ?? null)

/** How much a row is, in characters of its texts. */
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

/** A value as JSON that is the same whichever engine has kept it. */
export const orderedJson = (value: unknown): string => JSON.stringify(ordered(value))
