import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { Export, Movement } from "@outlay/domain/fields"
import { created, exportContext, exportPart, type Store } from "@outlay/domain/ports"
import { Effect } from "effect"
import { read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Ground, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant } from "./given.ts"

const { client_id } = acme

const made: Export = {
  ...{ client_id, id: acme.uuid(70), format: "csv", only_new: false, name: "outlay.csv" },
  ...{ start_date: "2026-01-05", end_date: "2026-01-31", count: 1, size: 4, parts: 2 },
  balances: [
    {
      ...{ currency: "AUD", opening_balance: money(0), earlier_amount: money(0) },
      ...{ amount: money(-1_250), closing_balance: money(-1_250) },
    },
  ],
  ...{ created: at(1), updated: at(1) },
}

const part = (number: number, content: string) =>
  created("export_parts", { client_id, export_id: made.id, number, content })

const partOf = (of: typeof acme, number: number) =>
  Effect.map(read(of, exportPart(made.id, number)), (_) => _?.content ?? null)

const seen = (start_date: string, end_date: string, maxMovements?: number) =>
  read(acme, exportContext({ start_date, end_date }, maxMovements))

const movement = (n: number, fields: Partial<Movement>): Movement => ({
  ...{ client_id, transaction_id: acme.uuid(n), number: 2, kind: "REFUND", date: at(n) },
  ...{ amount: money(100), fx_amount: money(100), balance_after: money(0), created: at(n) },
  ...fields,
})

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id).toSorted()

/** Guarantees of a storage for exports: their parts, and the data that they are made from. */
export const exportSuites: Suites<Store | Ground> = [
  {
    name: "Exports",
    cases: [
      check("a file has its parts, each unchanged", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          const content = `"a","ü"\r\n${"x".repeat(70_000)}`
          yield* plant(acme, [created("exports", made), part(1, content), part(2, "end")])
          equal(yield* partOf(acme, 1), content)
          equal(yield* partOf(acme, 2), "end")
          equal(yield* partOf(acme, 3), null)
          equal(yield* partOf(other, 1), null)
        }),
      ),

      check(
        "finds the movements of its days: first and later movements, and those booked late",
        () =>
          Effect.gen(function* () {
            yield* plant(acme, ground(acme))
            yield* plant(acme, [
              created("exports", made),
              created(
                "transactions",
                acme.transaction(1, { auth_date: "2026-01-31T23:59:59.999Z" }),
              ),
              created(
                "transactions",
                acme.transaction(2, { auth_date: "2026-02-01T00:00:00.000Z" }),
              ),
              created(
                "transactions",
                acme.transaction(3, { auth_date: "2025-12-31T23:59:59.999Z" }),
              ),
              created(
                "transactions",
                acme.transaction(4, { auth_date: at(0), booked_on: "2026-02-28" }),
              ),
              created(
                "transactions",
                acme.transaction(5, { auth_date: at(0), status: "DECLINED", movement_count: 0 }),
              ),
              created("movements", movement(3, { date: "2026-02-28T23:59:59.999Z" })),
              created("movements", movement(1, { date: "2026-03-01T00:00:00.000Z", number: 3 })),
              created("exported_movements", {
                ...{ client_id, transaction_id: acme.uuid(2), number: 1, export_id: made.id },
              }),
            ])
            const january = yield* seen("2026-01-01", "2026-01-31")
            deepEqual(idsOf(january.transactions), [acme.uuid(1), acme.uuid(4)])
            deepEqual([january.later, january.taken], [[], []])
            const february = yield* seen("2026-02-01", "2026-02-28")
            deepEqual(idsOf(february.transactions), [2, 3, 4].map(acme.uuid))
            deepEqual(february.later, [movement(3, { date: "2026-02-28T23:59:59.999Z" })])
            deepEqual(
              february.steps.map((_) => [_.transaction_id, _.number, _.kind, _.amount]),
              [[acme.uuid(3), 2, "REFUND", 100]],
            )
            deepEqual(
              february.taken.map((_) => [_.transaction_id, _.number, _.export_id]),
              [[acme.uuid(2), 1, made.id]],
            )
            equal(february.isTooMuch, false)
          }),
      ),

      check("finds all steps of transactions that moved, regardless of their time", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const auth_date = "2026-01-31T00:00:00.000Z"
          yield* plant(acme, [
            ...[1, 2].map((n) => created("transactions", acme.transaction(n, { auth_date }))),
            created("movements", movement(1, { kind: "CLEAR", date: auth_date })),
            created("movements", movement(1, { number: 3, date: auth_date })),
            created("movements", movement(1, { number: 4, date: "2026-02-28T00:00:00.000Z" })),
            created("movements", movement(2, { date: auth_date })),
          ])
          const january = yield* seen("2026-01-31", "2026-01-31")
          const february = yield* seen("2026-02-28", "2026-02-28")
          const numbersOf = ({ steps }: typeof january, n: number) =>
            steps
              .filter(({ transaction_id }) => transaction_id === acme.uuid(n))
              .map(({ number }) => number)
              .toSorted()
          deepEqual([numbersOf(january, 1), numbersOf(january, 2)], [[2, 3, 4], [2]])
          deepEqual([numbersOf(february, 1), numbersOf(february, 2)], [[2, 3, 4], []])
          equal((yield* seen("2025-12-31", "2025-12-31")).steps.length, 0)
        }),
      ),

      check("only counts the steps of transactions if they are too many", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const day = "2026-03-31"
          yield* plant(acme, [
            created("transactions", acme.transaction(1)),
            ...Array.from({ length: 20 }, (_, n) =>
              created("movements", movement(1, { number: n + 2 })),
            ),
            created("movements", movement(1, { number: 22, date: `${day}T00:00:00.000Z` })),
          ])
          const found = yield* Effect.forEach([2, 3], (max) => seen(day, day, max))
          deepEqual(
            found.map(({ isTooMuch, steps }) => [isTooMuch, steps.length]),
            [
              [true, 0],
              [false, 21],
            ],
          )
        }),
      ),

      check("only counts the records of each kind that are too many", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const rows = [1, 2, 3].flatMap((n) => [
            acme.transaction(n, { auth_date: "2026-01-31T00:00:00.000Z" }),
            acme.transaction(n + 3, { auth_date: at(0), booked_on: "2026-02-28" }),
          ])
          yield* plant(acme, [
            ...rows.map((row) => created("transactions", row)),
            ...[1, 2, 3].map((n) =>
              created("movements", movement(n, { date: "2026-03-31T00:00:00.000Z" })),
            ),
          ])
          const days = ["2026-01-31", "2026-02-28", "2026-03-31"]
          for (const [max, read, isTooMuch] of [
            [2, 0, true],
            [3, 3, false],
          ] as const) {
            for (const day of days) {
              const context = yield* seen(day, day, max)
              deepEqual([context.isTooMuch, context.transactions.length], [isTooMuch, read])
            }
          }
        }),
      ),
    ],
  },
]
