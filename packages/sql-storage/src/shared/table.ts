import { type Computes, computesOf, keys, records, type TableName } from "@outlay/domain/fields"
import type { Schema, SchemaAST } from "effect"
import { type RawBuilder, sql } from "kysely"
import { insertOrFail, type Value } from "./dialect.ts"
import type { Writing } from "./sql.ts"
import { described, prepared, type Reader } from "./statement.ts"

type Kind = "text" | "integer" | "boolean" | "json"
type ColumnKind = Kind | `${Kind}?`

/** A table of records: how they are read and written. */
export interface Table<R> {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** Additional columns that are computed from the record: rows are looked up by them. */
  readonly computed: ReadonlyArray<string>
  /** Kind of each column, such as `boolean`, or `json?` if it may be null. */
  readonly kinds: { readonly [column: string]: string }
  /**
   * Reader that turns rows into the model. It removes computed columns. Other additional columns
   * stay unchanged, and columns that were not selected are absent.
   */
  readonly rows: Reader<R>
  /** Returns a key that identifies a record in the table, within its business. */
  readonly keyOf: (record: R) => string
  readonly insert: Write<R>
  /** Column by which the rows of a unit are sorted before they are inserted; null if none. */
  readonly order: string | null
  /**
   * Updates of the row with the record's key. The first that covers a change is used; the last
   * covers all.
   */
  readonly updates: ReadonlyArray<Update<R>>
  readonly remove: Write<R>
}

/** A statement, and a function that returns a record's values in the order of its parameters. */
export interface Write<R> {
  readonly statement: Writing
  readonly values: (record: R) => ReadonlyArray<Value>
}

/** Updates some columns of a row. */
interface Update<R> extends Write<R> {
  /** Returns true if all changes are in those columns. */
  readonly covers: (before: R, after: R) => boolean
}

/** Differences from a table that has a column for every field of its record. */
export interface Exceptions<R> {
  /** Columns that only the ledger writes: an update does not change them. */
  readonly derived?: ReadonlyArray<keyof R & string>
  /**
   * Columns that often change alone, in many rows at once: no index of other columns is touched
   * then.
   */
  readonly alone?: ReadonlyArray<keyof R & string>
  /** Column that many indexes begin with: rows inserted in its order reuse index pages. */
  readonly order?: keyof R & string
}

/** Returns the kinds of the columns that store the fields of a record. */
const kindsOf = (fields: {
  readonly [field: string]: Schema.Top
}): { readonly [column: string]: ColumnKind } =>
  Object.fromEntries(Object.entries(fields).map(([name, { ast }]) => [name, kindOf(ast)]))

/** Returns the kind of column that can store a value, with `?` if it may be null. */
const kindOf = (ast: SchemaAST.AST): ColumnKind => {
  switch (ast._tag) {
    case "String":
      return "text"
    case "Number":
      return "integer"
    case "Boolean":
      return "boolean"
    case "Arrays":
    case "Objects":
      return "json"
    case "Literal":
      return "text"
    case "Union": {
      const kinds = new Set(ast.types.filter(({ _tag }) => _tag !== "Null").map(kindOf))
      const [kind, ...others] = kinds
      const isNullable = ast.types.some(({ _tag }) => _tag === "Null")
      if (kind === undefined || others.length > 0) break
      return isNullable ? (`${kind as Kind}?` as const) : kind
    }
  }
  throw new TypeError(`No column keeps a ${ast._tag}`)
}

/** Returns the table of this name: a column for each field of its record, with the exceptions. */
export const table = (
  name: TableName,
  { derived = [], alone = [], order }: Exceptions<any> = {},
): Table<any> => {
  const kinds = kindsOf(records[name].record.fields)
  const columns = Object.keys(kinds)
  const computed = computesOf(name)
  const own = keys[name] as ReadonlyArray<string>
  const key = ["client_id", ...own]
  const changing = columns.filter((column) => !key.includes(column) && !derived.includes(column))
  const values = (of: ReadonlyArray<string>) => encoder(of, kinds, computed)
  const more = Object.keys(computed)
  return {
    name,
    columns,
    computed: more,
    kinds,
    rows: { table: name, kinds, decode: without(more) },
    keyOf: (record) => {
      let key = ""
      for (const field of own) key += ` ${(record as any)[field]}`
      return key
    },
    insert: {
      statement: inserting(name, [...columns, ...more]),
      values: values([...columns, ...more]),
    },
    order: order ?? null,
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

/** Rows per statement: this costs three quarters of one by one, and more rows save nothing more. */
const atOnce = 16

/** Returns the statement that inserts a row of these columns, or many at once. */
export const inserting = (name: string, columns: ReadonlyArray<string>): Writing => {
  const into = sql`into ${sql.table(name)} (${sql.join(columns.map((_) => sql.ref(_)))})`
  const row = (p: any) => sql`(${sql.join(columns.map((column) => p[column]))})`
  const one = prepared(
    (p: any) => sql`insert ${into}
      values ${row(p)}`,
  )
  const many = described(
    (p: any) => sql`${insertOrFail} ${into}
      values ${sql.join(Array.from({ length: atOnce }, () => row(p)))}`,
    { kinds: {}, decode: (row) => row },
  )
  return { ...one, many: { statement: many, rows: atOnce } }
}

/** Tests that none of these columns differs. Fields that no rule changed are still identical. */
const covering =
  (others: ReadonlyArray<string>) =>
  (before: any, after: any): boolean =>
    others.every((column) => before[column] === after[column])

const equations = (columns: ReadonlyArray<string>, p: any): ReadonlyArray<RawBuilder<unknown>> =>
  columns.map((column) => sql`${sql.ref(column)} = ${p[column]}`)

const where = (columns: ReadonlyArray<string>, p: any): RawBuilder<unknown> =>
  sql.join(equations(columns, p), sql` and `)

/** Returns a function that encodes a record's fields as values of these columns. */
const encoder = (
  columns: ReadonlyArray<string>,
  kinds: { readonly [column: string]: ColumnKind },
  computed: Computes,
): ((record: object) => ReadonlyArray<Value>) => {
  const encoders = columns.map((column) => encode[kinds[column]?.replace("?", "") ?? ""])
  const computes = columns.map((column) => computed[column])
  return (record: any) => {
    const values = new Array<Value>(columns.length)
    for (let n = 0; n < columns.length; n++) {
      const compute = computes[n]
      const value = compute === undefined ? record[columns[n] as string] : compute(record as never)
      const encode = encoders[n]
      values[n] = encode === undefined || value === null ? value : encode(value)
    }
    return values
  }
}

/** Returns a value as JSON. Most values are lists, and most of those are empty. */
export const json = (value: unknown): string =>
  Array.isArray(value) && value.length === 0 ? "[]" : JSON.stringify(value)

/** JSON is text for every driver; each dialect encodes booleans in its own way. */
const encode: { readonly [kind: string]: (value: any) => Value } = { json }

const without =
  (columns: ReadonlyArray<string>) =>
  (row: any): any => {
    for (const column of columns) delete row[column]
    return row
  }
