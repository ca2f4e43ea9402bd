import { sql } from "kysely"
import { insertOrFail } from "./dialect.ts"
import type { Writing } from "./sql.ts"
import { described, prepared } from "./statement.ts"

/** A table of sums. */
interface Sums {
  readonly table: string
  readonly key: ReadonlyArray<string>
  /** Columns whose values are added to the existing ones. */
  readonly sums: ReadonlyArray<string>
  /** Columns that are only set in a new row. */
  readonly first?: ReadonlyArray<string>
  /** Columns that are overwritten. */
  readonly last?: ReadonlyArray<string>
}

/** Rows per statement: this costs two thirds of one by one, and PostgreSQL receives one message. */
const atOnce = 16

/**
 * Adds to the rows of distinct keys, and creates those that are missing. Takes values in the order
 * of `key`, `sums`, `first` and `last`.
 */
export const adding = ({ table, key, sums, first = [], last = [] }: Sums): Writing => {
  const columns = [...key, ...sums, ...first, ...last]
  const list = (names: ReadonlyArray<string>) => sql.join(names.map((name) => sql.ref(name)))
  const into = sql`into ${sql.table(table)} (${list(columns)})`
  const changes = [
    ...sums.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} +
      ${sql.ref(`excluded.${name}`)}`,
    ),
    ...last.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  ]
  const others = sql`on conflict (${list(key)}) do update set ${sql.join(changes)}`
  const row = (p: any) => sql`(${sql.join(columns.map((column) => p[column]))})`
  const one = prepared((p: any) => sql`insert ${into} values ${row(p)} ${others}`)
  const many = described(
    (p: any) => sql`${insertOrFail} ${into}
      values ${sql.join(Array.from({ length: atOnce }, () => row(p)))} ${others}`,
    { kinds: {}, decode: (row) => row },
  )
  return { ...one, many: { statement: many, rows: atOnce } }
}
