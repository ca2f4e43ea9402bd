import type { PageRequest, StorageUnavailable } from "@outlay/domain"
import type { TableName } from "@outlay/domain/fields"
import {
  type Asked,
  kindOf,
  type Look,
  orderOf,
  type Question,
  type Rows,
  type TestKind,
  type Tests,
} from "@outlay/domain/ports"
import { Effect } from "effect"
import { type RawBuilder, sql } from "kysely"
import { areAmong, hasValue, isBetween, isIn, unindexed } from "./dialect.ts"
import { periodsAt } from "./periods.ts"
import type { Asking, Sql, Statement } from "./sql.ts"
import { prepared, type Reader } from "./statement.ts"
import { tables } from "./tables.ts"

/** Statements of all questions that differ only in values. */
interface Statements {
  readonly rows: () => Statement<Values, any>
  readonly page: () => Statement<Values & PageRequest, any>
  readonly count: () => Statement<Values, number>
}

interface Values {
  readonly client_id: number
  readonly [parameter: string]: unknown
}

/**
 * A node in the tree of the questions so far, word by word. Following the words of a question to
 * its statements costs less than joining them into a key. There are few questions: as many as
 * places in the rules that ask one.
 */
interface Way {
  readonly next: Map<string, Way>
  statements: Statements | null
}

const newWay = (): Way => ({ next: new Map(), statements: null })

const start = newWay()

const after = (way: Way, word: string): Way => {
  const known = way.next.get(word)
  if (known !== undefined) return known
  const made = newWay()
  way.next.set(word, made)
  return made
}

/** Names of parameters; more are added when a question needs more. */
const names: Array<string> = []

const nameOf = (n: number): string => {
  names[n] ??= `v${n}`
  return names[n]
}

/** Values of a question, and the node that its other words lead to. */
class Shape {
  way: Way
  readonly values: { client_id: number; [parameter: string]: unknown }
  #count = 0

  constructor(client_id: number, { table, where, either, among, order, fields }: Rows) {
    this.values = { client_id }
    this.way = after(start, table)
    this.#addTests(where)
    for (const each of either) {
      this.way = after(this.way, "or")
      this.#addTests(each)
    }
    if (among !== null) {
      this.way = after(this.way, "among")
      for (const field of among.fields) this.way = after(this.way, field)
      this.values["among"] = among.values
    }
    if (fields !== null) {
      this.way = after(this.way, "by")
      for (const field of fields) this.way = after(this.way, field)
    }
    if (order.length === 0) return
    this.way = after(this.way, "in order of")
    for (const [field, direction] of order) this.way = after(after(this.way, field), direction)
  }

