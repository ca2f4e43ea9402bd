import { type Entry, VerificationStore, type WholeTables } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as raw } from "kysely"
import { db } from "../shared/database.ts"
import { prepared } from "../shared/prepared.ts"
import { Sql, type Statement } from "../shared/sql.ts"
import { tables } from "../shared/tables.ts"

interface Of {
  readonly client_id: number
}

/**
 * The same decoder for rows in which JSON may be none: an empty list stands for it, and where it is
 * kept is found by another check.
 */
const leniently = <R>(
  kinds: { readonly [column: string]: string },
  decode: (row: object) => R,
): ((row: Record<string, unknown>) => R) => {
  const jsons = Object.keys(kinds).filter((column) => kinds[column]?.startsWith("json"))
  return (row) => {
    for (const column of jsons) if (!isJson(row[column])) row[column] = "[]"
    return decode(row)
  }
}

const isJson = (value: unknown): boolean => {
  try {
    return value === null || JSON.parse(String(value)) !== undefined
  } catch {
    return false
  }
}

const every = <T extends keyof typeof tables>(name: T) =>
  prepared(
    (p: Of) => raw`select * from ${raw.table(name)} where client_id = ${p.client_id}`,
    leniently(
      tables[name].kinds,
      tables[name].decode as (row: object) => WholeTables[T & keyof WholeTables],
    ),
  )

/** Every row of a table of a business. */
const all: { readonly [T in keyof WholeTables]: Statement<Of, WholeTables[T]> } = {
  businesses: every("businesses"),
  wallets: every("wallets"),
  budgets: every("budgets"),
  budget_periods: every("budget_periods"),
  budget_members: every("budget_members"),
  daily_movements: prepared((p: Of) =>
    db.selectFrom("daily_movements").selectAll().where("client_id", "=", p.client_id),
  ),
}

const entries = prepared(
  (p: Of) =>
    db.selectFrom("ledger_entries").selectAll().where("client_id", "=", p.client_id).orderBy("id"),
  (row) => row as Entry,
)

/** For the tests, which read the plans of statements. */
export const verificationStatements: ReadonlyArray<{ readonly sql: string }> = [
  ...Object.values(all),
  entries,
]

/** Everything that there is of a business, in SQL. */
export const verificationStore = Layer.effect(
  VerificationStore,
  Effect.map(Sql, (sql) => ({
    all: (client_id, table) => sql.all(all[table], { client_id }),
    entries: (client_id) => sql.stream(entries, { client_id }),
  })),
)
