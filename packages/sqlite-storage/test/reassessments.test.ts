import {
  Businesses,
  Categories,
  CustomFieldOptions,
  CustomFields,
  EventsAsRecorded,
  Reassessments,
  Services,
  type Stores,
  Transactions,
} from "@outlay/domain"
import type { RecordTransaction } from "@outlay/domain/fields"
import { pendingReassessment, ShownTransactions, Store } from "@outlay/domain/ports"
import { expensesPerSlice, type TransactionContext } from "@outlay/domain/rules"
import { MemoryStorage } from "@outlay/memory-storage"
import { BigDecimal, Effect, Layer, Result, Stream } from "effect"
import { describe, expect, test } from "vitest"
import { asSystem } from "./given.ts"
import { sqliteInMemory } from "./witness.ts"

const total = 20_000

/** Notes the number of transactions that each unit of work loads. */
const watched = (storage: Layer.Layer<Stores, unknown>, loaded: Array<number>) =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) =>
      Store.of({
        ...store,
        change: (client_id, look, decide) =>
          store.change(client_id, look, (context) => {
            const { transactions } = (context ?? {}) as Partial<TransactionContext>
            if (transactions !== undefined) loaded.push(transactions.length)
            return decide(context)
          }),
      }),
    ),
  ).pipe(Layer.provideMerge(storage))

const rowOf = (n: number, category_id: string): RecordTransaction => ({
  ...{ external_id: `e-${n}`, transaction_type: "BILL", status: "CLEARED" },
  // Many are of the same instant, as in an import of days.
  auth_date: `2026-01-0${1 + (n % 9)}T00:00:00.000Z`,
  ...{ merchant_name: "Rail", amount: BigDecimal.make(-1_000n, 2) },
  // Every other one has no receipt, which no setting can change.
  receipt_urls: n % 2 === 0 ? ["https://r.example/1"] : [],
  line_items: [{ amount: BigDecimal.make(1_000n, 2), category_id }],
})

/** A business with expenses that are incomplete until a category is enabled. */
const waiting = Effect.gen(function* () {
  const { client_id } = yield* (yield* Businesses).create({ name: "Acme" })
  const categories = yield* (yield* Categories).list(client_id, {}, { offset: 0, limit: 1 })
  const key = { client_id, category_id: categories.results[0]?.id ?? "" }
  yield* (yield* Categories).update(key, { enabled: false })
  const lines = Stream.range(1, total).pipe(
    Stream.map((line) => ({ line, row: Result.succeed(rowOf(line, key.category_id)) })),
  )
  const { imported } = yield* (yield* Transactions).importRows(client_id, lines)
  expect(imported).toBe(total)
  return { client_id, enable: (yield* Categories).update(key, { enabled: true }) }
})

const completeOf = (client_id: number) =>
  Effect.map(
    ShownTransactions.use((_) =>
      _.page(client_id, { expense_status: "COMPLETE" }, { offset: 0, limit: 1 }),
    ),
    ({ count }) => count,
  )

/** Runs the remaining slices of a business, `most` at most; returns their number. */
const slices = Effect.fnUntraced(function* (client_id: number, most = Number.POSITIVE_INFINITY) {
  const { slice } = yield* Reassessments
  let done = 0
  while (done < most && (yield* pendingOf(client_id)) !== null) {
    yield* slice(client_id)
    done++
  }
  return done
})

const pendingOf = (client_id: number) => Store.use((_) => _.read(client_id, pendingReassessment))

describe.each([
  ["memory", Layer.provide(MemoryStorage.layer, EventsAsRecorded) as Layer.Layer<Stores, unknown>],
  ["SQLite", sqliteInMemory as unknown as Layer.Layer<Stores, unknown>],
])("a reassessment of 20,000 expenses in %s", (_, storage) => {
  test("continues in small slices from where it was interrupted", async () => {
    const loaded: Array<number> = []
    const services = Layer.merge(Services.core, asSystem).pipe(
      Layer.provideMerge(watched(storage, loaded)),
    )
    const work = Effect.gen(function* () {
      const { client_id, enable } = yield* waiting
      loaded.length = 0
      yield* enable
      // The request itself reassesses nothing.
      expect(loaded).toEqual([])
      expect(yield* completeOf(client_id)).toBe(0)
      expect(yield* slices(client_id, 50)).toBe(50)
      expect(yield* completeOf(client_id)).toBe((50 * expensesPerSlice) / 2)
      const before = yield* pendingOf(client_id)
      expect(before?.transaction_id).not.toBeNull()

      const field = yield* (yield* CustomFields).create(client_id, {
        ...{ name: "Site", field_type: "LIST", budget_setting: "SOME" },
      })
      const option = { client_id, custom_field_id: field.id }
      yield* (yield* CustomFieldOptions).create(option, { text: "Perth" })
      expect(yield* pendingOf(client_id)).toMatchObject({
        ...{ transaction_id: before?.transaction_id, again: true },
      })
      const rest = yield* slices(client_id)
      expect(yield* completeOf(client_id)).toBe(total / 2)
      // One pass to the end, and another one over those that are still incomplete.
      const walked = (total + total / 2) / expensesPerSlice
      expect(50 + rest).toBeGreaterThanOrEqual(walked)
      expect(50 + rest).toBeLessThanOrEqual(walked + 3)
      expect(yield* pendingOf(client_id)).toBeNull()
      expect(Math.max(...loaded)).toBeLessThanOrEqual(expensesPerSlice)
      expect(yield* (yield* Reassessments).proceed()).toBe(0)
    })
    await Effect.runPromise(Effect.provide(work, services) as Effect.Effect<void>)
  })
})
