import { equal } from "node:assert/strict"
import type { Books } from "@outlay/domain/fields"
import {
  booksContext,
  changed,
  created,
  type Store,
  transactionContext,
} from "@outlay/domain/ports"
import { Effect } from "effect"
import { load, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Ground, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant } from "./given.ts"

const { client_id } = acme

const fresh: Books = {
  ...{ client_id, locked_through: "2026-10-31" },
  ...{ created: at(1), updated: at(1) },
}

const booksOf = (of: typeof acme) => Effect.map(read(of, booksContext), (_) => _.books)

/** Loads the context of a change of transactions. */
const seen = (of: typeof acme) => load(of, transactionContext({ transaction_ids: [of.uuid(1)] }))

/** Guarantees of a storage for the lock date of the books. */
export const booksSuites: Suites<Store | Ground> = [
  {
    name: "Books",
    cases: [
      check("stores one row per business, unchanged", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          equal(yield* booksOf(acme), null)
          yield* plant(acme, [created("books", fresh)])
          deepEqual(yield* booksOf(acme), fresh)
          equal(yield* booksOf(other), null)
          const open = { ...fresh, locked_through: null, updated: at(2) }
          yield* plant(acme, [changed("books", fresh, open)])
          deepEqual(yield* booksOf(acme), open)
        }),
      ),

      check("changes of transactions load the lock date and the day of late booking", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const before = yield* seen(acme)
          deepEqual([before.books, before.transactions], [null, []])
          const late = acme.transaction(1, { booked_on: "2026-11-02" })
          yield* plant(acme, [created("books", fresh), created("transactions", late)])
          const { books, transactions } = yield* seen(acme)
          deepEqual(books, fresh)
          deepEqual(transactions, [late])
        }),
      ),
    ],
  },
]
