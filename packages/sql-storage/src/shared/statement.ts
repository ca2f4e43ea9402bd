import type { CompiledQuery, QueryExecutorProvider } from "kysely"
import { db } from "./database.ts"
import type { Statement, Value } from "./sql.ts"

/** A query of Kysely's builder, or a whole `sql` fragment. */
interface Query<O> {
  readonly compile: (provider: QueryExecutorProvider) => CompiledQuery<O>
}

/** A statement as the tests read it. */
export interface Registered {
  readonly sql: string
  /** Why it does not look at one business alone, or null. */
  readonly acrossBusinesses: string | null
}

const registry: Array<Registered> = []

/** Every statement of every module that is loaded. */
export const statements: ReadonlyArray<Registered> = registry

/** Stands for a parameter while a statement is written. */
class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const everyParam = new Proxy({}, { get: (_, name) => new Param(String(name)) })

/**
 * A statement, written once where the module is loaded: what `build` is given stands for the
 * parameters, so that it may pass them on, and look at none.
 *
 *     const byId = prepared(
 *       (key: { client_id: number; id: string }) =>
 *         db.selectFrom("budgets").selectAll()
 *           .where("client_id", "=", key.client_id).where("id", "=", key.id),
 *       tables.budgets.decode,
 *     )
 *     sql.get(byId, { client_id: 1, id })
 *
 * Parameters that are lists or objects are bound as JSON (`inList`), booleans as 0 or 1.
 */
export const prepared: {
  <P, O>(build: (params: P) => Query<O>): Statement<P, O>
  <P, O>(build: (params: P) => Query<unknown>, decode: (row: any) => O): Statement<P, O>
} = <P>(build: (params: P) => Query<unknown>, decode: (row: any) => any = same) =>
  compiled(null, build, decode)

/** The same for a statement that looks at more than one business, and says why. */
export const acrossBusinesses: {
  <P, O>(reason: string, build: (params: P) => Query<O>): Statement<P, O>
  <P, O>(
    reason: string,
    build: (params: P) => Query<unknown>,
    decode: (row: any) => O,
  ): Statement<P, O>
} = <P>(reason: string, build: (params: P) => Query<unknown>, decode: (row: any) => any = same) =>
  compiled(reason, build, decode)

/**
 * One statement for each shape of a filter, written when it is first asked for. A shape says which
 * parts there are (`{ is_deleted: true }`), never their values: there must be few.
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

const compiled = <P>(
  acrossBusinesses: string | null,
  build: (params: P) => Query<unknown>,
  decode: (row: any) => any,
): Statement<P, any> => {
  const { sql, parameters } = build(everyParam as P).compile(db)
  registry.push({ sql, acrossBusinesses })
  return { sql, bind: binder(parameters), decode }
}

/** Puts a statement's parameters where its text has them. */
const binder = (parameters: ReadonlyArray<unknown>) => (params: any) =>
  parameters.map((parameter): Value => {
    if (!(parameter instanceof Param)) return encode("a constant", parameter)
    return encode(parameter.name, params[parameter.name])
  })

const encode = (name: string, value: unknown): Value => {
  switch (typeof value) {
    case "string":
    case "number":
      return value
    case "boolean":
      return value ? 1 : 0
    case "object":
      return value === null ? null : JSON.stringify(value)
    default:
      throw new TypeError(`${name} of a statement is ${typeof value}`)
  }
}
