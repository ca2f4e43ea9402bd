import {
  type CompiledQuery,
  type OperationNode,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type SqlBool,
  SqliteQueryCompiler,
  sql,
} from "kysely"

/** A value for a driver: JSON as text, and lists and booleans only if the dialect has them. */
export type Value = string | number | boolean | null | ReadonlyArray<string | number>

/** Placeholder of a parameter while a statement is built. */
export class Parameter {
  readonly name: string
  /** True if the value is passed as a list in dialects that have lists; otherwise it is JSON. */
  readonly isList: boolean

  constructor(name: string, isList = false) {
    this.name = name
    this.isList = isList
  }
}

/** Kinds of columns by name: `boolean`, `json`, or a kind that is the same in all dialects. */
export interface Kinds {
  readonly [column: string]: string
}

/** Converts a row of a dialect's driver in place, to the values that statements promise. */
type Read = (row: any) => any

/** Compiles statements, encodes parameters and reads rows for one kind of database. */
export interface Dialect {
  readonly name: Name
  readonly compile: (query: OperationNode) => Pick<CompiledQuery, "sql" | "parameters">
  /** Encodes a parameter for the driver. */
  readonly encode: (value: unknown, isList: boolean) => Value
  /**
   * Returns a function that reads columns of these kinds; null if the driver's rows are already
   * right. If it is lenient, invalid JSON is read as an empty list.
   */
  readonly reader: (kinds: Kinds, isLenient: boolean) => Read | null
}

type Name = "sqlite" | "postgres"

/** A node with a version for each dialect. */
interface DialectNode extends RawNode {
  readonly ways: { readonly [D in Name]: OperationNode }
}

const isDialectNode = (node: RawNode): node is DialectNode => "ways" in node

/** Returns a part of a statement that differs between dialects. */
export const byDialect = <A>(ways: Record<Name, RawBuilder<unknown>>): RawBuilder<A> => {
  const node: DialectNode = {
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

/** Joins each row with the rows that a query finds for it, in this join order, in PostgreSQL. */
export const withEach = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`cross join lateral ${query}`

/**
 * Writes the constants of a statement into its text, so that they match the condition of a partial
 * index, and parameters as `+?`. SQLite built with STAT4, as in better-sqlite3, plans a statement
 * again for every run if the plan might depend on a bare parameter: a page of a list took 24 µs
 * instead of 9, a join by key 21 instead of 1. The plus hides the parameter and changes no value.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (isDialectNode(node)) this.visitNode(node.ways.sqlite)
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

/** Writes the constants of a statement into its text, for the same partial indexes. */
class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    if (isDialectNode(node)) this.visitNode(node.ways.postgres)
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

/** Most lists are empty and need no parsing. */
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

/** The driver converts booleans, lists and `jsonb`; integers and their sums are numbers. */
export const postgres: Dialect = {
  name: "postgres",
  compile: compiling(new PostgresCompiler()),
  encode: (value, isList) => {
    if (typeof value !== "object" || value === null) return value as Value
    return isList ? (value as ReadonlyArray<string | number>) : JSON.stringify(value)
  },
  reader: () => null,
}

/** Marks a list parameter to be passed as a list, in a dialect that has lists: `= any(…)`. */
const listOf = (list: unknown): unknown =>
  list instanceof Parameter ? new Parameter(list.name, true) : list

/** Tests if a column is at least `from` and less than `below`. */
export const isBetween = (
  column: RawBuilder<unknown>,
  from: unknown,
  below: unknown,
): RawBuilder<boolean> => sql`(${column} >= ${from} and ${column} < ${below})`

/** Tests if a column has one of these values. One statement serves lists of any length. */
export const isIn = (
  column: string | RawBuilder<unknown>,
  list: ReadonlyArray<string | number | null>,
): RawBuilder<boolean> => {
  const of = typeof column === "string" ? sql.ref(column) : column
  return byDialect({
    sqlite: sql`${of} in (select value from json_each(${list}))`,
    postgres: sql`${of} = any(${listOf(list)})`,
  })
}

/**
 * Inserts many rows at once. With a plain `insert`, SQLite would first copy every page, to be able
 * to undo the statement alone. A failure rolls back the whole unit instead.
 */
export const insertOrFail = byDialect({ sqlite: sql`insert or fail`, postgres: sql`insert` })

/**
 * Keeps SQLite from choosing an index by a column: the unary plus changes no value. PostgreSQL
 * chooses by its statistics.
 */
export const unindexed = <A>(column: string): RawBuilder<A> => {
  const of = sql.ref(column)
  return byDialect({ sqlite: sql`+${of}`, postgres: of })
}

/** A column to sort rows by after they are found: no index is used for its order. */
export const unsorted = (column: string, type: Type): RawBuilder<unknown> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`+${of}`,
    postgres: type === "text" ? sql`(${of} || '')` : sql`(${of} + 0)`,
  })
}

