import { tables } from "@outlay/sql-storage"
import { migrations } from "../src/migrations/index.ts"

/** JSON in tables that have no record. */
const others: { readonly [table: string]: { readonly [column: string]: string } } = {
  idempotency_records: { headers: "json" },
}

const kindOf = (table: string, column: string): string | undefined => {
  const kinds = Object.values(tables).find(({ name }) => name === table)?.kinds ?? others[table]
  return kinds?.[column]?.replace("?", "")
}

const typeOf = (table: string, column: string, type: string): string => {
  const kind = kindOf(table, column)
  if (kind === "boolean") return "boolean"
  if (kind === "json") return "jsonb"
  return type === "integer" ? "bigint" : 'text collate "C"'
}

/** The name of a column, quoted where it is a word of SQL, and what SQLite calls its type. */
const column = /^( *)("?)(\w+)\2 (integer|text)\b/gmu

/** A test of a boolean in the condition of an index. */
const flag = /\b(\w+) = ([01])\b/gu

const translated = (statement: string): string => {
  const made = /^create table (\w+)/u.exec(statement)?.[1]
  if (made === undefined) {
    const on = /\bon (\w+)/u.exec(statement)?.[1] ?? ""
    return statement.replaceAll(flag, (condition, name, value) =>
      kindOf(on, name) === "boolean" ? `${name} = ${value === "1"}` : condition,
    )
  }
  return statement
    .replace(/\) strict(, without rowid)?$/u, ")")
    .replaceAll(
      column,
      (_, space, quote, name, type) =>
        `${space}${quote}${name}${quote} ${typeOf(made, name, type)}`,
    )
}

/**
 * The same tables and indexes in PostgreSQL: booleans and JSON are types of their own, integers
 * have 64 bits, and text is in the order of its bytes.
 */
export const postgresSchema: string = migrations
  .flatMap(({ sql }) => sql.split(";"))
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "")
  .map((statement) => `${translated(statement)};`)
  .join("\n")
