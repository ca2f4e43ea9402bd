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
  /** Why it does not look at one business alone, or null. */
  readonly acrossBusinesses: string | null
}

const registry: Array<Registered> = []

/** Every statement of every module that is loaded. */
export const statements: ReadonlyArray<Registered> = registry

type Decode<O> = (row: any) => O

/** Which columns of a row are not text or numbers, and what becomes of it. */
export interface Reader<O> {
  /** The table whose rows they are, where they are of one. */
  readonly table?: TableName
  readonly kinds: Kinds
  readonly decode: Decode<O>
  /** Whether what is no JSON, where there should be some, is read as an empty list. */
  readonly isLenient?: boolean
}

/** A row of text and numbers. Of a column that is something else a `Reader` must tell. */
type Plain<O> = {
  readonly [K in keyof O]: O[K] extends string | number | null ? O[K] : never
}

const everyParameter = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/**
 * A statement, described where its module is loaded, and compiled by the engine that first meets
 * it. What `build` is given stands for the parameters, so that it may pass them on, and look at
 * none.
 *
 *     const byId = prepared(
 *       (key: { client_id: number; id: string }) =>
 *         db.selectFrom("budgets").selectAll()
 *           .where("client_id", "=", key.client_id).where("id", "=", key.id),
 *       tables.budgets,
 *     )
 *     sql.get(byId, { client_id: 1, id })
 *
 * Booleans, lists and objects are given as they are: each dialect has its own way with them.
 */
export const prepared: {
  <P, O>(build: (params: P) => Query<O>): Statement<P, Plain<O>>
  <P, O>(build: (params: P) => Query<unknown>, reader: Reader<O> | Decode<O>): Statement<P, O>
} = <P>(build: (params: P) => Query<unknown>, reader: Reader<any> | Decode<any> = same) =>
  registered(null, build, reader)

/** The same for a statement that looks at more than one business, and says why. */
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
 * One statement for each shape of a filter, described when it is first asked for. A shape says
 * which parts there are (`{ is_deleted: true }`), never their values: there must be few.
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

/** A statement that is part of another, and not reviewed alone. */
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

/** Puts a statement's parameters where its text has them. */
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
