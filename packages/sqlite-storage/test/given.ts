import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Money, UnitOfWork } from "@outlay/domain"
import { CurrentActor, EventsAsRecorded, system } from "@outlay/domain"
import type {
  Budget,
  Business,
  NewEntry,
  NewEvent,
  Role,
  Transaction,
  User,
  Wallet,
} from "@outlay/domain/fields"
import type { Decision, EventEncoder, Ids } from "@outlay/domain/ports"
import { created, type Decide } from "@outlay/domain/ports"
import { acrossBusinesses, commit, db, type Sql, type Statement } from "@outlay/sql-storage"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Result } from "effect"
import type { sql } from "kysely"
import { atEndOfTest, remove } from "../../../scripts/temporary.ts"
import { type SqliteOptions, SqliteStorage } from "../src/index.ts"

export const at = "2026-01-15T10:00:00.000Z"
const times = { created: at, updated: at }
const money = (minor: number) => minor as Money

/** A folder that is removed after the test. */
export const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "outlay-sqlite-"))
  atEndOfTest(() => remove(path))
  return path
}

export const file = (): string => join(folder(), "outlay.db")

/** Tests act as the system, unless they set another actor; events show records unchanged. */
export const asSystem = Layer.merge(Layer.succeed(CurrentActor, system), EventsAsRecorded)

type Services = SqliteStorage | Sql | UnitOfWork | Ids | EventEncoder

/** A storage that runs effects, and is closed after the test. */
export const storage = (options: Partial<SqliteOptions> = {}) => {
  const runtime = ManagedRuntime.make(
    Layer.merge(SqliteStorage.engine({ file: file(), ...options }), asSystem),
  )
  atEndOfTest(() => runtime.dispose())
  return {
    run: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect),
    exit: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromiseExit(effect),
    close: () => runtime.dispose(),
  }
}

/** A statement of a test, as text; parameters have names. */
export const statement = <P, O = unknown>(
  build: (p: P) => ReturnType<typeof sql<O>>,
): Statement<P, O> => acrossBusinesses("tests look everywhere", build, (row) => row as O)

/** All rows of a table, in the order in which SQLite stores them. */
export const rowsOf = (table: Parameters<typeof db.selectFrom>[0] & string) =>
  acrossBusinesses("tests look everywhere", (_: object) => db.selectFrom(table).selectAll())

export const decision = <A>(parts: Partial<Decision<A>> & { readonly result: A }): Decision<A> => ({
  writes: [],
  entries: [],
  events: [],
  ...parts,
})

/** A rule that always accepts. */
export const yes =
  <A>(decision: Decision<A>): Decide<unknown, A, never> =>
  () =>
    Result.succeed(decision)

export const business: Business = {
  client_id: 1,
  name: "Fernhill Joinery",
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: true, hold_to_wallet: false },
  integration: null,
  ...times,
}

export const wallet: Wallet = { client_id: 1, currency: "AUD", balance: 0, ...times }

export const role: Role = {
  client_id: 1,
  id: "role",
  name: "Admin",
  is_deletable: false,
  permissions: [{ resource: "users", action: "read" }],
  created: at,
}

export const user = (id: number, changes: Partial<User> = {}): User => ({
  client_id: 1,
  id,
  first_name: "Ada",
  last_name: "Lee",
  display_name: null,
  email: `ada${id}@example.org`,
  role_id: "role",
  payment_types: ["cards"],
  out_of_office_mode: false,
  out_of_office_start_date: null,
  out_of_office_end_date: null,
  delegate_approver: null,
  expense_delegate: [],
  muted_notifications: [],
  is_deleted: false,
  ...times,
  ...changes,
})

export const budget = (id: string, changes: Partial<Budget> = {}): Budget => ({
  client_id: 1,
  id,
  name: "Travel",
  budget_type: "BUDGET",
  available_amount: money(100_000),
  spent_amount: money(0),
  reset_amount: money(100_000),
  reset_period: "MONTHLY",
  current_period_start: "2026-01-01T00:00:00.000Z",
  current_period_end: "2026-01-31T23:59:59.999Z",
  period_number: 1,
  period_start: "2026-01-01T00:00:00.000Z",
  granted_amount: money(100_000),
  topped_up_amount: money(0),
  moved_amount: money(0),
  rolled_from: 1,
  has_member_limits: false,
  rollover_funds: true,
  limit_categories: false,
  categories: [],
  is_deleted: false,
  ...times,
  ...changes,
})

export const transaction = (id: string, changes: Partial<Transaction> = {}): Transaction => ({
  client_id: 1,
  id,
  external_id: `external ${id}`,
  transaction_type: "CARD_TRANSACTION",
  status: "CLEARED",
  expense_status: "COMPLETE",
  auth_date: at,
  cleared_date: at,
  merchant_name: "Qantas",
  currency: "AUD",
  amount: money(-1_250),
  fx_amount: money(-1_250),
  gst: money(114),
  user_id: 1,
  budget_id: "b1",
  budget_member_id: null,
  member_stint: null,
  period_number: 1,
  wallet_currency: "AUD",
  refunded_amount: money(0),
  refunded_fx_amount: money(0),
  movement_count: 1,
  balance_after: money(0),
  decline_code: null,
  booked_on: null,
  explanation: null,
  attendees: ["Ada Lee"],
  receipt_urls: ["https://example.org/receipts/1"],
  custom_fields: [{ custom_field_id: "f1", field_name: "Project", entry_text: "Kitchen" }],
  line_items: [
    {
      id: `${id}-1`,
      amount: money(1_250),
      gst_amount: money(114),
      category_id: "travel",
      description: "Sydney to Hobart",
      custom_fields: [],
      tax_rate_id: null,
    },
  ],
  ...times,
  ...changes,
})

export const entry = (changes: Partial<NewEntry> = {}): NewEntry => ({
  debit_account: "outside",
  credit_account: "wallet",
  currency: "AUD",
  amount: money(1_250),
  date: "2026-01-15",
  resource: "transactions",
  resource_id: "t1",
  period: null,
  ...changes,
})

export const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  type: "transaction.cleared",
  resource: "transactions",
  data: { id: "t1" },
  previous: null,
  ...changes,
})

/** A business with a wallet, a role, a user 1 and a budget "b1". */
export const aBusiness = Effect.suspend(() =>
  commit(
    1,
    decision({
      result: undefined,
      writes: [
        created("businesses", business),
        created("wallets", wallet),
        created("roles", role),
        created("users", user(1)),
        created("budgets", budget("b1")),
      ],
    }),
  ),
)

/** Returns the failure of an effect; undefined if it did not fail. */
export const failureOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined
