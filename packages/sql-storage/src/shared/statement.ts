import type { TableName } from "@outlay/domain/fields"
import type { CompiledQuery, OperationNode, QueryExecutorProvider } from "kysely"
import { type Dialect, type Kinds, Parameter, type Value } from "./dialect.ts"
import type { Compiled, Statement } from "./sql.ts"

/** A query of Kysely's builder, or a whole `sql` fragment. */
interface Query<O> {
  readonly compile: (provider: QueryExecutorProvider) => CompiledQuery<O>
  readonly toOperationNode: () => OperationNode
}

/** A statement as the tests read it. */
export interface Registered {
  readonly statement: Statement<never, unknown>
  /** Reason why it reads more than one business; null if it does not. */
  readonly acrossBusinesses: string | null
}

const registry: Array<Registered> = []

/** Every statement of every loaded module. */
export const statements: ReadonlyArray<Registered> = registry

type Decode<O> = (row: any) => O

/** Columns of a row that are not text or numbers, and the function that decodes the row. */
export interface Reader<O> {
  /** Table that the rows belong to, if they belong to one. */
  readonly table?: TableName
  readonly kinds: Kinds
  readonly decode: Decode<O>
  /** True if invalid JSON is read as an empty list. */
  readonly isLenient?: boolean
}

/** A row of text and numbers. Columns of other types need a `Reader`. */
type Plain<O> = {
  readonly [K in keyof O]: O[K] extends string | number | null ? O[K] : never
}

const everyParameter = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/**
 * Describes a statement when its module is loaded; the engine that first uses it compiles it.
 * `build` receives placeholders of the parameters: it may pass them on, but not inspect them.
 *
 *     const byId = prepared(
 *       (key: { client_id: number; id: string }) =>
 *         db.selectFrom("budgets").selectAll()
 *           .where("client_id", "=", key.client_id).where("id", "=", key.id),
 *       tables.budgets,
 *     )
 *     sql.get(byId, { client_id: 1, id })
 *
 * Booleans, lists and objects are passed unchanged: each dialect encodes them in its own way.
 */
export const prepared: {
  <P, O>(build: (params: P) => Query<O>): Statement<P, Plain<O>>
  <P, O>(build: (params: P) => Query<unknown>, reader: Reader<O> | Decode<O>): Statement<P, O>
} = <P>(build: (params: P) => Query<unknown>, reader: Reader<any> | Decode<any> = same) =>
  registered(null, build, reader)

/** Like `prepared`, for a statement that reads more than one business; `reason` says why. */
export const acrossBusinesses: {
  <P, O>(reason: string, build: (params: P) => Query<O>): Statement<P, Plain<O>>
  <P, O>(
    reason: string,
    build: (params: P) => Query<unknown>,
    reader: Reader<O> | Decode<O>,
  ): Statement<P, O>
} = <P>(
  reason: string,
  build: (params: P) => Query<unknown>,
  reader: Reader<any> | Decode<any> = same,
) => registered(reason, build, reader)

/**
 * Returns one statement for each shape of a filter, described at its first use. A shape has the
 * parts of a filter (`{ is_deleted: true }`), never their values, so that there are few.
 */
export const variants = <Shape extends object, S>(
  build: (shape: Shape) => S,
): ((shape: Shape) => S) => {
  const built = new Map<string, S>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const known = built.get(key) ?? build(shape)
    built.set(key, known)
    return known
  }
}

const same = (row: object): object => row

const registered = <P>(
  acrossBusinesses: string | null,
  build: (params: P) => Query<unknown>,
  reader: Reader<any> | Decode<any>,
): Statement<P, any> => {
  const statement = described(
    build,
    typeof reader === "function" ? { kinds: {}, decode: reader } : reader,
  )
  registry.push({ statement, acrossBusinesses })
  return statement
}

/** Describes a statement that is part of another, and not reviewed alone. */
export const described = <P, O>(
  build: (params: P) => Query<unknown>,
  reader: Reader<O>,
): Statement<P, O> => {
  const compiled = new Map<Dialect, Compiled<P, O>>()
  return {
    table: reader.table ?? null,
    in: (dialect) => {
      const known = compiled.get(dialect) ?? compile(build, reader, dialect)
      compiled.set(dialect, known)
      return known
    },
  }
}

const compile = <P, O>(
  build: (params: P) => Query<unknown>,
  { kinds, decode, isLenient = false }: Reader<O>,
  dialect: Dialect,
): Compiled<P, O> => {
  const { sql, parameters } = dialect.compile(build(everyParameter as P).toOperationNode())
  const read = dialect.reader(kinds, isLenient)
  return {
    sql,
    bind: binder(parameters, dialect),
    decode: read === null ? decode : (row) => decode(read(row)),
  }
}

/** Returns the values of a statement's parameters, in the order of its text. */
const binder =
  (parameters: ReadonlyArray<unknown>, { encode }: Dialect) =>
  (params: any): ReadonlyArray<Value> =>
    parameters.map((parameter): Value => {
      if (!(parameter instanceof Parameter)) return encode(parameter, Array.isArray(parameter))
      const { name, isList } = parameter
      const value = params[name]
      if (value === undefined) throw new TypeError(`${name} of a statement is undefined`)
      return encode(value, isList)
    })