/** Tests if the absolute value of a number is at least `bound`. PostgreSQL finds it by an index. */
export const isAtLeast = (column: string, bound: number): RawBuilder<SqlBool> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`abs(${of}) >= ${bound}`,
    postgres: sql`(${of} >= ${bound} or ${of} <= -${bound}::bigint)`,
  })
}

/** Tests if the absolute value of a number is at most `bound`. */
export const isAtMost = (column: string, bound: number): RawBuilder<SqlBool> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`abs(${of}) <= ${bound}`,
    postgres: sql`(${of} <= ${bound} and ${of} >= -${bound}::bigint)`,
  })
}

/** Tests if a column contains a text, without patterns. */
export const includes = (column: string, text: unknown): RawBuilder<SqlBool> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`instr(${of}, ${text}) > 0`,
    postgres: sql`strpos(${of}, ${text}) > 0`,
  })
}

/** Tests if a column contains a text (`expected` is 1) or does not contain it (0). */
export const inclusionIs = (column: string, text: string, expected: 0 | 1): RawBuilder<SqlBool> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`(instr(${of}, ${text}) > 0) = ${expected}`,
    postgres: sql`(strpos(${of}, ${text}) > 0)::integer = ${expected}::integer`,
  })
}

/** Tests if a column contains one of these texts. */
export const includesAny = (column: string, texts: ReadonlyArray<string>): RawBuilder<SqlBool> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`exists (select 1 from json_each(${texts}) as e where instr(${of}, e.value) > 0)`,
    postgres: sql`exists (
      select 1 from unnest(${listOf(texts)}::text[]) as e (value) where strpos(${of}, e.value) > 0
    )`,
  })
}

/** Names the index that SQLite must use, after the name of a table. */
export const indexedBy = (index: string): RawBuilder<unknown> =>
  byDialect({ sqlite: sql`indexed by ${sql.ref(index)}`, postgres: sql`` })

/** Tests if a column with a JSON list contains a value. */
export const hasValue = (column: string, value: string | number): RawBuilder<boolean> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`exists (select 1 from json_each(${of}) as e where e.value = ${value})`,
    postgres: sql`${value}::text in (select jsonb_array_elements_text(${of}))`,
  })
}

/** Tests if a column with a JSON object has this field, and it is true. */
export const isSet = (column: string, field: string): RawBuilder<boolean> => {
  const of = sql.ref(column)
  return byDialect({
    sqlite: sql`json_extract(${of}, ${sql.lit(`$.${field}`)})`,
    postgres: sql`(${of} ->> ${sql.lit(field)})::boolean`,
  })
}

/** Returns the size of a text or JSON column, in bytes. */
export const bytesOf = (column: string): RawBuilder<number> => {
  const of = sql.ref(column)
  return byDialect({ sqlite: sql`octet_length(${of})`, postgres: sql`octet_length(${of}::text)` })
}

/** Returns the sum of a field of the objects in a JSON list; 0 if the list is empty. */
export const sumOf = (column: string, field: string): RawBuilder<number> => {
  const [of, name] = [sql.ref(column), sql.lit(field)]
  return byDialect({
    sqlite: sql`(select coalesce(sum(e.value ->> ${name}), 0) from json_each(${of}) as e)`,
    postgres: sql`(
      select coalesce(sum((e.value ->> ${name})::bigint), 0)
      from jsonb_array_elements(${of}) as e (value)
    )`,
  })
}

