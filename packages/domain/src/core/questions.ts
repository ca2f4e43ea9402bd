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
 * What a rule or an answer looks at, as data: which rows by which filter, and what is asked next
 * once they are known. A storage reads it once, for all rules: row by row in a process, or a whole
 * round at once over a network.
 */

/**
 * A value that a field has, or what it is compared with: null is never `in` a list, `below` or
 * `from` a value, or `between` two, of which it may be the first. A list `has` an element, which is
 * a text or a number.
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
  /** The value itself, and never another: a storage may keep an index of just those rows. */
  | { readonly always: V }

/**
 * Tests of fields, or of what is computed from them, all of which a row passes. An absent one
 * (`undefined`) tests nothing.
 */
export type Where<R> = { readonly [F in keyof R]?: Test<R[F]> | undefined }

/** The same, where it does not matter of which record. */
export type Tests = { readonly [field: string]: unknown }

export type Direction = "ascending" | "descending"

/** Rows are in the order of what they all have: never of what may be null. */
type Sortable<R> = { [F in keyof R]: R[F] extends string | number ? F : never }[keyof R] & string

export type Order<R> = ReadonlyArray<readonly [Sortable<R>, Direction]>

/** Rows of one table and one business. */
export interface Rows {
  readonly table: TableName
  readonly where: Tests
  /** Where there are any: a row passes one of these, too. */
  readonly either: ReadonlyArray<Tests>
  /** Where it is not null: a row has the values of one of these, too. */
  readonly among: Among | null
  /** Texts by code unit, numbers by size; what is equal by then is in the order of the key. */
  readonly order: ReadonlyArray<readonly [string, Direction]>
  /** The fields that are wanted of a row, and no others need be there; null: all. */
  readonly fields: ReadonlyArray<string> | null
}

/** Values of fields that belong together: the pairs of a budget and a user. */
export interface Among {
  readonly fields: ReadonlyArray<string>
  /** Each in the order of the fields. */
  readonly values: ReadonlyArray<ReadonlyArray<string | number>>
}

interface Typed<A> {
  readonly "~answer"?: A
}

/** What a storage is asked. */
export type Asked<A = unknown> =
  | (Typed<A> & { readonly ask: "one"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "all"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "count"; readonly rows: Rows })
  | (Typed<A> & { readonly ask: "page"; readonly rows: Rows; readonly request: PageRequest })
  | (Typed<A> & { readonly ask: "periods"; readonly places: ReadonlyArray<PeriodPlace> })

export type Question<A = unknown> =
  | Asked<A>
  | (Typed<A> & { readonly ask: "known"; readonly answer: A })

/** The row that passes, or null. At most one does. */
export const one = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
): Question<Records[T] | null> => ({ ask: "one", rows: rowsOf(table, where) })

/** Every row that passes, and one of the last tests too where there are any; in order. */
export const all = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
  order: Order<Records[T]> = [],
  either: ReadonlyArray<Where<Columns[T]>> = [],
): Question<ReadonlyArray<Records[T]>> => ({
  ask: "all",
  rows: rowsOf(table, where, order, either),
})

/** Every row that has these fields as one of `these` has them, in any order. */
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

/** Every row whose `field` is one of these, in any order; null is none of them. */
export const having = <T extends TableName, F extends keyof Records[T] & string>(
  table: T,
  field: F,
  these: ReadonlyArray<Records[T][F] | null>,
): Question<ReadonlyArray<Records[T]>> => {
  const values = new Set<Records[T][F]>()
  for (const value of these) if (value !== null) values.add(value)
  return values.size === 0
    ? known([])
    : { ask: "all", rows: rowsOf(table, { [field]: { in: [...values] } } as Where<Columns[T]>) }
}

/**
 * The ended periods at these places, each once and in any order, with what follows from those
 * around it: what no row says by itself, so that a storage can add it up where the rows are.
 */
export const periodsAt = (
  places: ReadonlyArray<PeriodPlace>,
): Question<ReadonlyArray<EndedPeriod>> =>
  places.length === 0 ? known([]) : { ask: "periods", places }

/** The same rows, by these of their fields alone: for many of which little is looked at. */
export const allBy = <T extends TableName, const F extends keyof Records[T] & string>(
  table: T,
  fields: ReadonlyArray<F>,
  where: Where<Columns[T]> = {},
  order: Order<Records[T]> = [],
): Question<ReadonlyArray<Pick<Records[T], F>>> => ({
  ask: "all",
  rows: { ...rowsOf(table, where, order), fields },
})

/** How many rows pass. */
export const countOf = <T extends TableName>(
  table: T,
  where: Where<Columns[T]> = {},
): Question<number> => ({ ask: "count", rows: rowsOf(table, where) })

/** A page of the rows that pass one of the last tests, too, and how many there are. */
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

/** What needs no asking: in the place of a question that there is no reason to ask. */
export const known = <A>(answer: A): Question<A> => ({ ask: "known", answer })

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

/** Questions that are asked together, and what follows from their answers: the end, or more. */
export type Look<A> =
  | { readonly done: true; readonly value: A }
  | {
      readonly done: false
      readonly questions: Questions
      readonly next: (answers: never) => Look<A>
    }

/** Asks these together, then goes on with the answers. */
export const look = <const Q extends Questions, A>(
  questions: Q,
  next: (answers: Answers<Q>) => Look<A>,
): Look<A> => ({ done: false, questions, next })

/** What a look comes to. */
export const seen = <A>(value: A): Look<A> => ({ done: true, value })

/** Asks one thing, and nothing after it. */
export const answerTo = <A>(question: Question<A>): Look<A> =>
  look({ answer: question }, ({ answer }) => seen(answer as A))

/** Goes on with what a look comes to. */
export const andThen = <A, B>(first: Look<A>, next: (value: A) => Look<B>): Look<B> =>
  first.done
    ? next(first.value)
    : { ...first, next: (answers: never) => andThen(first.next(answers), next) }

/** Goes through a look in a storage that answers at once. */
export const answered = <A>(look: Look<A>, answer: (question: Asked) => unknown): A => {
  let step = look
  while (!step.done) {
    const answers: { [name: string]: unknown } = {}
    for (const name in step.questions) {
      const question = step.questions[name] as Question
      answers[name] = question.ask === "known" ? question.answer : answer(question)
    }
    step = step.next(answers as never)
  }
  return step.value
}

/** Says whether a row passes: what every storage's filter agrees with. Lists are read once. */
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

/** The same tests, long lists as sets. */
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
    // Most rows fail at a part, which costs no text.
    for (const [field, some] of parts) if (!some.has(row[field])) return false
    return whole.has(fields.map((field) => row[field]).join("/"))
  }
}

/** Whether a row passes every test. */
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

/** What a test asks of a field, and the value with which. */
export const kindOf = (test: unknown): readonly [TestKind, unknown] => {
  if (typeof test !== "object" || test === null) return ["is", test]
  for (const kind in test) return [kind as TestKind, (test as Tests)[kind]]
  throw new TypeError("A test that asks nothing")
}

/** What `rows` are ordered by, to the last: the fields of the order, then those of the key. */
export const orderOf = ({ table, order }: Rows): Rows["order"] => {
  const fields = new Set(order.map(([field]) => field))
  const rest = keys[table].filter((field) => !fields.has(field))
  return [...order, ...rest.map((field) => [field, "ascending"] as const)]
}
