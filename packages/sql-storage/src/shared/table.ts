import { keys, type Records, type TableName } from "@outlay/domain"
import { type RawBuilder, sql } from "kysely"
import type { Statement, Value, Writing } from "./sql.ts"
import { prepared } from "./statement.ts"

type Kind = "text" | "integer" | "boolean" | "json"
type ColumnKind = Kind | `${Kind}?`

/** The one kind of column that can keep a field; `?` where it may be null. */
type ColumnOf<V> = `${KindOf<Exclude<V, null>>}${null extends V ? "?" : ""}`
type KindOf<V> = [V] extends [string]
  ? "text"
  : [V] extends [number]
    ? "integer"
    : [V] extends [boolean]
      ? "boolean"
      : "json"

/** The columns of records that are kept in the table itself. */
export type Columns<R> = { readonly [K in keyof R]: ColumnOf<R[K]> }

/** A table of records: how they are read and written. */
export interface Table<R> {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** Columns besides, that follow from the record: rows are looked up by them. */
  readonly computed: ReadonlyArray<string>
  /** What each column holds, such as `boolean`, or `json?` where it may be null. */
  readonly kinds: { readonly [column: string]: string }
  /**
   * A row, as it came from the database, in the shape of the model. It is changed in place; columns
   * that were selected besides stay as they are, and columns that were not selected stay away.
   */
  readonly decode: (row: object) => R
  /** Tells a record from every other of its business in the table. */
  readonly keyOf: (record: R) => string
  readonly insert: Write<R>
  /** Write the row with the record's key: the first that covers a change; the last covers all. */
  readonly updates: ReadonlyArray<Update<R>>
  readonly remove: Write<R>
}

/** A statement, and a record's values in the order in which it takes them. */
export interface Write<R> {
  readonly statement: Statement<any, unknown> & Writing
  readonly values: (record: R) => ReadonlyArray<Value>
}

/** Writes some columns of a row. */
interface Update<R> extends Write<R> {
  /** Whether all that changed is in those columns. */
  readonly covers: (before: R, after: R) => boolean
}

/** What differs from a table that keeps every field as a column. */
interface Exceptions<T extends TableName, Apart extends PropertyKey> {
  /** Fields that are lists of a table of their own; read as JSON, and not written here. */
  readonly apart?: ReadonlyArray<Apart>
  /** Columns that only the ledger writes: an update leaves them as they are. */
  readonly derived?: ReadonlyArray<string>
  /** Columns that follow from the record, and are no field of it: rows are looked up by them. */
  readonly computed?: { readonly [column: string]: (record: Records[T]) => string }
  /** Columns that change alone, in many rows at once: no index of other columns is touched then. */
  readonly alone?: ReadonlyArray<string>
}

/** The table of this name. */
export const table = <T extends TableName, Apart extends keyof Records[T] = never>(
  name: T,
  kinds: Columns<Omit<Records[T], Apart>>,
  { apart = [], derived = [], computed = {}, alone = [] }: Exceptions<T, Apart> = {},
): Table<Records[T]> => {
  const kindOf = kinds as { readonly [column: string]: ColumnKind }
  const columns = Object.keys(kindOf)
  const own = keys[name] as ReadonlyArray<string>
  const key = ["client_id", ...own]
  const changing = columns.filter((column) => !key.includes(column) && !derived.includes(column))
  const values = (of: ReadonlyArray<string>) => encoder(of, kindOf, computed)
  const more = Object.keys(computed)
  return {
    name,
    columns,
    computed: more,
    kinds: kindOf,
    decode: decoder(
      { ...kindOf, ...Object.fromEntries(apart.map((field) => [field, "json"])) },
      more,
    ),
    keyOf: (record) => {
      let key = ""
      for (const field of own) key += ` ${(record as any)[field]}`
      return key
    },
    insert: {
      statement: inserting(name, [...columns, ...more]),
      values: values([...columns, ...more]),
    },
    updates: [...(alone.length === 0 ? [] : [alone]), [...changing, ...more]].map((set) => ({
      statement: prepared(
        (p: any) => sql`update ${sql.table(name)}
        set ${sql.join(equations(set, p))} where ${where(key, p)}`,
      ),
      values: values([...set, ...key]),
      covers: covering(changing.filter((column) => !set.includes(column))),
    })),
    remove: {
      statement: prepared((p: any) => sql`delete from ${sql.table(name)} where ${where(key, p)}`),
      values: values(key),
    },
  }
}

/** So many rows at once cost three quarters of one by one; more save nothing more. */
const atOnce = 16

/**
 * Inserts a row of these columns. Many at once are inserted `or fail`: SQLite would else copy every
 * page first, to undo the statement alone. What fails is undone with the unit that it is part of.
 */
export const inserting = (
  name: string,
  columns: ReadonlyArray<string>,
): Statement<any, unknown> & Writing => {
  const one = prepared(
    (p: any) => sql`insert into ${sql.table(name)} (${sql.join(columns.map((_) => sql.ref(_)))})
      values (${sql.join(columns.map((column) => p[column]))})`,
  )
  const row = one.sql.slice(one.sql.lastIndexOf("("))
  const many = one.sql.replace(/^insert /u, "insert or fail ") + `, ${row}`.repeat(atOnce - 1)
  return { ...one, many: { sql: many, rows: atOnce } }
}

/** Whether none of these columns differs; a field that no rule touched is the same value still. */
const covering =
  (others: ReadonlyArray<string>) =>
  (before: any, after: any): boolean =>
    others.every((column) => before[column] === after[column])

const equations = (columns: ReadonlyArray<string>, p: any): ReadonlyArray<RawBuilder<unknown>> =>
  columns.map((column) => sql`${sql.ref(column)} = ${p[column]}`)

const where = (columns: ReadonlyArray<string>, p: any): RawBuilder<unknown> =>
  sql.join(equations(columns, p), sql` and `)

/** A record's fields as values of these columns. */
const encoder = (
  columns: ReadonlyArray<string>,
  kinds: { readonly [column: string]: ColumnKind },
  computed: { readonly [column: string]: (record: any) => string },
): ((record: object) => ReadonlyArray<Value>) => {
  const encoders = columns.map((column) => encode[kinds[column]?.replace("?", "") ?? ""])
  const computes = columns.map((column) => computed[column])
  return (record: any) => {
    const values = new Array<Value>(columns.length)
    for (let n = 0; n < columns.length; n++) {
      const compute = computes[n]
      const value = compute === undefined ? record[columns[n] as string] : compute(record)
      const encode = encoders[n]
      values[n] = encode === undefined || value === null ? value : encode(value)
    }
    return values
  }
}

/** A value as JSON. Most are lists, and most of those are empty. */
export const json = (value: unknown): string =>
  Array.isArray(value) && value.length === 0 ? "[]" : JSON.stringify(value)

const encode: { readonly [kind: string]: (value: any) => Value } = {
  boolean: (value: boolean) => (value ? 1 : 0),
  json,
}

const decoder = (
  kinds: { readonly [column: string]: ColumnKind },
  computed: ReadonlyArray<string>,
): ((row: any) => any) => {
  const of = (kind: Kind) =>
    Object.keys(kinds).filter((column) => kinds[column]?.replace("?", "") === kind)
  const booleans = of("boolean")
  const jsons = of("json")
  return (row) => {
    for (const column of booleans) {
      if (typeof row[column] === "number") row[column] = row[column] === 1
    }
    for (const column of jsons) {
      if (typeof row[column] === "string") row[column] = JSON.parse(row[column])
    }
    for (const column of computed) delete row[column]
    return row
  }
}