  #addTests(where: Tests): void {
    for (const field in where) {
      const test = where[field]
      if (test === undefined) continue
      const [kind, value] = kindOf(test)
      this.way = after(after(this.way, field), kind)
      if (kind === "between") {
        for (const each of value as ReadonlyArray<unknown>)
          this.values[nameOf(this.#count++)] = each
      } else if (isWritten(kind, value)) this.way = after(this.way, String(value))
      else this.values[nameOf(this.#count++)] = value
    }
  }
}

type Written = null | boolean | string | number

/**
 * Returns true if a value is part of the statement's text: null, and flags and constants on which
 * indexes depend.
 */
const isWritten = (kind: TestKind, value: unknown): value is Written =>
  value === null ||
  kind === "always" ||
  kind === "empty" ||
  (kind === "is" && typeof value === "boolean")

/** Returns the conditions of the tests, with their parameters in the order of `Shape`. */
const conditionsOf = (
  where: Tests,
  names: () => string,
  p: any,
  isUnindexed: boolean,
): ReadonlyArray<RawBuilder<boolean>> =>
  Object.entries(where)
    .filter(([, test]) => test !== undefined)
    .map(([field, test]) => {
      const [kind, value] = kindOf(test)
      const column = isUnindexed ? unindexed(field) : sql.ref(field)
      if (kind === "empty" || (kind === "not" && value === null)) {
        return conditionOfIndex(sql.ref(field), value)
      }
      if (kind === "between") return isBetween(column, p[names()], p[names()])
      return isWritten(kind, value)
        ? writtenCondition(column, value)
        : condition(kind, field, column, p[names()])
    })

const writtenCondition = (column: RawBuilder<unknown>, value: Written): RawBuilder<boolean> => {
  if (value === null) return sql`${column} is null`
  return sql`${column} = ${sql.lit(value)}`
}

/** Returns a condition with the exact text of a partial index. It is not used to look up rows. */
const conditionOfIndex = (column: RawBuilder<unknown>, value: unknown): RawBuilder<boolean> => {
  if (value === null) return sql`${column} is not null`
  return value === true ? sql`${column} = '[]'` : sql`${column} <> '[]'`
}

const condition = (
  kind: Exclude<TestKind, "empty" | "between">,
  field: string,
  column: RawBuilder<unknown>,
  value: ReadonlyArray<string>,
): RawBuilder<boolean> => {
  switch (kind) {
    case "is":
    case "always":
      return sql`${column} = ${value}`
    case "not":
      return sql`${column} is distinct from ${value}`
    case "in":
      return isIn(column, value)
    case "below":
      return sql`${column} < ${value}`
    case "from":
      return sql`${column} >= ${value}`
    case "has":
      return hasValue(field, value as never)
  }
}

/** Tests if several fields together have the values of an item of a list. */
const isAmong = (
  table: TableName,
  fields: ReadonlyArray<string>,
  list: unknown,
): RawBuilder<boolean> => {
  const { kinds } = tables[table]
  const isInteger = (field: string) => kinds[field]?.startsWith("integer") === true
  return areAmong(
    fields.map((field) => [field, isInteger(field) ? "integer" : "text"]),
    list,
  )
}

const statementsOf = (rows: Rows): Statements => {
  const { table, where, either, among, fields } = rows
  const from = (p: any) => {
    let next = 0
    const name = () => nameOf(next++)
    const all = conditionsOf(where, name, p, false)
    const any = either.map((each) => {
      const parts = conditionsOf(each, name, p, true)
      return sql`(${parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)})`
    })
    const conditions = [
      sql`${sql.ref("client_id")} = ${p.client_id}`,
      ...all,
      ...(any.length === 0 ? [] : [sql`(${sql.join(any, sql` or `)})`]),
      ...(among === null ? [] : [isAmong(table, among.fields, p["among"])]),
    ]
    return sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  }
  const order = sql.join(
    orderOf(rows).map(([field, direction]) =>
      direction === "ascending" ? sql.ref(field) : sql`${sql.ref(field)} desc`,
    ),
  )
  const columns = fields === null ? sql`*` : sql.join(fields.map((field) => sql.ref(field)))
  const read = tables[table].rows as Reader<unknown>
  return {
    rows: once(() =>
      prepared(
        (p: any) =>
          rows.order.length === 0
            ? sql`select ${columns} ${from(p)}`
            : sql`select ${columns} ${from(p)} order by ${order}`,
        read,
      ),
    ),
    page: once(() =>
      prepared(
        (p: any) =>
          sql`select ${columns} ${from(p)} order by ${order} limit ${p.limit} offset ${p.offset}`,
        read,
      ),
    ),
    count: once(() =>
      prepared(
        (p: any) => sql`select count(*) as count ${from(p)}`,
        ({ count }: { readonly count: number }) => count,
      ),
    ),
  }
}

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

const statementsAt = (way: Way, rows: Rows): Statements => {
  way.statements ??= statementsOf(rows)
  return way.statements
}

/** Prepares the statements of a question in advance, so that their plans can be reviewed. */
export const prepareFor = (question: Asked): void => {
  if (question.ask === "periods") return
  const statements = statementsAt(new Shape(0, question.rows).way, question.rows)
  if (question.ask === "page") {
    statements.page()
    statements.count()
  } else if (question.ask === "count") statements.count()
  else statements.rows()
}

type SqlService = Sql["Service"]

/** Pages of this many rows or more are read in slices. */
const longPage = 1_000

/** Returns the queries of a question; for a page, its count and then its rows. */
const askingsOf = (client_id: number, question: Asked): ReadonlyArray<Asking> => {
  if (question.ask === "periods") {
    const params = { client_id, places: question.places }
    return [{ statement: periodsAt, params, first: false }]
  }
  const { way, values } = new Shape(client_id, question.rows)
  const statements = statementsAt(way, question.rows)
  if (question.ask === "count") {
    return [{ statement: statements.count(), params: values, first: true }]
  }
  if (question.ask !== "page") {
    return [{ statement: statements.rows(), params: values, first: question.ask === "one" }]
  }
  const { request } = question
  return [
    { statement: statements.count(), params: values, first: true },
    {
      statement: statements.page(),
      params: { ...values, ...request },
      first: false,
      isLong: request.limit >= longPage,
    },
  ]
}

/** Runs a look, round by round: the questions of a round are sent together. */
export const runLook = <A>(
  sql: SqlService,
  client_id: number,
  look: Look<A>,
): Effect.Effect<A, StorageUnavailable> => {
  if (look.done) return Effect.succeed(look.value)
  const { questions, next } = look
  const queries: Array<Asking> = []
  for (const name in questions) {
    const question = questions[name] as Question
    if (question.ask !== "known") queries.push(...askingsOf(client_id, question))
  }
  if (queries.length === 0) return runLook(sql, client_id, next(answersOf(questions, []) as never))
  return Effect.flatMap(sql.together(queries), (found) =>
    runLook(sql, client_id, next(answersOf(questions, found) as never)),
  )
}

/** Returns the results by the names of the questions; `found` is in the order of the questions. */
const answersOf = (
  questions: { readonly [name: string]: Question },
  found: ReadonlyArray<unknown>,
): { readonly [name: string]: unknown } => {
  const byName: { [name: string]: unknown } = {}
  let next = 0
  for (const name in questions) {
    const question = questions[name] as Question
    if (question.ask === "known") byName[name] = question.value
    else if (question.ask === "page") {
      byName[name] = { count: found[next++], results: found[next++] }
    } else byName[name] = found[next++]
  }
  return byName
}
