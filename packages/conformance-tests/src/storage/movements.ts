import { equal } from "node:assert/strict"
import type { MoveTransaction, RecordTransaction } from "@outlay/domain/fields"
import { ShownTransactions, type Store, transactionContext } from "@outlay/domain/ports"
import {
  decideClear,
  decideRecord,
  decideRefund,
  decideReverse,
  type TransactionContext,
} from "@outlay/domain/rules"
import { BigDecimal, Effect } from "effect"
import { change } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"

const decimal = (text: string) => BigDecimal.fromStringUnsafe(text)

/** Records a transaction and returns the key of its movements. */
const record = (of: Tenant, n: number, fields: Partial<RecordTransaction> = {}) =>
  Effect.gen(function* () {
    const { client_id } = of
    const external_id = `external ${n}`
    const look = transactionContext({ external_ids: [external_id] })
    const recorded = yield* change(of, look, (context) =>
      decideRecord(context, {
        external_id,
        transaction_type: "CARD_TRANSACTION",
        status: "AUTHED",
        auth_date: "2026-11-19T10:00:00.000Z",
        merchant_name: "Qantas",
        amount: decimal("-12.5"),
        id: of.uuid(n),
        line_item_ids: [],
        now,
        ...fields,
      }),
    )
    return { client_id, transaction_id: recorded.transaction.id }
  })

const decisions = { clear: decideClear, reverse: decideReverse, refund: decideRefund }

const move = (of: Tenant, n: number, what: keyof typeof decisions, fields: MoveTransaction = {}) =>
  change(of, transactionContext({ transaction_ids: [of.uuid(n)] }), (context) =>
    (decisions[what] as (context: TransactionContext, command: object) => never)(context, {
      transaction_id: of.uuid(n),
      date: "2026-11-20T10:00:00.000Z",
      now,
      ...fields,
    }),
  )

const page = (of: Tenant, n: number, offset = 0, limit = 50) =>
  ShownTransactions.use((store) =>
    store.movements({ client_id: of.client_id, transaction_id: of.uuid(n) }, { offset, limit }),
  )

/**
 * Returns movements in short form: the kind, the amounts, and the balance of the wallet afterwards.
 */
const lines = (of: Tenant, n: number) =>
  Effect.map(page(of, n), (found) =>
    found?.results.map((_) => `${_.kind} ${_.amount} ${_.fx_amount} → ${_.balance_after}`),
  )

const part = (amount: string): MoveTransaction => ({ amount: decimal(amount) })

/** Guarantees of `ShownTransactions.movements`. */
export const movementSuites: Suites<ShownTransactions | Store> = [
  {
    name: "ShownTransactions.movements",
    cases: [
      check("in order of commit, each with the balance of the wallet after it", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* record(acme, 1)
          yield* record(acme, 2, { status: "CLEARED", amount: decimal("100") })
          yield* move(acme, 1, "clear", part("15"))
          yield* record(acme, 3)
          yield* move(acme, 1, "refund", part("5"))
          yield* move(acme, 3, "reverse")
          yield* move(acme, 1, "refund")
          deepEqual(yield* lines(acme, 1), [
            "HOLD -1250 -1250 → -1250",
            "CLEAR -250 -250 → 8500",
            "REFUND 500 500 → 7750",
            "REFUND 1000 1000 → 10000",
          ])
          deepEqual(yield* lines(acme, 2), ["RECORD 10000 10000 → 8750"])
          deepEqual(yield* lines(acme, 3), ["HOLD -1250 -1250 → 7250", "REVERSE 1250 1250 → 9000"])
        }),
      ),

      check("the first is unchanged after the transaction has cleared with another amount", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* record(acme, 1)
          const [held] = (yield* page(acme, 1))?.results ?? []
          deepEqual(held, {
            id: `${acme.uuid(1)}-1`,
            number: 1,
            kind: "HOLD",
            date: "2026-11-19T10:00:00.000Z",
            amount: -1_250,
            fx_amount: -1_250,
            balance_after: -1_250,
            created: now,
            currency: "AUD",
            wallet_currency: "AUD",
          })
          yield* move(acme, 1, "clear", part("10"))
          deepEqual((yield* page(acme, 1, 0, 1))?.results, [held])
          deepEqual((yield* page(acme, 1, 1, 1))?.results, [
            {
              ...held,
              ...{ id: `${acme.uuid(1)}-2`, number: 2, kind: "CLEAR", amount: 250, fx_amount: 250 },
              ...{ date: "2026-11-20T10:00:00.000Z", balance_after: -1_000 },
            },
          ])
        }),
      ),

      check("a foreign one has both amounts and the wallet that they move", () =>
        Effect.gen(function* () {
          const usd = acme.wallet({ currency: "USD" })
          yield* plant(acme, [...ground(acme), { table: "wallets", before: null, after: usd }])
          const foreign = { currency: "USD", fx_amount: decimal("-8"), status: "AUTHED" } as const
          yield* record(acme, 1, { ...foreign, amount: decimal("-12.5") })
          yield* move(acme, 1, "clear", { fx_amount: decimal("9"), amount: decimal("12.5") })
          deepEqual(yield* lines(acme, 1), ["HOLD -1250 -800 → -800", "CLEAR 0 -100 → -900"])
        }),
      ),

      check("a declined one has none, and a step that moved nothing has zero", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* record(acme, 1, { status: "DECLINED" })
          deepEqual(yield* page(acme, 1), { count: 0, results: [] })
          yield* record(acme, 2, { amount: decimal("0") })
          yield* move(acme, 2, "clear", part("25"))
          yield* record(acme, 3)
          yield* move(acme, 3, "clear")
          deepEqual(yield* lines(acme, 2), ["HOLD 0 0 → 0", "CLEAR -2500 -2500 → -2500"])
          deepEqual(yield* lines(acme, 3), ["HOLD -1250 -1250 → -3750", "CLEAR 0 0 → -3750"])
        }),
      ),

      check("in pages, with the true count, and an end", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* record(acme, 1, { status: "CLEARED" })
          for (let n = 0; n < 4; n++) yield* move(acme, 1, "refund", part("1"))
          const numbers = (offset: number, limit: number) =>
            Effect.map(page(acme, 1, offset, limit), (found) => ({
              count: found?.count,
              numbers: found?.results.map((_) => _.number),
            }))
          deepEqual(yield* numbers(0, 2), { count: 5, numbers: [1, 2] })
          deepEqual(yield* numbers(1, 2), { count: 5, numbers: [2, 3] })
          deepEqual(yield* numbers(3, 2), { count: 5, numbers: [4, 5] })
          deepEqual(yield* numbers(4, 500), { count: 5, numbers: [5] })
          deepEqual(yield* numbers(5, 2), { count: 5, numbers: [] })
        }),
      ),

      check("null for a missing transaction or one of another business", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          yield* record(other, 1)
          const { client_id } = acme
          const store = yield* ShownTransactions
          const all = { offset: 0, limit: 50 }
          for (const transaction_id of [acme.uuid(1), other.uuid(1)]) {
            equal(yield* store.movements({ client_id, transaction_id }, all), null)
          }
        }),
      ),
    ],
  },
]
