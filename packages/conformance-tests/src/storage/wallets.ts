import {
  BalanceStore,
  created,
  money,
  type NewEntry,
  nothing,
  StatementStore,
  type WalletContext,
  WalletStore,
} from "@outlay/domain"
import { Effect, Exit, Result } from "effect"
import { describe, expect } from "vitest"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"
import { checks, type Storage, Witness } from "./judge.ts"

/** Money that comes into the wallet (or, negative, leaves it) on a day. */
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

/** What a `WalletStore` promises. */
export const walletStoreSuite = (name: string, storage: Storage<WalletStore>): void => {
  const check = checks(storage)
  const load = (of: Tenant, currency: string) =>
    Effect.flatMap(WalletStore, (store) =>
      store.change({ client_id: of.client_id, currency }, (context: WalletContext) =>
        Result.succeed(nothing(context.wallet)),
      ),
    )

  describe(`${name}: WalletStore.change`, () => {
    check("loads the wallet of the currency, or null", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        yield* plant(other, [...ground(other), us(other)])
        expect(yield* load(acme, "AUD")).toEqual(acme.wallet())
        expect(yield* load(acme, "USD")).toBeNull()
      }),
    )

    check("a wallet's balance follows the entries that touch it, and nothing else does", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...ground(acme), us(acme)])
        yield* plant(other, ground(other))
        yield* plant(acme, [], [moved(500, "2026-01-31"), moved(-120, "2026-02-01"), elsewhere])
        yield* plant(acme, [], [moved(-400, "2026-02-02"), moved(7, "2026-02-02", "USD")])
        expect(yield* load(acme, "AUD")).toMatchObject({ balance: -20, updated: now })
        expect(yield* load(acme, "USD")).toMatchObject({ balance: 7 })
        expect(yield* load(other, "AUD")).toEqual(other.wallet())
      }),
    )

    check("what moves to and fro at once leaves the wallet as it was", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme), [moved(5, "2026-02-01"), moved(-5, "2026-02-02")])
        expect(yield* load(acme, "AUD")).toEqual(acme.wallet())
      }),
    )

    check("an entry on a wallet that is not there is not kept", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        const stray = plant(acme, [us(acme)], [moved(1, "2026-02-01", "EUR")])
        expect(Exit.isFailure(yield* Effect.exit(stray))).toBe(true)
        expect(yield* load(acme, "USD")).toBeNull()
        const witness = yield* Witness
        expect(yield* witness.entries(acme.client_id)).toEqual([])
      }),
    )

    check("entries are numbered in the order in which they are made", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        yield* plant(acme, [], [moved(1, "2026-02-01"), moved(2, "2026-02-01")])
        yield* plant(acme, [], [moved(3, "2026-01-01")])
        const witness = yield* Witness
        const entries = yield* witness.entries(acme.client_id)
        expect(entries.map(({ amount }) => amount)).toEqual([1, 2, 3])
        const numbers = entries.map(({ id }) => id)
        expect(numbers.every((id, n) => n === 0 || id > (numbers[n - 1] ?? id))).toBe(true)
      }),
    )
  })
}

/** What a `BalanceStore` promises. */
export const balanceStoreSuite = (name: string, storage: Storage<BalanceStore>): void => {
  const check = checks(storage)

  describe(`${name}: BalanceStore.list`, () => {
    check("the wallets of one business, by currency", () =>
      Effect.gen(function* () {
        const store = yield* BalanceStore
        yield* plant(
          acme,
          [us(acme), ...ground(acme), created("wallets", acme.wallet({ currency: "AED" }))],
          [moved(-250, "2026-02-01", "USD"), moved(100, "2026-02-01")],
        )
        yield* plant(other, ground(other))
        expect(yield* store.list(acme.client_id)).toEqual([
          { currency: "AED", balance: 0 },
          { currency: "AUD", balance: 100 },
          { currency: "USD", balance: -250 },
        ])
        expect(yield* store.list(other.client_id)).toEqual([{ currency: "AUD", balance: 0 }])
      }),
    )
  })
}

/** What a `StatementStore` promises. */
export const statementStoreSuite = (name: string, storage: Storage<StatementStore>): void => {
  const check = checks(storage)
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

  describe(`${name}: StatementStore.movements`, () => {
    check("each day on which the wallet moved, also to and fro; and all days before in sum", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...ground(acme), us(acme)], many)
        yield* plant(other, ground(other), [moved(1, "2026-02-02")])
        expect(yield* movements(acme, "AUD", "2026-02-02", "2026-02-04")).toEqual({
          wallet: acme.wallet({ balance: 409, updated: now }),
          first_date: "2026-01-31",
          before: { amount: 500, updated: now },
          days: [day("2026-02-02", -100), day("2026-02-03", 0)],
        })
        const later = yield* movements(acme, "AUD", "2026-02-05", "2026-02-05")
        expect(later).toMatchObject({ before: { amount: 400 }, days: [day("2026-02-05", 9)] })
      }),
    )

    check("the business's own currency unless another is asked for", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...ground(acme), us(acme)], many)
        const period = ["2026-02-01", "2026-02-28"] as const
        expect(yield* movements(acme, null, ...period)).toEqual(
          yield* movements(acme, "AUD", ...period),
        )
        const dollars = yield* movements(acme, "USD", ...period)
        expect(dollars).toMatchObject({ first_date: "2026-02-02", days: [day("2026-02-02", 77)] })
      }),
    )

    check("a wallet that never moved; and null for one that is not there", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        yield* plant(other, [...ground(other), us(other)])
        expect(yield* movements(acme, null, "2026-02-01", "2026-02-28")).toEqual({
          wallet: acme.wallet(),
          first_date: null,
          before: { amount: 0, updated: null },
          days: [],
        })
        expect(yield* movements(acme, "USD", "2026-02-01", "2026-02-28")).toBeNull()
      }),
    )
  })
}
