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

/** A field in a statement: a number is one of any brand. */
type Stored<V> = V extends number ? number : V

/** A record in statements, whatever its columns are in a dialect. */
export type Row<R> = { -readonly [K in keyof R]: Stored<R[K]> }

/** How much a wallet moved on a UTC day: the sum of its ledger entries of that day. */
export interface DailyMovement {
  client_id: number
  currency: string
  date: string
  amount: number
  created: string
  updated: string
}

/** How many transactions there are of each kind, on each UTC day of the one date or the other. */
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

/** How many values of transactions and their line items belong to a custom field. */
export interface CustomFieldValueCount {
  client_id: number
  custom_field_id: string
  count: number
}

/** From where the next number of a kind is taken. */
export interface Sequence {
  name: string
  next: number
}

/** What rows are looked up by that is no field of their records. */
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

/** Describes statements, and runs none: `Dialect` writes them. */
export const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
