import type Database from "better-sqlite3"

/** A single corruption of a database. */
export interface Corruption {
  readonly table: string
  /** Null for a whole row. */
  readonly column: string | null
  readonly kind: "changed" | "emptied" | "removed" | "duplicated" | "moved"
  readonly statement: string
}

interface Column {
  readonly name: string
  readonly notnull: 0 | 1
  readonly pk: number
}

/** Tables of counters. A row whose counter is 0 is equivalent to none. */
const counts: ReadonlySet<string> = new Set(["transaction_counts", "spend_sums"])

/** Returns the condition for the row to corrupt: the first with a value in the column. */
const first = (
  db: Database.Database,
  table: string,
  columns: ReadonlyArray<Column>,
  having: string,
): string | null => {
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
  const row = db
    .prepare<[], Record<string, string | number>>(
      `select ${keys.join(", ")} from "${table}" where ${having} order by ${keys.join(", ")} limit 1`,
    )
    .get()
  return row === undefined
    ? null
    : Object.entries(row)
        .map(([name, value]) => `"${name}" = ${literal(value)}`)
        .join(" and ")
}

const literal = (value: unknown): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)

const timestamp = /^\d{4}-\d\d-\d\dT/u
const day = /^\d{4}-\d\d-\d\d$/u

/**
 * Returns a time an hour later, or less if that were another day. Other checks find another day,
 * and the page must not depend on the time of its run. The last instant of a day ends a period.
 */
const later = (millis: number): string => {
  const untilMidnight = 86_400_000 - (millis % 86_400_000)
  const step = untilMidnight === 1 ? 3_600_000 : Math.min(3_600_000, Math.ceil(untilMidnight / 2))
  return new Date(millis + step).toISOString()
}

/** Returns another value of the same kind: a cent or an hour more, another flag or text. */
const another = (value: string | number, isFlag: boolean): string | number => {
  if (typeof value === "number") return isFlag ? 1 - value : value + 1
  if (timestamp.test(value)) return later(Date.parse(value))
  if (day.test(value)) return new Date(Date.parse(value) + 86_400_000).toISOString().slice(0, 10)
  if (/^[[{]/u.test(value)) return otherJson(value)
  return value.endsWith("0") ? `${value.slice(0, -1)}1` : `${value.slice(0, -1)}0`
}

const otherJson = (text: string): string => {
  const value: unknown = JSON.parse(text)
  if (Array.isArray(value)) return JSON.stringify(value.length > 0 ? value.slice(1) : ["x"])
  const [[name, field] = ["", null], ...rest] = Object.entries(value as object)
  const changed = typeof field === "boolean" ? !field : typeof field === "number" ? field + 1 : "x"
  return JSON.stringify(Object.fromEntries([[name, changed], ...rest]))
}

const ofColumn = (
  db: Database.Database,
  table: string,
  columns: ReadonlyArray<Column>,
  column: Column,
): ReadonlyArray<Corruption> => {
  const name = `"${column.name}"`
  const counted = counts.has(table) ? " and count > 0" : ""
  const where = first(db, table, columns, `${name} is not null${counted}`)
  if (where === null) return []
  const values = db.prepare(`select distinct ${name} from "${table}" limit 3`).pluck().all()
  const isFlag = values.every((value) => value === 0 || value === 1)
  const value = db.prepare(`select ${name} from "${table}" where ${where}`).pluck().get()
  const set = (to: unknown) => `update "${table}" set ${name} = ${literal(to)} where ${where}`
  const changed = set(another(value as string | number, isFlag))
  return [
    { table, column: column.name, kind: "changed", statement: changed },
    ...(column.notnull === 1 || column.pk > 0
      ? []
      : [{ table, column: column.name, kind: "emptied", statement: set(null) } as const]),
  ]
}

const ofRows = (
  db: Database.Database,
  table: string,
  columns: ReadonlyArray<Column>,
): ReadonlyArray<Corruption> => {
  const where = first(db, table, columns, counts.has(table) ? "count > 0" : "true")
  if (where === null) return []
  const row = db.prepare(`select * from "${table}" where ${where}`).get() as object
  const key = columns.filter(({ pk, name }) => pk > 0 && name !== "client_id").at(-1)
  const copied = Object.entries(row).map(([name, value]) => {
    const isKey = name === key?.name
    const to = isKey ? `${literal(another(value, false))}` : literal(value)
    return /^(external_id|digest|email|code)$/u.test(name) ? literal(`${value}0`) : to
  })
  const isOfBusiness = table !== "businesses" && columns.some(({ name }) => name === "client_id")
  const of = (kind: Corruption["kind"], statement: string): Corruption => ({
    ...{ table, column: null, kind, statement },
  })
  const number = typeof (row as Record<string, unknown>)[key?.name ?? ""] === "number"
  const values = copied.map((text, n) =>
    number && Object.keys(row)[n] === key?.name
      ? `(select max("${key?.name}") + 1 from "${table}")`
      : text,
  )
  return [
    of("removed", `delete from "${table}" where ${where}`),
    ...(key === undefined ? [] : [of("duplicated", `insert into "${table}" values (${values})`)]),
    ...(isOfBusiness
      ? [of("moved", `update "${table}" set client_id = 3 - client_id where ${where}`)]
      : []),
  ]
}

/** Returns corruptions of every column of every table, and of rows of each table. */
export const corruptions = (db: Database.Database): ReadonlyArray<Corruption> =>
  db
    .prepare<[], string>(
      `select name from sqlite_schema
      where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all()
    .flatMap((table) => {
      const columns = db.pragma(`table_info("${table}")`) as ReadonlyArray<Column>
      return [
        ...ofRows(db, table, columns),
        ...columns.flatMap((column) => ofColumn(db, table, columns, column)),
      ]
    })
