import { equal, ok } from "node:assert/strict"
import { money, UnitOfWork } from "@outlay/domain"
import { type NewEntry, subUser, type Transaction } from "@outlay/domain/fields"
import {
  ShownTransactions,
  type Store,
  transactionById,
  transactionContext,
} from "@outlay/domain/ports"
import type { TransactionContext } from "@outlay/domain/rules"
import { Effect, Exit } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, ground, other, plant } from "./given.ts"
import { transactionListSuites } from "./transaction-lists.ts"
import { base, full, keyOf, transactions } from "./transaction-rows.ts"

const ids = (rows: ReadonlyArray<{ readonly id: string | number }>) => rows.map((_) => _.id).sort()

const changes: Suites<Store> = [
  {
    name: "Transactions: change",
    cases: [
      ...changeCases<TransactionContext, Store>(
        (of, decide) => change(of, transactionContext({ budget_ids: [of.uuid(1)] }), decide),
        ({ business, budgets }) => budgets[0] ?? business,
      ),

      check("loads the named transactions and the records they refer to, every row once", () =>
        Effect.gen(function* () {
          const second = acme.transaction(2, { user_id: acme.integer(2) })
          const deposit: NewEntry = {
            ...{
              debit_account: "wallet",
              credit_account: "outside",
              currency: "AUD",
              period: null,
            },
            ...{
              amount: money(250),
              date: "2026-11-01",
              resource: "transactions",
              resource_id: "d",
            },
          }
          yield* plant(
            acme,
            [...base, ...transactions(full, second, acme.transaction(3))],
            [deposit],
          )
          const context = yield* load(
            acme,
            transactionContext({
              transaction_ids: [full.id, acme.uuid(99)],
              external_ids: [full.external_id, second.external_id, "none"],
              user_ids: [acme.integer(1), acme.integer(3), 99],
              budget_ids: [acme.uuid(2), acme.uuid(2)],
              category_ids: [acme.uuid(3), acme.uuid(2), acme.uuid(99)],
              entry_texts: ["Roof", "Cellar"],
            }),
          )
          deepEqual(context.business, acme.business())
          matches(context.wallets, [{ currency: "AUD", balance: 250 }])
          deepEqual(ids(context.transactions), [1, 2].map(acme.uuid))
          includesEqual(context.transactions, full)
          deepEqual(ids(context.budgets), [1, 2].map(acme.uuid))
          deepEqual(ids(context.users), [1, 2, 3].map(acme.integer))
          deepEqual(ids(context.members), [1, 2, 3].map(acme.integer))
          deepEqual(ids(context.categories), [1, 2, 3].map(acme.uuid))
          deepEqual(ids(context.accounting_codes), [acme.uuid(1)])
          deepEqual(ids(context.custom_fields), [1, 2].map(acme.uuid))
          deepEqual(ids(context.custom_field_options), [1, 2, 3].map(acme.uuid))
          deepEqual(context.custom_field_budgets, [acme.link()])
        }),
      ),

      check("loads nothing that is not named, and nothing of another business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...transactions(full)])
          yield* plant(other, ground(other))
          const named = transactionContext({
            ...{ transaction_ids: [full.id], external_ids: [full.external_id] },
            ...{ user_ids: [acme.integer(1)], budget_ids: [acme.uuid(1)] },
            category_ids: [acme.uuid(1)],
          })
          const noRows = { transactions: [], budgets: [], users: [], members: [] }
          const unset = { custom_field_budgets: [], custom_field_options: [] }
          const empty = { ...noRows, ...unset, categories: [], accounting_codes: [] }
          matches(yield* load(acme, transactionContext({})), empty)
          const foreign = yield* load(other, named)
          matches(foreign, { ...empty, custom_fields: [] })
          deepEqual(foreign.business, other.business())
        }),
      ),

      check(
        "loads the memberships that are named, and no others of the same users and budgets",
        () =>
          Effect.gen(function* () {
            yield* plant(acme, [...base, ...transactions(full)])
            const pair = (budget: number, user: number) => ({
              ...{ budget_id: acme.uuid(budget), user_id: acme.integer(user) },
            })
            const named = {
              external_ids: [full.external_id],
              user_ids: [1, 2, 3].map(acme.integer),
            }
            const budget_ids = [1, 2].map(acme.uuid)
            const none = yield* load(acme, transactionContext({ ...named, budget_ids }))
            deepEqual(none.members, [])
            const memberships = [pair(1, 1), pair(1, 1), pair(2, 3), pair(9, 9), pair(1, 3)]
            const pairs = { ...named, budget_ids, memberships }
            const some = yield* load(acme, transactionContext(pairs))
            deepEqual(ids(some.members), [1, 3].map(acme.integer))
            yield* plant(other, ground(other))
            const foreign = yield* load(other, transactionContext({ memberships }))
            deepEqual(foreign.members, [])
          }),
      ),

      check("two with one external id: the second is not stored", () =>
        Effect.gen(function* () {
          const { external_id } = full
          yield* plant(acme, [...base, ...transactions(full)])
          const twice = plant(acme, transactions(acme.transaction(2, { external_id })))
          ok(Exit.isFailure(yield* Effect.exit(twice)))
          equal(yield* read(acme, transactionById(keyOf(acme, 2))), null)
          yield* plant(other, [...ground(other), ...transactions(other.transaction(1))])
          const found = yield* read(other, transactionById(keyOf(other, 1)))
          equal(found?.external_id, external_id)
        }),
      ),
    ],
  },
]

