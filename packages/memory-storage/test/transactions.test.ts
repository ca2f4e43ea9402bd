import {
  Balances,
  Budgets,
  Businesses,
  CurrentActor,
  EventsAsRecorded,
  type ImportLine,
  type ImportReport,
  Statements,
  system,
  Transactions,
  Users,
} from "@outlay/domain"
import type { RecordTransaction } from "@outlay/domain/fields"
import { linesPerPortion, linesPerUnit } from "@outlay/domain/rules"
import { BigDecimal, Clock, Effect, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

const services = Layer.mergeAll(
  Balances.layer,
  Businesses.layer,
  Statements.layer,
  Transactions.layer,
  Users.layer,
).pipe(
  Layer.provideMerge(Budgets.layer),
  Layer.merge(Layer.succeed(CurrentActor, system)),
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provide(EventsAsRecorded),
  Layer.provideMerge(TestClock.layer()),
)

const cents = (minor: number) => BigDecimal.make(BigInt(minor), 2)
const instant = (text: string) => TestClock.setTime(Date.parse(text))

/** A business in November 2026 with one user and one monthly budget of 100.00. */
const given = Effect.gen(function* () {
  yield* instant("2026-11-21T12:00:00.000Z")
  const { client_id, roles } = yield* (yield* Businesses).create({ name: "Acme" })
  const { id: user_id } = yield* (yield* Users).create(client_id, {
    first_name: "Ann",
    last_name: "Lee",
    email: "ann@example.test",
    role_id: roles[0]?.id ?? "",
    payment_types: ["cards"],
  })
  const user = { id: user_id }
  const { id: budget_id } = yield* (yield* Budgets).create(client_id, {
    name: "Travel",
    reset_amount: cents(10_000),
    reset_period: "MONTHLY",
    has_member_limits: false,
    rollover_funds: false,
    members: [{ user }],
    owners: [{ user }],
  })
  return { client_id, user_id, budget_id }
})

const row = (n: number, fields: Partial<RecordTransaction> = {}): RecordTransaction => ({
  external_id: `ext-${n}`,
  transaction_type: "CHARGE",
  status: "CLEARED",
  auth_date: "2026-11-20T10:00:00.000Z",
  merchant_name: "Harbour Kitchen",
  amount: cents(-1),
  ...fields,
})

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, services))

test("an import runs in batches, saves the valid lines, and changes nothing when repeated", () =>
  run(
    Effect.gen(function* () {
      const { client_id, budget_id, user_id } = yield* given
      const transactions = yield* Transactions
      const count = linesPerPortion + 203
      const importedCount = count - 3
      const lines = Array.from({ length: count }, (_, n): ImportLine => {
        const line = n + 1
        if (n === 10) return { line, row: Result.fail({ code: "malformed_json", detail: "No." }) }
        if (n === 700) return { line, row: Result.succeed(row(n, { user_id: 999 })) }
        if (n === count - 1) return { line, row: Result.succeed(row(0)) }
        return { line, row: Result.succeed(row(n, { budget_id, user_id })) }
      })
      const counts: Array<number> = []
      const report = yield* transactions.importRows(
        client_id,
        Stream.fromIterable(lines),
        ({ received }) => Effect.sync(() => counts.push(received)),
      )
      // The test's clock does not move, so each unit has twice as many lines as the one before.
      expect(counts).toEqual([50, 150, 350, 750, 1_250, count])
      const once = { received: count, imported: importedCount, unchanged: 1, refused: 2 }
      expect(report).toMatchObject(once)
      expect(report.errors.map(({ line, code }) => [line, code])).toEqual([
        [11, "malformed_json"],
        [701, "unknown_user"],
      ])
      const again = yield* transactions.importRows(client_id, Stream.fromIterable(lines))
      expect(again).toMatchObject({ ...once, imported: 0, unchanged: importedCount + 1 })
      const budget = yield* (yield* Budgets).get({ client_id, budget_id })
      expect([budget.available_amount, budget.spent_amount]).toEqual([
        10_000 - importedCount,
        importedCount,
      ])
      const balances = yield* (yield* Balances).list(client_id)
      expect(balances).toEqual([{ currency: "AUD", balance: -importedCount }])
    }),
  ))

