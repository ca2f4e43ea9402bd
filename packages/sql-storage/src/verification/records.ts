import { keys, type TableName } from "@outlay/domain/fields"
import { type RawBuilder, sql } from "kysely"
import { isMalformed } from "../shared/dialect.ts"
import { tables } from "../shared/tables.ts"
import { type RecordCheck, recordCheck } from "./finding.ts"

interface Columns {
  readonly name: string
  readonly key: ReadonlyArray<string>
  readonly kinds: { readonly [column: string]: string }
}

/**
 * Checks that JSON is valid and that booleans are 0 or 1: the row can then be read, regardless of
 * other errors.
 */
const valuesOf = ({ name, key, kinds }: Columns): ReadonlyArray<RecordCheck> => {
  const wrong = Object.entries(kinds).flatMap(([column, kind]) => {
    const test = isMalformed(column, kind)
    return test === null ? [] : [{ column, test }]
  })
  if (wrong.length === 0) return []
  const either = (value: (column: string) => RawBuilder<unknown>) =>
    sql`case ${sql.join(
      wrong.map(({ column, test }) => sql`when ${test} then ${value(column)}`),
      sql` `,
    )} end`
  const id = sql.join(
    key.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )
  return [
    recordCheck(
      name,
      "the value does not exist",
      (p) => sql`
        select cast(${id} as text) as id, ${either((column) => sql.lit(column))} as field,
          null as expected, ${either((column) => sql`cast(${sql.ref(column)} as text)`)} as found
        from ${sql.table(name)}
        where client_id = ${p.client_id} and (${sql.join(
          wrong.map(({ test }) => test),
          sql` or `,
        )})`,
    ),
  ]
}

const everyTable: ReadonlyArray<Columns> = [
  ...Object.values(tables).map(({ name, kinds }) => {
    const own: ReadonlyArray<string> = keys[name as TableName]
    return { name, kinds, key: own.length === 0 ? ["client_id"] : own }
  }),
]

/** Checks that must succeed so that records can be read from the rows. */
export const recordChecks: ReadonlyArray<RecordCheck> = everyTable.flatMap(valuesOf)
