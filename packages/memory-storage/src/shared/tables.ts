import { keys, type TableName } from "@outlay/domain"
import type { Journal } from "./journal.ts"
import { Table } from "./table.ts"

/** A table for every kind of row. */
export type Tables = { readonly [T in TableName]: Table<T> }

export const makeTables = (journal: Journal): Tables =>
  Object.fromEntries(
    Object.keys(keys).map((name) => [name, new Table(name as TableName, journal)]),
  ) as unknown as Tables
