import { sql } from "kysely"
import { insertOrFail } from "./dialect.ts"
import type { Writing } from "./sql.ts"
import { described, prepared } from "./statement.ts"

/** A table of sums. */
interface Sums {
  readonly table: string
  readonly key: ReadonlyArray<string>
  /** What is added to what is there. */
  readonly sums: ReadonlyArray<string>
  /** What only a new row is given. */
  readonly first?: ReadonlyArray<string>
  /** What is written over. */
  readonly last?: ReadonlyArray<string>
}

/** So many rows at once cost two thirds of one by one, and PostgreSQL is sent one message. */
const atOnce = 16

/**
 * Adds to the rows of keys, none of them twice, and makes those that are not there. Takes values in
 * the order of the key, the sums, what is first and what is last.
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
