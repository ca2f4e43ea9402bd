import {
  type CompiledQuery,
  type OperationNode,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  SqliteQueryCompiler,
  sql,
} from "kysely"

/** What a driver is given: text for JSON, and no lists or booleans where a dialect has none. */
export type Value = string | number | boolean | null | ReadonlyArray<string | number>

/** Stands for a parameter while a statement is built. */
export class Parameter {
  readonly name: string
  /** A list of values, where a dialect has lists; else JSON. */
  readonly isList: boolean

  constructor(name: string, isList = false) {
    this.name = name
    this.isList = isList
  }
}

/** What columns hold, by name: `boolean`, `json`, or something that all dialects read alike. */
export interface Kinds {
  readonly [column: string]: string
}

/** A row as the driver of a dialect answers it, changed in place to what statements promise. */
type Read = (row: any) => any

/** How one kind of database writes statements, takes parameters and answers rows. */
export interface Dialect {
  readonly name: Name
  readonly compile: (query: OperationNode) => Pick<CompiledQuery, "sql" | "parameters">
  /** A parameter as the driver takes it. */
  readonly encode: (value: unknown, isList: boolean) => Value
  /**
   * Reads columns of these kinds; null where the driver's rows are right already. What is not JSON
   * where JSON should be is an empty list if this is lenient.
   */
  readonly reader: (kinds: Kinds, isLenient: boolean) => Read | null
}

type Name = "sqlite" | "postgres"

/** A node of which each dialect has its own. */
interface Said extends RawNode {
  readonly ways: { readonly [D in Name]: OperationNode }
}

const isSaid = (node: RawNode): node is Said => "ways" in node

/** A part of a statement that each dialect says in its own way. */
const said = <A>(ways: { readonly [D in Name]: RawBuilder<unknown> }): RawBuilder<A> => {
  const node: Said = {
    kind: "RawNode",
    sqlFragments: [],
    parameters: [],
    ways: {
      sqlite: ways.sqlite.toOperationNode(),
      postgres: ways.postgres.toOperationNode(),
    },
  }
  return sql<A>`${{ toOperationNode: () => node }}`
}

/**
 * Writes what a statement always says into its text, where it can match the condition of a partial
 * index, booleans as 0 and 1, and parameters as `+?`. SQLite built with STAT4, as better-sqlite3's
 * is, plans a statement anew for every run when the plan might depend on a bare parameter: a page
 * of a list took 24 µs instead of 9, a join by key 21 instead of 1. The plus changes no value, and
 * hides the parameter.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (isSaid(node)) this.visitNode(node.ways.sqlite)
    else super.visitRaw(node)
  }

  protected override appendValue(value: unknown): void {
    if (typeof value === "object" && value !== null) super.appendValue(value)
    else this.appendImmediateValue(value)
  }

  protected override appendImmediateValue(value: unknown): void {
    super.appendImmediateValue(typeof value === "boolean" ? Number(value) : value)
  }

  protected override getCurrentParameterPlaceholder(): string {
    return "+?"
  }
}

/** Writes what a statement always says into its text, for the same partial indexes. */
class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (isSaid(node)) this.visitNode(node.ways.postgres)
    else super.visitRaw(node)
  }

  protected override appendValue(value: unknown): void {
    if (typeof value === "object" && value !== null) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

let queries = 0

const compiling =
  (compiler: SqliteCompiler | PostgresCompiler): Dialect["compile"] =>
  (query) =>
    compiler.compileQuery(query as never, { queryId: `${queries++}` })

const columnsOf = (kinds: Kinds, kind: string): ReadonlyArray<string> =>
  Object.keys(kinds).filter((column) => kinds[column]?.replace("?", "") === kind)

/** Most lists are empty: those cost no parsing. */
const parsed = (text: string): unknown => (text === "[]" ? [] : JSON.parse(text))

const leniently = (text: string): unknown => {
  try {
    const value = parsed(text)
    return typeof value === "object" ? value : []
  } catch {
    return []
  }
}

/** Booleans are 0 and 1, and JSON is text. */
export const sqlite: Dialect = {
  name: "sqlite",
  compile: compiling(new SqliteCompiler()),
  encode: (value) => {
    if (typeof value === "boolean") return value ? 1 : 0
    if (typeof value === "object" && value !== null) return JSON.stringify(value)
    return value as Value
  },
  reader: (kinds, isLenient) => {
    const booleans = columnsOf(kinds, "boolean")
    const jsons = columnsOf(kinds, "json")
    if (booleans.length + jsons.length === 0) return null
    const parse = isLenient ? leniently : parsed
    return (row) => {
      for (const column of booleans) {
        if (typeof row[column] === "number") row[column] = row[column] === 1
      }
      for (const column of jsons) {
        if (typeof row[column] === "string") row[column] = parse(row[column])
      }
      return row
    }
  },
}

/** Booleans, lists and `jsonb` are the driver's affair; integers and their sums are numbers. */
export const postgres: Dialect = {
  name: "postgres",
  compile: compiling(new PostgresCompiler()),
  encode: (value, isList) => {
    if (typeof value !== "object" || value === null) return value as Value
    return isList ? (value as ReadonlyArray<string | number>) : JSON.stringify(value)
  },
  reader: () => null,
}

/** The values of a list parameter where a dialect has lists: `= any(…)`. */
const listOf = (list: unknown): unknown =>
  list instanceof Parameter ? new Parameter(list.name, true) : list

/** Whether a column has one of these values: one statement serves lists of any length. */
export const isIn = (
  column: string | RawBuilder<unknown>,
  list: ReadonlyArray<string | number | null>,
): RawBuilder<boolean> => {
  const of = typeof column === "string" ? sql.ref(column) : column
  return said({
    sqlite: sql`${of} in (select value from json_each(${list}))`,
    postgres: sql`${of} = any(${listOf(list)})`,
  })
}

/**
 * Many rows at once: SQLite would else copy every page first, to undo the statement alone. What
 * fails is undone with the unit that it is part of.
 */
export const insertOrFail = said({ sqlite: sql`insert or fail`, postgres: sql`insert` })
