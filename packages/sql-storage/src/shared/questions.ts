import {
  type Asked,
  kindOf,
  type Look,
  orderOf,
  type PageRequest,
  type Question,
  type Rows,
  type StorageUnavailable,
  type TestKind,
  type Tests,
} from "@outlay/domain"
import { Effect } from "effect"
import { type RawBuilder, sql } from "kysely"
import { inList, lineItems } from "./fragments.ts"
import type { Sql, Statement } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

/** The statements of all questions that differ in nothing but values. */
interface Statements {
  readonly rows: () => Statement<Values, any>
  readonly page: () => Statement<Values & PageRequest, any>
  readonly count: () => Statement<Values, { readonly count: number }>
}

interface Values {
  readonly client_id: number
  readonly [parameter: string]: unknown
}

/** Few: as many as there are places in the rules that ask. */
const known = new Map<string, Statements>()

/** What a question says but for its values, and its values. */
interface Shape {
  key: string
  readonly values: { client_id: number; [parameter: string]: unknown }
  count: number
}

const shapeOf = (client_id: number, { table, where, either, order }: Rows): Shape => {
  const shape: Shape = { key: table, values: { client_id }, count: 0 }
  addTests(shape, where)
  for (const each of either) {
    shape.key += "|"
    addTests(shape, each)
  }
  for (const [field, direction] of order) shape.key += `>${field} ${direction}`
  return shape
}

const addTests = (shape: Shape, where: Tests): void => {
  for (const field in where) {
    const test = where[field]
    if (test === undefined) continue
    const [kind, value] = kindOf(test)
    shape.key += ` ${field} ${kind}`
    if (isWritten(kind, value)) shape.key += ` ${value}`
    else shape.values[`v${shape.count++}`] = value
  }
}

/** What stands in the text itself: null, and flags and constants, by which there are indexes. */
const isWritten = (kind: TestKind, value: unknown): value is null | boolean | string | number =>
  value === null || kind === "always" || (kind === "is" && typeof value === "boolean")

/** The texts of the tests, with the names of their parameters in the order of `addTests`. */
const conditionsOf = (
  where: Tests,
  names: () => string,
  p: any,
  unindexed: boolean,
): ReadonlyArray<RawBuilder<boolean>> =>
  Object.entries(where)
    .filter(([, test]) => test !== undefined)
    .map(([field, test]) => {
      const [kind, value] = kindOf(test)
      const column = unindexed ? sql`+${sql.ref(field)}` : sql.ref(field)
      return isWritten(kind, value)
        ? writtenCondition(kind, column, value)
        : condition(kind, column, p[names()])
    })

const writtenCondition = (
  kind: TestKind,
  column: RawBuilder<unknown>,
  value: null | boolean | string | number,
): RawBuilder<boolean> => {
  if (value !== null) {
    return sql`${column} = ${sql.lit(typeof value === "boolean" ? Number(value) : value)}`
  }
  return kind === "not" ? sql`${column} is not null` : sql`${column} is null`
}

const condition = (
  kind: TestKind,
  column: RawBuilder<unknown>,
  value: ReadonlyArray<string>,
): RawBuilder<boolean> => {
  switch (kind) {
    case "is":
    case "always":
      return sql`${column} = ${value}`
    case "not":
      return sql`${column} is not ${value}`
    case "in":
      return sql`${column} in ${inList(value)}`
    case "below":
      return sql`${column} < ${value}`
    case "from":
      return sql`${column} >= ${value}`
    case "has":
      return sql`${value} in (select value from json_each(${column}))`
  }
}

const statementsOf = (rows: Rows): Statements => {
  const { table, where, either } = rows
  const from = (p: any) => {
    let next = 0
    const name = () => `v${next++}`
    const all = conditionsOf(where, name, p, false)
    const any = either.map((each) => {
      const parts = conditionsOf(each, name, p, true)
      return sql`(${parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)})`
    })
    const conditions = [
      sql`${sql.ref("client_id")} = ${p.client_id}`,
      ...all,
      ...(any.length === 0 ? [] : [sql`(${sql.join(any, sql` or `)})`]),
    ]
    return sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  }
  const order = sql.join(
    orderOf(rows).map(([field, direction]) =>
      direction === "ascending" ? sql.ref(field) : sql`${sql.ref(field)} desc`,
    ),
  )
  const columns = table === "transactions" ? sql`*, ${lineItems} as line_items` : sql`*`
  const decode = tables[table].decode as (row: object) => unknown
  return {
    rows: once(() =>
      prepared(
        (p: any) =>
          rows.order.length === 0
            ? sql`select ${columns} ${from(p)}`
            : sql`select ${columns} ${from(p)} order by ${order}`,
        decode,
      ),
    ),
    page: once(() =>
      prepared(
        (p: any) =>
          sql`select ${columns} ${from(p)} order by ${order} limit ${p.limit} offset ${p.offset}`,
        decode,
      ),
    ),
    count: once(() =>
      prepared((p: any) => sql<{ count: number }>`select count(*) as count ${from(p)}`),
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

const writtenFor = (key: string, rows: Rows): Statements => {
  const statements = statementsOf(rows)
  known.set(key, statements)
  return statements
}

/** Writes the statements of a question before anybody asks it, so that their plans can be seen. */
export const prepareFor = ({ ask, rows }: Asked): void => {
  const { key } = shapeOf(0, rows)
  const statements = known.get(key) ?? writtenFor(key, rows)
  if (ask !== "page") statements.rows()
  else {
    statements.page()
    statements.count()
  }
}

type SqlService = Sql["Service"]

const answer = (
  { all, get }: SqlService,
  client_id: number,
  question: Asked,
): Effect.Effect<unknown, StorageUnavailable> => {
  const { key, values } = shapeOf(client_id, question.rows)
  const statements = known.get(key) ?? writtenFor(key, question.rows)
  if (question.ask === "one") return get(statements.rows(), values)
  if (question.ask === "all") return all(statements.rows(), values)
  const { page, count } = statements
  const { request } = question
  return Effect.flatMap(get(count(), values), (found) => {
    const total = found?.count ?? 0
    if (total <= request.offset) return Effect.succeed({ count: total, results: [] })
    return Effect.map(all(page(), { ...values, ...request }), (results) => ({
      count: total,
      results,
    }))
  })
}

/** Goes through a look, question by question. */
export const answered = Effect.fnUntraced(function* <A>(
  sql: SqlService,
  client_id: number,
  look: Look<A>,
): Effect.fn.Return<A, StorageUnavailable> {
  let step = look
  while (!step.done) {
    const answers: { [name: string]: unknown } = {}
    for (const name in step.questions) {
      const question = step.questions[name] as Question
      answers[name] =
        question.ask === "known" ? question.answer : yield* answer(sql, client_id, question)
    }
    step = step.next(answers as never)
  }
  return step.value
})
