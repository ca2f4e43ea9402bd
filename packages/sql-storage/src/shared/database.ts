import type { Records, SpendSum } from "@outlay/domain/fields"
import type { IdempotencyRecord } from "@outlay/domain/ports"
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely"
import type { EntryRow } from "./entry-rows.ts"
import type { EventRow } from "./event-rows.ts"

/** Type of a field in a statement: a branded number becomes a plain one. */
type Stored<V> = V extends number ? number : V

/** A record in statements, regardless of the types of its columns in a dialect. */
export type Row<R> = { -readonly [K in keyof R]: Stored<R[K]> }

/** Movement of a wallet on a UTC day: the sum of its ledger entries of that day. */
export interface DailyMovement {
  client_id: number
  currency: string
  date: string
  amount: number
  created: string
  updated: string
}

/** Number of transactions of each kind, on each UTC day of one of the two dates. */
export interface TransactionCount {
  client_id: number
  day: string
  dated: "auth_date" | "cleared_date"
  transaction_type: string
  status: string
  expense_status: string
  has_receipt: 0 | 1
  count: number
}

/** Number of values of a custom field in transactions and their line items. */
export interface CustomFieldValueCount {
  client_id: number
  custom_field_id: string
  count: number
}

/** Next number of a sequence. */
export interface Sequence {
  name: string
  next: number
}

/** Columns that rows are looked up by and that are not fields of their records. */
interface Computed {
  readonly users: { email_key: string }
  readonly invites: { email_key: string }
  readonly transactions: { merchant_key: string; labels: string }
}

type RecordTables = {
  [T in keyof Records]: Row<Records[T]> & (T extends keyof Computed ? Computed[T] : unknown)
}

/** Every table, in the shape of its rows. */
export interface Database extends RecordTables {
  ledger_entries: Row<EntryRow>
  events: EventRow
  daily_movements: DailyMovement
  transaction_counts: TransactionCount
  custom_field_values: CustomFieldValueCount
  spend_sums: SpendSum & { client_id: number }
  idempotency_records: Row<IdempotencyRecord>
  sequences: Sequence
}

/** Describes statements without running them; `Dialect` compiles them. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