/** Makes a text expression compare and sort by its bytes, as columns do. */
export const inBytes = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  byDialect({ sqlite: text, postgres: sql`(${text}) collate "C"` })

/** An order in which SQLite finds the rows anyway, because it looks them up from a sorted part. */
export const keptOrder = (order: RawBuilder<unknown>): RawBuilder<unknown> =>
  byDialect({ sqlite: sql``, postgres: sql`order by ${order}` })

type Type = "text" | "integer"

const typeIn = (type: Type): RawBuilder<unknown> => (type === "text" ? sql`text` : sql`bigint`)

/** Returns the objects of a list parameter as rows named `name`, with these fields. */
export const rowsOf = (
  name: string,
  list: ReadonlyArray<object>,
  types: { readonly [field: string]: Type },
) => {
  const alias = sql.ref(name)
  const columns = Object.entries(types).map(
    ([field, type]) => sql`${sql.ref(field)} ${typeIn(type)}`,
  )
  return {
    from: byDialect<unknown>({
      sqlite: sql`json_each(${list}) as ${alias}`,
      postgres: sql`jsonb_to_recordset(${list}::jsonb) as ${alias} (${sql.join(columns)})`,
    }),
    field: (field: string): RawBuilder<unknown> =>
      byDialect({
        sqlite: sql`${alias}.value ->> ${sql.lit(field)}`,
        postgres: sql.ref(`${name}.${field}`),
      }),
  }
}

/** Tests if several columns together have the values of one of the lists in a list parameter. */
export const areAmong = (
  columns: ReadonlyArray<readonly [column: string, type: Type]>,
  list: unknown,
): RawBuilder<boolean> => {
  const values = columns.map(([, type], n) => {
    const place = sql`value ->> ${sql.lit(n)}`
    return byDialect({ sqlite: place, postgres: sql`(${place})::${typeIn(type)}` })
  })
  const from = byDialect({
    sqlite: sql`json_each(${list})`,
    postgres: sql`jsonb_array_elements(${list}::jsonb) as e (value)`,
  })
  return sql`(${sql.join(columns.map(([column]) => sql.ref(column)))}) in (
    select ${sql.join(values)} from ${from}
  )`
}

/** Rows to read for each value of a list. */
interface Each {
  readonly type: Type
  readonly table: string
  readonly client_id: unknown
  /** Column that identifies a row within the business. */
  readonly key: string
  readonly columns: ReadonlyArray<string>
  /** Condition, order and limit of the rows `t` that belong to a value. */
  readonly rows: (value: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Selects some rows for each value of a list parameter, looking up each value by an index. */
export const forEachOf = (
  list: ReadonlyArray<string | number>,
  each: Each,
): RawBuilder<unknown> => {
  const { type, table, client_id, key, columns, rows } = each
  const of = (name: string) => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))
  const found = sql`from ${sql.table(table)} as t where ${rows(sql.ref("v.value"))}`
  return byDialect({
    sqlite: sql`select ${of("s")} from json_each(${list}) as v
      cross join ${sql.table(table)} as s on s.client_id = ${client_id}
        and ${sql.ref(`s.${key}`)} in (select ${sql.ref(`t.${key}`)} ${found})`,
    postgres: sql`select ${of("s")} from unnest(${listOf(list)}::${typeIn(type)}[]) as v (value)
      cross join lateral (select ${of("t")} ${found}) as s`,
  })
}

/** Tests if a column has a value that is invalid for its kind; null if the database prevents it. */
export const isMalformed = (column: string, kind: string): RawBuilder<boolean> | null => {
  const value = sql.ref(column)
  const never = sql`${sql.lit(false)}`
  if (kind.startsWith("json")) {
    const isNoJson = sql`not json_valid(coalesce(${value}, 'null'))`
    return byDialect({ sqlite: isNoJson, postgres: never })
  }
  if (!kind.startsWith("boolean")) return null
  return byDialect({ sqlite: sql`coalesce(${value}, 0) not in (0, 1)`, postgres: never })
}
