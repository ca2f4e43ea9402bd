import { keys, type TableName } from "../core/records.ts"
import type { Overlay } from "./overlay.ts"
import { Table } from "./table.ts"

/** One table for every kind of row. */
export type Tables = { readonly [T in TableName]: Table<T> }

export const makeTables = (overlay: Overlay): Tables =>
  Object.fromEntries(
    Object.keys(keys).map((name) => [name, new Table(name as TableName, overlay)]),
  ) as unknown as Tables
