import type { Page, PageRequest } from "./page.ts"
import type { EndedPeriod, PeriodPlace } from "./records/budget-periods.ts"
import {
  type Columns,
  type Computes,
  computesOf,
  keys,
  type Records,
  type TableName,
} from "./records.ts"

/**
 * Lookups of a rule or a response, as data: which rows by which filter, and which queries follow
 * once they are known. Each storage implements queries once for all rules: row by row in the same
 * process, or as one batch over a network.
 */

/**
 * Test of a field: a value, or a comparison with one. Null is never `in` a list, `below`, `from` or
 * `between`. `between` includes its first value and excludes its second. A list `has` an element,
 * which is a text or a number.
 */
export type Test<V> =
  | V
  | { readonly in: ReadonlyArray<NonNullable<V>> }
  | { readonly not: V }
  | { readonly below: NonNullable<V> }
  | { readonly from: NonNullable<V> }
  | { readonly between: readonly [from: NonNullable<V>, below: NonNullable<V>] }
  | (V extends ReadonlyArray<infer E> ? { readonly has: E } : never)
  | (V extends ReadonlyArray<unknown> ? { readonly empty: boolean } : never)
  /** The value itself, always the same constant: a storage may have an index of just these rows. */
  | { readonly always: V }

/**
 * Tests of fields, or of values computed from them. A row must pass all of them. An absent test
 * (`undefined`) tests nothing.
 */
export type Where<R> = { readonly [F in keyof R]?: Test<R[F]> | undefined }

/** Tests of a record of any kind. */
export type Tests = { readonly [field: string]: unknown }

export type Direction = "ascending" | "descending"

/** Fields that rows can be sorted by: those that are never null. */
type Sortable<R> = { [F in keyof R]: R[F] extends string | number ? F : never }[keyof R] & string

export type Order<R> = ReadonlyArray<readonly [Sortable<R>, Direction]>

/** Rows of one table and one business. */
export interface Rows {
  readonly table: TableName
  readonly where: Tests
  /** Alternatives: if there are any, a row must also pass one of them. */
  readonly either: ReadonlyArray<Tests>
  /** Combinations of values: if it is not null, a row must also have one of them. */
  readonly among: Among | null
  /** Texts by code unit, numbers by size. Equal rows are in the order of the key. */
  readonly order: ReadonlyArray<readonly [string, Direction]>
  /** Fields to load; null: all. */
  readonly fields: ReadonlyArray<string> | null
}

/** Combinations of values of several fields, such as the pairs of a budget and a user. */
export interface Among {
  readonly fields: ReadonlyArray<string>
  /** Each combination is in the order of the fields. */
  readonly values: ReadonlyArray<ReadonlyArray<string | number>>
}

interface Typed<A> {
  readonly "~answer"?: A
}

/** A query to a storage. */
export type Asked<A = unknown> =
  | (Typed<A> & { readonly ask: "one"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "all"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "count"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "page"; readonly rows: Rows; readonly request: PageRequest })
  | (Typed<A> & { readonly ask: "periods"; readonly places: ReadonlyArray<PeriodPlace> })

export type Question<A = unknown> =
  | Asked<A>
  | (Typed<A> & { readonly ask: "known"; readonly value: A })

/** The row that passes, or null. At most one row passes. */
export const one = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
): Question<Records[T] | null> => ({ ask: "one", rows: rowsOf(table, where) })

/** All rows that pass, in order. A row must also pass one of `either` if there are any. */
export const all = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
  order: Order<Records[T]> = [],
  either: ReadonlyArray<Where<Columns[T]>> = [],
): Question<ReadonlyArray<Records[T]>> => ({
  ask: "all",
  rows: rowsOf(table, where, order, either),
})