/** Lines to import, and the number received after each unit. */
const importing = (count: number) => {
  const lines = Array.from(
    { length: count },
    (_, n): ImportLine => ({ line: n + 1, row: Result.succeed(row(n)) }),
  )
  const counts: Array<number> = []
  const hear = ({ received }: ImportReport) => Effect.sync(() => counts.push(received))
  return { lines: Stream.fromIterable(lines), counts, hear }
}

test("an import has units of 4,000 lines if no other write is waiting", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given
      const { lines, counts, hear } = importing(linesPerUnit + 1)
      yield* (yield* Transactions).importRows(client_id, lines, hear, {
        isAwaited: Effect.succeed(false),
      })
      expect(counts).toEqual([4_000, 4_001])
    }),
  ))

test("a unit of an import ends with the portion in which it reaches one second", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given
      const { lines, counts, hear } = importing(1_250)
      const base = yield* Clock.Clock
      let nanos = 0n
      const clock: Clock.Clock = {
        currentTimeMillisUnsafe: () => base.currentTimeMillisUnsafe(),
        currentTimeMillis: base.currentTimeMillis,
        currentTimeNanosUnsafe: () => base.currentTimeNanosUnsafe(),
        currentTimeNanos: base.currentTimeNanos,
        monotonicTimeNanosUnsafe: () => nanos,
        monotonicTimeNanos: Effect.sync(() => nanos),
        sleep: (duration) => base.sleep(duration),
      }
      const isAwaited = Effect.sync(() => {
        nanos += 400_000_000n
        return false
      })
      yield* (yield* Transactions)
        .importRows(client_id, lines, hear, { isAwaited })
        .pipe(Effect.provideService(Clock.Clock, clock))
      // Portions of 50, 100, 200, 400 and 500, each 0.4 seconds apart.
      expect(counts).toEqual([750, 1_250])
    }),
  ))

test("a unit of an import ends with the portion after which another write is waiting", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given
      const { lines, counts, hear } = importing(1_600)
      const awaited = [false, true, false, false, true].values()
      const report = yield* (yield* Transactions).importRows(client_id, lines, hear, {
        isAwaited: Effect.sync(() => awaited.next().value ?? false),
      })
      // Portions of 50, 100, 200, 400, 500 and the rest.
      expect(counts).toEqual([150, 1_250, 1_600])
      expect(report).toMatchObject({ received: 1_600, imported: 1_600 })
    }),
  ))

test("a clearing after the end of a hold's period changes the wallet, but not the new period", () =>
  run(
    Effect.gen(function* () {
      const { client_id, budget_id, user_id } = yield* given
      const transactions = yield* Transactions
      const authorisation = {
        external_id: "ext-1",
        user_id,
        budget_id,
        amount: cents(4_000),
        merchant_name: "Harbour Kitchen",
      }
      const { approved, transaction } = yield* transactions.authorise(client_id, authorisation)
      expect(approved).toBe(true)
      yield* instant("2026-12-02T12:00:00.000Z")
      const key = { client_id, transaction_id: transaction.id }
      yield* transactions.clear(key, { amount: cents(5_000) })
      const budget = yield* (yield* Budgets).get({ client_id, budget_id })
      expect([budget.available_amount, budget.spent_amount]).toEqual([10_000, 0])
      const december = { start_date: "2026-12-01", end_date: "2026-12-31" }
      const statement = yield* (yield* Statements).get(client_id, december, {
        offset: 0,
        limit: 50,
      })
      expect(statement).toMatchObject({
        count: 2,
        opening_balance: -4_000,
        closing_balance: -5_000,
        daily_balances: [{ closing_balance: -4_000 }, { closing_balance: -5_000 }],
      })
      expect(yield* (yield* Balances).list(client_id)).toEqual([
        { currency: "AUD", balance: statement.closing_balance },
      ])
      expect(yield* transactions.authorise(client_id, authorisation)).toMatchObject({
        approved: true,
        transaction: { id: transaction.id, status: "CLEARED", amount: -5_000 },
      })
    }),
  ))

test("a statement in a currency without a wallet is refused", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given
      const query = { start_date: "2026-11-01", end_date: "2026-11-30", currency: "USD" }
      const read = (yield* Statements).get(client_id, query, { offset: 0, limit: 50 })
      expect(yield* Effect.flip(read)).toMatchObject({ _tag: "UnknownCurrency", currency: "USD" })
    }),
  ))
