import { Businesses, Services, Transactions } from "@outlay/domain"
import type { MoveTransaction } from "@outlay/domain/fields"
import { examine } from "@outlay/domain/rules"
import { Sql } from "@outlay/sql-storage"
import { BigDecimal, Effect, Layer, ManagedRuntime } from "effect"
import { sql as text } from "kysely"
import { describe, expect, test } from "vitest"
import { asSystem, statement } from "./given.ts"
import { sqliteInMemory } from "./witness.ts"

const decimal = (amount: string) => BigDecimal.fromStringUnsafe(amount)
const part = (amount: string): MoveTransaction => ({ amount: decimal(amount) })

/** Records one transaction for each life cycle; returns the business. */
const lives = Effect.gen(function* () {
  const { client_id } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
  const transactions = yield* Transactions
  const record = (external_id: string, status: "AUTHED" | "CLEARED" | "DECLINED") =>
    Effect.map(
      transactions.record(client_id, {
        ...{ external_id, status, transaction_type: "CARD_TRANSACTION", amount: decimal("-80") },
        ...{ auth_date: "2026-01-05T09:00:00.000Z", merchant_name: "Rail" },
      }),
      ({ transaction }) => ({ client_id, transaction_id: transaction.id }),
    )
  const cleared = yield* record("cleared", "AUTHED")
  yield* transactions.clear(cleared, { ...part("75"), date: "2026-01-06T09:00:00.000Z" })
  yield* transactions.refund(cleared, part("20"))
  const same = yield* record("same", "AUTHED")
  yield* transactions.clear(same, {})
  yield* transactions.refund(same, {})
  yield* transactions.reverse(yield* record("reversed", "AUTHED"), {})
  yield* record("held", "AUTHED")
  yield* record("recorded", "CLEARED")
  yield* record("declined", "DECLINED")
  return client_id
})

const one = (external_id: string) =>
  `(select id from transactions where external_id = '${external_id}')`
const step = (external_id: string, number: number) =>
  `where transaction_id = ${one(external_id)} and number = ${number}`
const own = (external_id: string) => `where external_id = '${external_id}'`

/** Changes behind the service's back, and the checks that find them. */
const lies: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [`update movements set amount = amount + 1 ${step("cleared", 2)}`, ["step"]],
  [`update movements set fx_amount = fx_amount + 1 ${step("cleared", 2)}`, ["step", "amount"]],
  [
    `update movements set fx_amount = fx_amount - 1 ${step("cleared", 3)}`,
    ["step", "amount", "came back"],
  ],
  [`update movements set amount = amount - 1 ${step("cleared", 3)}`, ["step", "came back"]],
  [`update movements set amount = 0 ${step("reversed", 2)}`, ["step", "came back"]],
  [`update movements set balance_after = balance_after + 1 ${step("cleared", 2)}`, ["balance"]],
  [`update movements set balance_after = balance_after + 1 ${step("same", 2)}`, ["balance"]],
  [`update transactions set balance_after = 0 ${own("held")}`, ["balance"]],
  [`update transactions set balance_after = 0 ${own("declined")}`, ["step"]],
  [`update transactions set balance_after = null ${own("recorded")}`, ["step", "balance"]],
  [`update transactions set movement_count = 3 ${own("held")}`, ["count"]],
  [`update movements set number = 4 ${step("cleared", 3)}`, ["count"]],
  [`update movements set kind = 'REFUND' ${step("reversed", 2)}`, ["step", "came back"]],
  [`update movements set date = '2026-01-07' ${step("cleared", 2)}`, ["step", "day"]],
  [`update movements set date = '2026-01-07' ${step("cleared", 3)}`, ["day"]],
  [`delete from movements ${step("same", 3)}`, ["count", "amount", "balance", "day", "came back"]],
  [
    `update movements set transaction_id = 'gone' ${step("reversed", 2)}`,
    ["count", "amount", "balance", "day", "came back"],
  ],
]

describe("verification of movements", () => {
  test.each([["select 1", []] as const, ...lies])("%s", async (lie, expected) => {
    const runtime = ManagedRuntime.make(
      Layer.provideMerge(Layer.merge(Services.core, asSystem), sqliteInMemory),
    )
    try {
      const found = await runtime.runPromise(
        Effect.gen(function* () {
          const client_id = yield* lives
          const sql = yield* Sql
          yield* sql.run(
            statement((_: object) => text`${text.raw(lie)}`),
            {},
          )
          const { differences } = yield* examine(client_id)
          return [...new Set(differences.map(({ check }) => check))]
        }),
      )
      const about = found.filter((name) => /^movement |^came back$/u.test(name))
      expect(about.map((name) => name.replace("movement ", ""))).toEqual(expected)
    } finally {
      await runtime.dispose()
    }
  })
})