/** All rows with one of these combinations of values, in any order. */
export const among = <T extends TableName, const F extends keyof Records[T] & string>(
  table: T,
  fields: ReadonlyArray<F>,
  these: ReadonlyArray<{ readonly [K in F]: (string & Records[T][K]) | (number & Records[T][K]) }>,
): Question<ReadonlyArray<Records[T]>> =>
  these.length === 0
    ? known([])
    : {
        ask: "all",
        rows: rowsOf(table, {}, [], [], {
          fields,
          values: these.map((each) => fields.map((field) => each[field])),
        }),
      }

/**
 * All rows whose `field` is one of these values, in any order. Null and undefined match nothing.
 */
export const having = <T extends TableName, F extends keyof Records[T] & string>(
  table: T,
  field: F,
  these: ReadonlyArray<Records[T][F] | null | undefined>,
): Question<ReadonlyArray<Records[T]>> => {
  const values = new Set<Records[T][F]>()
  for (const value of these) if (value !== null && value !== undefined) values.add(value)
  return values.size === 0
    ? known([])
    : { ask: "all", rows: rowsOf(table, { [field]: { in: [...values] } } as Where<Columns[T]>) }
}

/**
 * The ended periods at these places, each once and in any order, with values that follow from
 * adjacent periods. No row contains these values, so a storage can compute them next to the data.
 */
export const periodsAt = (
  places: ReadonlyArray<PeriodPlace>,
): Question<ReadonlyArray<EndedPeriod>> =>
  places.length === 0 ? known([]) : { ask: "periods", places }

/** Same as `all`, but loads only these fields, for many rows of which few fields are needed. */
export const allBy = <T extends TableName, const F extends keyof Records[T] & string>(
  table: T,
  fields: ReadonlyArray<F>,
  where: Where<Columns[T]> = {},
  order: Order<Records[T]> = [],
): Question<ReadonlyArray<Pick<Records[T], F>>> => ({
  ask: "all",
  rows: { ...rowsOf(table, where, order), fields },
})

/** Number of rows that pass. */
export const countOf = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
): Question<number> => ({ ask: "count", rows: rowsOf(table, where) })

/**
 * A page of the rows that pass, and their total number. A row must also pass one of `either` if
 * there are any.
 */
export const pageOf = <T extends TableName>(
  table: T,
  where: Where<Columns[T]>,
  order: Order<Records[T]>,
  request: PageRequest,
  either: ReadonlyArray<Where<Columns[T]>> = [],
): Question<Page<Records[T]>> => ({
  ask: "page",
  rows: rowsOf(table, where, order, either),
  request,
})

/** A known answer, which needs no query. */
export const known = <A>(value: A): Question<A> => ({ ask: "known", value })

const rowsOf = <T extends TableName>(
  table: T,
  where: Where<Columns[T]>,
  order: Order<Records[T]> = [],
  either: ReadonlyArray<Where<Columns[T]>> = [],
  these: Among | null = null,
): Rows => ({ table, where, order, either, among: these, fields: null })

export type Questions = { readonly [name: string]: Question }
export type Answers<Q extends Questions> = {
  readonly [N in keyof Q]: Q[N] extends Question<infer A> ? A : never
}

/**
 * Queries that run together, then the function that takes their answers and returns the result or
 * further queries.
 */
export type Look<A> =
  | { readonly done: true; readonly value: A }
  | {
      readonly done: false
      readonly questions: Questions
      readonly next: (results: never) => Look<A>
    }

/** Runs these queries together, then continues with their answers. */
export const look = <const Q extends Questions, A>(
  questions: Q,
  next: (results: Answers<Q>) => Look<A>,
): Look<A> => ({ done: false, questions, next })

/** Ends a lookup with its result. */
export const seen = <A>(value: A): Look<A> => ({ done: true, value })

/** Runs a single query. */
export const answerTo = <A>(question: Question<A>): Look<A> =>
  look({ result: question }, ({ result }) => seen(result as A))

/** Continues with the result of a lookup. */
export const andThen = <A, B>(first: Look<A>, next: (value: A) => Look<B>): Look<B> =>
  first.done
    ? next(first.value)
    : { ...first, next: (results: never) => andThen(first.next(results), next) }

/** Runs a lookup in a storage that answers synchronously. */
export const runLook = <A>(look: Look<A>, resultOf: (question: Asked) => unknown): A => {
  let step = look
  while (!step.done) {
    const results: { [name: string]: unknown } = {}
    for (const name in step.questions) {
      const question = step.questions[name] as Question
      results[name] = question.ask === "known" ? question.value : resultOf(question)
    }
    step = step.next(results as never)
  }
  return step.value
}

/**
 * Returns the predicate for rows, with which the filter of every storage agrees. Lists are indexed
 * once.
 */
export const filterOf = ({ table, where, either, among }: Rows): ((row: object) => boolean) => {
  const computes = computesOf(table)
  const tests = withSets(where)
  const alternatives = either.map(withSets)
  const isAmong = among === null ? null : amongst(among)
  return (row) =>
    passesAll(tests, row, computes) &&
    (alternatives.length === 0 || alternatives.some((each) => passesAll(each, row, computes))) &&
    (isAmong === null || isAmong(row as Tests))
}

/** Returns the same tests with long lists as sets. */
const withSets = (where: Tests): Tests => {
  let tests = where
  for (const field in where) {
    const test = where[field]
    if (typeof test !== "object" || test === null) continue
    const [kind, than] = kindOf(test)
    if (kind !== "in" || (than as ReadonlyArray<unknown>).length < 8) continue
    tests = { ...tests, [field]: { in: new Set(than as ReadonlyArray<unknown>) } }
  }
  return tests
}

const amongst = ({ fields, values }: Among): ((row: Tests) => boolean) => {
  const whole = new Set(values.map((each) => each.join("/")))
  const parts = fields.map(
    (field, n) => [field, new Set<unknown>(values.map((_) => _[n]))] as const,
  )
  return (row) => {
    // Most rows fail here, before a text is built for the combination.
    for (const [field, some] of parts) if (!some.has(row[field])) return false
    return whole.has(fields.map((field) => row[field]).join("/"))
  }
}

/** True if the row passes every test. */
export const passesAll = (where: Tests, row: object, computes: Computes = {}): boolean => {
  for (const field in where) {
    const test = where[field]
    if (test === undefined) continue
    const value = computes[field]?.(row as never) ?? (row as Tests)[field]
    if (!passesTest(test, value)) return false
  }
  return true
}

const passesTest = (test: unknown, value: unknown): boolean => {
  const [kind, than] = kindOf(test)
  switch (kind) {
    case "is":
    case "always":
      return value === than
    case "in":
      return than instanceof Set
        ? than.has(value)
        : (than as ReadonlyArray<unknown>).includes(value)
    case "not":
      return value !== than
    case "below":
      return value !== null && (value as string) < (than as string)
    case "from":
      return value !== null && (value as string) >= (than as string)
    case "between": {
      const [from, below] = than as readonly [string, string]
      return value !== null && (value as string) >= from && (value as string) < below
    }
    case "has":
      return (value as ReadonlyArray<unknown>).includes(than)
    case "empty":
      return ((value as ReadonlyArray<unknown>).length === 0) === than
  }
}

export type TestKind =
  | "is"
  | "in"
  | "not"
  | "below"
  | "from"
  | "between"
  | "has"
  | "always"
  | "empty"

/** Returns the kind of a test and the value that it compares with. */
export const kindOf = (test: unknown): readonly [TestKind, unknown] => {
  if (typeof test !== "object" || test === null) return ["is", test]
  for (const kind in test) return [kind as TestKind, (test as Tests)[kind]]
  throw new TypeError("A test that asks nothing")
}

/** Returns the complete order of `rows`: the fields of the order, then those of the key. */
export const orderOf = ({ table, order }: Rows): Rows["order"] => {
  const fields = new Set(order.map(([field]) => field))
  const rest = keys[table].filter((field) => !fields.has(field))
  return [...order, ...rest.map((field) => [field, "ascending"] as const)]
}