const reads: Suites<ShownTransactions | UnitOfWork> = [
  {
    name: "Transactions: find and get",
    cases: [
      check("returns the row unchanged, with its line items in order; then as changed", () =>
        Effect.gen(function* () {
          const row = read(acme, transactionById(keyOf(acme, 1)))
          yield* plant(acme, [...base, ...transactions(full)])
          deepEqual(yield* row, full)
          const [first, , third] = full.line_items
          const line_items = [third, acme.lineItem(6), first].flatMap((_) => _ ?? [])
          const after: Transaction = { ...full, line_items, attendees: [], status: "REFUNDED" }
          yield* plant(acme, [{ table: "transactions", before: full, after }])
          deepEqual(yield* row, after)
        }),
      ),

      check("shows the budget, the user, and the categories with their current name and code", () =>
        Effect.gen(function* () {
          const store = yield* ShownTransactions
          yield* plant(acme, [...base, ...transactions(full, acme.transaction(2))])
          const shown = yield* store.get(keyOf(acme, 1))
          matches(shown, {
            ...{ id: full.id, status: "CLEARED", amount: -1_250, currency: "USD" },
            budget: { id: acme.uuid(1), name: "Budget 1", budget_type: "BUDGET" },
            user: subUser(acme.user(1)),
            ...{ attendees: full.attendees, receipt_urls: full.receipt_urls },
          })
          deepEqual(
            shown?.line_items.map((_) => _.category),
            [
              { id: acme.uuid(2), name: "Last", code: null },
              { id: acme.uuid(1), name: "Category 1", code: "201" },
              null,
            ],
          )
          deepEqual(shown?.custom_fields, [
            { field_name: "Field 1", entry_text: "Kitchen" },
            { field_name: "None", entry_text: "Kitchen" },
          ])
          const customValue = { field_name: "Field 2", entry_text: "Bath" }
          deepEqual(
            shown?.line_items.map((_) => _.custom_fields),
            [[], [customValue], []],
          )
          matches(yield* store.get(keyOf(acme, 2)), { budget: null, user: null })
        }),
      ),

      check("shows the new name of a field at once, and not one that was undone", () =>
        Effect.gen(function* () {
          const store = yield* ShownTransactions
          yield* plant(acme, [...base, ...transactions(full)])
          const name = Effect.map(store.get(keyOf(acme, 1)), (_) => _?.custom_fields[0]?.field_name)
          const rename = (before: string, after: string) =>
            plant(acme, [
              {
                table: "custom_fields",
                before: acme.customField(1, { name: before }),
                after: acme.customField(1, { name: after }),
              },
            ])
          equal(yield* name, "Field 1")
          yield* rename("Field 1", "Site")
          equal(yield* name, "Site")
          const { dryRun } = yield* UnitOfWork
          const rehearsed = yield* dryRun(Effect.andThen(rename("Site", "Place"), name))
          equal(rehearsed, "Place")
          equal(yield* name, "Site")
        }),
      ),

      check("returns null for a missing one or one of another business", () =>
        Effect.gen(function* () {
          const store = yield* ShownTransactions
          yield* plant(acme, [...base, ...transactions(full)])
          yield* plant(other, ground(other))
          for (const key of [keyOf(acme, 9), { ...keyOf(acme, 1), client_id: other.client_id }]) {
            equal(yield* read(key, transactionById(key)), null)
            equal(yield* store.get(key), null)
          }
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for transactions. */
export const transactionStoreSuites: Suites<ShownTransactions | UnitOfWork> = [
  ...changes,
  ...reads,
  ...transactionListSuites,
]
