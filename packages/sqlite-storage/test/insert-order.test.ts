import { Businesses, Services, Transactions } from "@outlay/domain"
import { Sql } from "@outlay/sql-storage"
import { BigDecimal, Effect, Layer, ManagedRuntime, Result, Stream } from "effect"
import { sql as text } from "kysely"
import { expect, test } from "vitest"
import { asSystem, statement } from "./given.ts"
import { sqliteInMemory } from "./witness.ts"

const days = ["2026-01-03", "2026-01-05", "2026-01-01", "2026-01-05", "2026-01-02"]

const lines = days.map((day, n) => ({
  line: n + 1,
  row: Result.succeed({
    ...({ external_id: `${n}`, status: "CLEARED", transaction_type: "CARD_TRANSACTION" } as const),
    ...{ auth_date: `${day}T09:00:00.000Z`, merchant_name: "Rail" },
    amount: BigDecimal.fromStringUnsafe("-80"),
  }),
}))

const by = (order: "rowid" | "id") =>
  statement<unknown, { external_id: string }>(
    () => text`select external_id from transactions order by ${text.ref(order)}`,
  )

test("an import inserts rows by date, and assigns ids by line", async () => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(Layer.merge(Services.core, asSystem), sqliteInMemory),
  )
  const found = await runtime.runPromise(
    Effect.gen(function* () {
      const { client_id } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
      yield* Transactions.use((_) => _.importRows(client_id, Stream.fromIterable(lines)))
      const { all } = yield* Sql
      return yield* Effect.all([all(by("rowid"), {}), all(by("id"), {})])
    }),
  )
  await runtime.dispose()
  const [inserted, made] = found.map((rows) => rows.map(({ external_id }) => external_id).join(""))
  expect(inserted).toBe("24013")
  expect(made).toBe("01234")
})
