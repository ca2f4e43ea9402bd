import { equal, ok } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { NewEntry } from "@outlay/domain/fields"
import { balances, created, StatementStore, type Store, walletContext } from "@outlay/domain/ports"
import { Effect, Exit } from "effect"
import { load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"

/** Money that enters the wallet (or, if negative, leaves it) on a day. */
const moved = (amount: number, date: string, currency = "AUD"): NewEntry => ({
  debit_account: amount > 0 ? "wallet" : "outside",
  credit_account: amount > 0 ? "outside" : "wallet",
  amount: money(Math.abs(amount)),
  ...{ currency, date, resource: "transactions", resource_id: acme.uuid(1), period: null },
})

const elsewhere: NewEntry = {
  ...moved(99, "2026-02-01"),
  ...{ debit_account: "outside", credit_account: "holds" },
}

const us = (of: Tenant) => created("wallets", of.wallet({ currency: "USD" }))

const walletOf = (of: Tenant, currency: string) =>
  Effect.map(load(of, walletContext(currency)), ({ wallet }) => wallet)

/** Guarantees of a storage for wallets: their balances follow from the ledger. */
export const walletSuites: Suites<Store> = [
  {
    name: "Wallets: change",
    cases: [
      check("loads the wallet of the currency, or null", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, [...ground(other), us(other)])
          deepEqual(yield* walletOf(acme, "AUD"), acme.wallet())
          equal(yield* walletOf(acme, "USD"), null)
        }),
      ),

      check("a wallet's balance follows its own entries only", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), us(acme)])
          yield* plant(other, ground(other))
          yield* plant(acme, [], [moved(500, "2026-01-31"), moved(-120, "2026-02-01"), elsewhere])
          yield* plant(acme, [], [moved(-400, "2026-02-02"), moved(7, "2026-02-02", "USD")])
          matches(yield* walletOf(acme, "AUD"), { balance: -20, updated: now })
          matches(yield* walletOf(acme, "USD"), { balance: 7 })
          deepEqual(yield* walletOf(other, "AUD"), other.wallet())
        }),
      ),

      check("entries that cancel out leave the wallet unchanged", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme), [moved(5, "2026-02-01"), moved(-5, "2026-02-02")])
          deepEqual(yield* walletOf(acme, "AUD"), acme.wallet())
        }),
      ),

      check("an entry of a missing wallet is not stored", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const stray = plant(acme, [us(acme)], [moved(1, "2026-02-01", "EUR")])
          ok(Exit.isFailure(yield* Effect.exit(stray)))
          equal(yield* walletOf(acme, "USD"), null)
          const witness = yield* Witness
          deepEqual(yield* witness.entries(acme.client_id), [])
        }),
      ),

      check("entries are numbered in the order of their creation", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(acme, [], [moved(1, "2026-02-01"), moved(2, "2026-02-01")])
          yield* plant(acme, [], [moved(3, "2026-01-01")])
          const witness = yield* Witness
          const entries = yield* witness.entries(acme.client_id)
          deepEqual(
            entries.map(({ amount }) => amount),
            [1, 2, 3],
          )
          const numbers = entries.map(({ id }) => id)
          ok(numbers.every((id, n) => n === 0 || id > (numbers[n - 1] ?? id)))
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for balances. */
export const balanceSuites: Suites<Store> = [
  {
    name: "Balances",
    cases: [
      check("returns the wallets of one business, by currency", () =>
        Effect.gen(function* () {
          yield* plant(
            acme,
            [us(acme), ...ground(acme), created("wallets", acme.wallet({ currency: "AED" }))],
            [moved(-250, "2026-02-01", "USD"), moved(100, "2026-02-01")],
          )
          yield* plant(other, ground(other))
          deepEqual(yield* read(acme, balances), [
            { currency: "AED", balance: 0 },
            { currency: "AUD", balance: 100 },
            { currency: "USD", balance: -250 },
          ])
          deepEqual(yield* read(other, balances), [{ currency: "AUD", balance: 0 }])
        }),
      ),
    ],
  },
]

const movements = (of: Tenant, currency: string | null, start: string, end: string) =>
  Effect.flatMap(StatementStore, (store) =>
    store.movements({ client_id: of.client_id, currency }, { start_date: start, end_date: end }),
  )

const day = (date: string, amount: number) => ({ date, amount, updated: now })

const many = [
  ...[moved(500, "2026-01-31"), moved(-120, "2026-02-02"), moved(20, "2026-02-02")],
  ...[moved(-5, "2026-02-03"), moved(5, "2026-02-03"), moved(9, "2026-02-05"), elsewhere],
  moved(77, "2026-02-02", "USD"),
]

/** Guarantees of a `StatementStore`. */
export const statementStoreSuites: Suites<StatementStore> = [
  {
    name: "StatementStore.movements",
    cases: [
      check("each day on which the wallet moved, even to zero; and the sum of earlier days", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), us(acme)], many)
          yield* plant(other, ground(other), [moved(1, "2026-02-02")])
          deepEqual(yield* movements(acme, "AUD", "2026-02-02", "2026-02-04"), {
            wallet: acme.wallet({ balance: 409, updated: now }),
            first_date: "2026-01-31",
            before: { amount: 500, updated: now },
            days: [day("2026-02-02", -100), day("2026-02-03", 0)],
          })
          const later = yield* movements(acme, "AUD", "2026-02-05", "2026-02-05")
          matches(later, { before: { amount: 400 }, days: [day("2026-02-05", 9)] })
        }),
      ),

      check("the business's own currency by default", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), us(acme)], many)
          const period = ["2026-02-01", "2026-02-28"] as const
          deepEqual(
            yield* movements(acme, null, ...period),
            yield* movements(acme, "AUD", ...period),
          )
          const dollars = yield* movements(acme, "USD", ...period)
          matches(dollars, { first_date: "2026-02-02", days: [day("2026-02-02", 77)] })
        }),
      ),

      check("a wallet that never moved; and null for a missing one", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, [...ground(other), us(other)])
          deepEqual(yield* movements(acme, null, "2026-02-01", "2026-02-28"), {
            wallet: acme.wallet(),
            first_date: null,
            before: { amount: 0, updated: null },
            days: [],
          })
          equal(yield* movements(acme, "USD", "2026-02-01", "2026-02-28"), null)
        }),
      ),
    ],
  },
]
