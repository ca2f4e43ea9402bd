import {
  created,
  type FilterStatus,
  isListed,
  money,
  type NewEntry,
  newestFirst,
  nobody,
  nothing,
  subUser,
  type Transaction,
  type TransactionChange,
  type TransactionContext,
  type TransactionFilter,
  TransactionStore,
  UnitOfWork,
} from "@outlay/domain"
import { Effect, Exit, Result } from "effect"
import { describe, expect } from "vitest"
import { changeChecks } from "./change.ts"
import { acme, ground, other, plant, type Tenant } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const changeOf = ({ client_id }: Tenant, fields: Partial<TransactionChange> = {}) =>
  Object.assign(nobody(client_id), fields)

const load = (change: TransactionChange) =>
  Effect.flatMap(TransactionStore, (store) =>
    store.change(change, (context) => Result.succeed(nothing(context))),
  )

const transactions = (...rows: ReadonlyArray<Transaction>) =>
  rows.map((row) => created("transactions", row))

const keyOf = (of: Tenant, n: number) => ({
  client_id: of.client_id,
  transaction_id: of.uuid(n),
})

const base = [
  ...ground(acme),
  ...[1, 2, 3].map((n) => created("budgets", acme.budget(n))),
  created("accounting_codes", acme.accountingCode(1)),
  created("accounting_codes", acme.accountingCode(2)),
  created("categories", acme.category(1, { accounting_code_id: acme.uuid(1) })),
  created("categories", acme.category(2, { is_deleted: true, name: "Last" })),
  created("categories", acme.category(3)),
  created("budget_members", acme.member(1)),
  created("budget_members", acme.member(2, { budget_id: acme.uuid(2), is_deleted: true })),
  created("budget_members", acme.member(3, { user_id: acme.integer(3) })),
  created("custom_fields", acme.customField(1)),
  created("custom_fields", acme.customField(2, { is_deleted: true })),
  created("custom_fields", acme.customField(3, { is_deleted: true })),
  ...["Kitchen", "Bath", "Roof", "Attic"].map((text, n) =>
    created("custom_field_options", acme.option(n + 1, { text })),
  ),
  created("custom_field_budgets", acme.link()),
  created("custom_field_budgets", acme.link({ budget_id: acme.uuid(3) })),
]

/** Of field 1, under the name that it had then. */
const project = {
  custom_field_id: acme.uuid(1),
  field_name: "Project",
  entry_text: "Kitchen",
}

/** One with a value in every field. */
const full = acme.transaction(1, {
  ...{ user_id: acme.integer(1), budget_id: acme.uuid(1), budget_member_id: acme.integer(1) },
  ...{ attendees: ["Ünï", "Bo"], receipt_urls: ["https://example.test/1"] },
  custom_fields: [project, { ...project, field_name: "None", custom_field_id: null }],
  ...{ currency: "USD", wallet_currency: "AUD", decline_code: "insufficient_funds" },
  explanation: "Only 1.00 AUD is available.",
  line_items: [
    acme.lineItem(9, {
      ...{ category_id: acme.uuid(2), description: "First\nline", tax_rate_id: acme.uuid(7) },
    }),
    acme.lineItem(8, {
      category_id: acme.uuid(1),
      custom_fields: [{ ...project, custom_field_id: acme.uuid(2), entry_text: "Bath" }],
    }),
    acme.lineItem(7),
  ],
})

const ids = (rows: ReadonlyArray<{ readonly id: string | number }>) => rows.map((_) => _.id).sort()

const changes = (name: string, storage: Storage<TransactionStore>): void => {
  const check = checks(storage)
  describe(`${name}: TransactionStore.change`, () => {
    changeChecks<TransactionContext, TransactionStore>(
      storage,
      (of, decide) =>
        Effect.flatMap(TransactionStore, (store) =>
          store.change(changeOf(of, { budget_ids: [of.uuid(1)] }), decide),
        ),
      ({ business, budgets }) => budgets[0] ?? business,
    )

    check("loads what is named and what those transactions refer to, every row once", () =>
      Effect.gen(function* () {
        const second = acme.transaction(2, { user_id: acme.integer(2) })
        const deposit: NewEntry = {
          ...{ debit_account: "wallet", credit_account: "outside", currency: "AUD", period: null },
          ...{ amount: money(250), date: "2026-11-01", resource: "transactions", resource_id: "d" },
        }
        yield* plant(acme, [...base, ...transactions(full, second, acme.transaction(3))], [deposit])
        const context = yield* load(
          changeOf(acme, {
            transaction_ids: [full.id, acme.uuid(99)],
            external_ids: [full.external_id, second.external_id, "none"],
            user_ids: [acme.integer(1), acme.integer(3), 99],
            budget_ids: [acme.uuid(2), acme.uuid(2)],
            category_ids: [acme.uuid(3), acme.uuid(2), acme.uuid(99)],
            entry_texts: ["Roof", "Cellar"],
          }),
        )
        expect(context.business).toEqual(acme.business())
        expect(context.wallets).toMatchObject([{ currency: "AUD", balance: 250 }])
        expect(ids(context.transactions)).toEqual([1, 2].map(acme.uuid))
        expect(context.transactions).toContainEqual(full)
        expect(ids(context.budgets)).toEqual([1, 2].map(acme.uuid))
        expect(ids(context.users)).toEqual([1, 2, 3].map(acme.integer))
        expect(ids(context.members)).toEqual([1, 2, 3].map(acme.integer))
        expect(ids(context.categories)).toEqual([1, 2, 3].map(acme.uuid))
        expect(ids(context.accounting_codes)).toEqual([acme.uuid(1)])
        expect(ids(context.custom_fields)).toEqual([1, 2].map(acme.uuid))
        expect(ids(context.custom_field_options)).toEqual([1, 2, 3].map(acme.uuid))
        expect(context.custom_field_budgets).toEqual([acme.link()])
      }),
    )

    check("loads nothing that is not named, and nothing of another business", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...base, ...transactions(full)])
        yield* plant(other, ground(other))
        const named = {
          ...{ transaction_ids: [full.id], external_ids: [full.external_id] },
          ...{ user_ids: [acme.integer(1)], budget_ids: [acme.uuid(1)] },
          category_ids: [acme.uuid(1)],
        }
        const nobody = { transactions: [], budgets: [], users: [], members: [] }
        const unset = { custom_field_budgets: [], custom_field_options: [] }
        const empty = { ...nobody, ...unset, categories: [], accounting_codes: [] }
        expect(yield* load(changeOf(acme))).toMatchObject(empty)
        const foreign = yield* load(changeOf(other, named))
        expect(foreign).toMatchObject({ ...empty, custom_fields: [] })
        expect(foreign.business).toEqual(other.business())
      }),
    )

    check("loads the memberships that are named, and no other of the same users and budgets", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...base, ...transactions(full)])
        const pair = (budget: number, user: number) => ({
          ...{ budget_id: acme.uuid(budget), user_id: acme.integer(user) },
        })
        const named = { external_ids: [full.external_id], user_ids: [1, 2, 3].map(acme.integer) }
        const budget_ids = [1, 2].map(acme.uuid)
        const none = yield* load(changeOf(acme, { ...named, budget_ids }))
        expect(none.members).toEqual([])
        const memberships = [pair(1, 1), pair(1, 1), pair(2, 3), pair(9, 9), pair(1, 3)]
        const some = yield* load(changeOf(acme, { ...named, budget_ids, memberships }))
        expect(ids(some.members)).toEqual([1, 3].map(acme.integer))
        yield* plant(other, ground(other))
        const foreign = yield* load(changeOf(other, { memberships }))
        expect(foreign.members).toEqual([])
      }),
    )

    check("two with one external id: the second is not kept", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        const { external_id } = full
        yield* plant(acme, [...base, ...transactions(full)])
        const twice = plant(acme, transactions(acme.transaction(2, { external_id })))
        expect(Exit.isFailure(yield* Effect.exit(twice))).toBe(true)
        expect(yield* store.find(keyOf(acme, 2))).toBeNull()
        yield* plant(other, [...ground(other), ...transactions(other.transaction(1))])
        expect((yield* store.find(keyOf(other, 1)))?.external_id).toBe(external_id)
      }),
    )
  })
}

const reads = (name: string, storage: Storage<TransactionStore | UnitOfWork>): void => {
  const check = checks(storage)
  describe(`${name}: TransactionStore.find and get`, () => {
    check("the row as it was written, with its line items in their order; then as changed", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        yield* plant(acme, [...base, ...transactions(full)])
        expect(yield* store.find(keyOf(acme, 1))).toEqual(full)
        const [first, , third] = full.line_items
        const line_items = [third, acme.lineItem(6), first].flatMap((_) => _ ?? [])
        const after: Transaction = { ...full, line_items, attendees: [], status: "REFUNDED" }
        yield* plant(acme, [{ table: "transactions", before: full, after }])
        expect(yield* store.find(keyOf(acme, 1))).toEqual(after)
      }),
    )

    check("shows the budget, the user, and the categories with today's name and code", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        yield* plant(acme, [...base, ...transactions(full, acme.transaction(2))])
        const shown = yield* store.get(keyOf(acme, 1))
        expect(shown).toMatchObject({
          ...{ id: full.id, status: "CLEARED", amount: -1_250, currency: "USD" },
          budget: { id: acme.uuid(1), name: "Budget 1", budget_type: "BUDGET" },
          user: subUser(acme.user(1)),
          ...{ attendees: full.attendees, receipt_urls: full.receipt_urls },
        })
        expect(shown?.line_items.map((_) => _.category)).toEqual([
          { id: acme.uuid(2), name: "Last", code: null },
          { id: acme.uuid(1), name: "Category 1", code: "201" },
          null,
        ])
        expect(shown?.custom_fields).toEqual([
          { field_name: "Field 1", entry_text: "Kitchen" },
          { field_name: "None", entry_text: "Kitchen" },
        ])
        const said = { field_name: "Field 2", entry_text: "Bath" }
        expect(shown?.line_items.map((_) => _.custom_fields)).toEqual([[], [said], []])
        expect(yield* store.get(keyOf(acme, 2))).toMatchObject({ budget: null, user: null })
      }),
    )

    check("shows the name that a field got a moment ago, and not one that was undone", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
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
        expect(yield* name).toBe("Field 1")
        yield* rename("Field 1", "Site")
        expect(yield* name).toBe("Site")
        const { rehearse } = yield* UnitOfWork
        const rehearsed = yield* rehearse(Effect.andThen(rename("Site", "Place"), name))
        expect(rehearsed).toBe("Place")
        expect(yield* name).toBe("Site")
      }),
    )

    check("null for what is not there, or of another business", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        yield* plant(acme, [...base, ...transactions(full)])
        yield* plant(other, ground(other))
        for (const key of [keyOf(acme, 9), { ...keyOf(acme, 1), client_id: other.client_id }]) {
          expect(yield* store.find(key)).toBeNull()
          expect(yield* store.get(key)).toBeNull()
        }
      }),
    )
  })
}

/** On each side of the edges of days, with ties, of every status and several types. */
const varied: ReadonlyArray<Transaction> = (
  [
    ["AUTHED", "2026-02-28T23:59:59.999Z", null],
    ["CLEARED", "2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["CLEARED", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00.000Z"],
    ["REFUNDED", "2026-03-01T23:59:59.999Z", "2026-03-03T12:00:00.000Z"],
    ["REVERSED", "2026-03-02T00:00:00.000Z", null],
    ["DECLINED", "2026-03-02T00:00:00.000Z", null],
    ["AUTHED", "2026-03-02T12:00:00.000Z", null],
    ["CLEARED", "2026-03-02T12:00:00.000Z", "2026-03-02T23:59:59.999Z"],
  ] as const
).map(([status, auth_date, cleared_date], index) =>
  acme.transaction(index + 1, {
    ...{ status, auth_date, cleared_date },
    expense_status: index % 3 === 0 ? "INCOMPLETE_EXPENSE" : "COMPLETE",
    transaction_type: (["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"] as const)[index % 3] ?? "BILL",
    updated: `2026-03-1${index}T00:00:00.000Z`,
    user_id: index % 2 === 0 ? acme.integer(1) : null,
    budget_id: index % 4 < 2 ? acme.uuid(1) : null,
  }),
)

/** A filter, and the transactions that it lists in their order. */
const listed: ReadonlyArray<readonly [TransactionFilter, ReadonlyArray<number>]> = [
  [{}, [7, 8, 5, 3, 4, 2, 1]],
  [{ status: [] }, [7, 8, 5, 3, 4, 2, 1]],
  [{ status: ["AUTHED"] }, [7, 1]],
  [{ status: ["CLEARED"] }, [8, 3, 2]],
  [{ status: ["REFUNDED"] }, [5, 4]],
  [{ status: ["DECLINED"] }, [6]],
  [{ status: ["DECLINED", "AUTHED"] }, [7, 6, 1]],
  [{ min_auth_date: "2026-03-01" }, [7, 8, 5, 3, 4, 2]],
  [{ max_auth_date: "2026-03-01" }, [3, 4, 2, 1]],
  [{ min_auth_date: "2026-03-01", max_auth_date: "2026-03-01" }, [3, 4, 2]],
  [{ min_cleared_date: "2026-03-02" }, [8, 3, 4]],
  [{ max_cleared_date: "2026-03-02" }, [8, 3, 2]],
  [{ min_cleared_date: "2026-03-02", max_cleared_date: "2026-03-02" }, [8, 3]],
  [{ expense_status: "INCOMPLETE_EXPENSE" }, [7, 4, 1]],
  [{ expense_status: "COMPLETE" }, [8, 5, 3, 2]],
  [{ updated_after: "2026-03-16T00:00:00.000Z" }, [8]],
  [{ updated_after: "2026-03-15T23:59:59.999Z" }, [7, 8]],
  [{ user_id: acme.integer(1) }, [7, 5, 3, 1]],
  [{ budget_id: acme.uuid(1) }, [5, 2, 1]],
  [{ transaction_type: [] }, [7, 8, 5, 3, 4, 2, 1]],
  [{ transaction_type: ["BILL"] }, [8, 5, 2]],
  [{ transaction_type: ["BILL", "REIMBURSEMENT"] }, [8, 5, 3, 2]],
  [{ transaction_type: ["CREDIT"] }, []],
  [{ user_id: acme.integer(2) }, []],
]

const lists = (name: string, storage: Storage<TransactionStore>): void => {
  const check = checks(storage)
  const page = (filter: TransactionFilter, offset = 0, limit = 50) =>
    Effect.flatMap(TransactionStore, (store) =>
      store.page(acme.client_id, filter, { offset, limit }),
    )

  describe(`${name}: TransactionStore.page`, () => {
    check("each filter alone: newest first, ties by id, with the count of what matches", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...base, ...transactions(...varied.toReversed())])
        yield* plant(other, [...ground(other), ...transactions(other.transaction(1))])
        for (const [filter, expected] of listed) {
          const { count, results } = yield* page(filter)
          const found = { filter, count, ids: results.map((_) => _.id) }
          expect(found).toEqual({ filter, count: expected.length, ids: expected.map(acme.uuid) })
        }
      }),
    )

    check("each pair of filters: what `isListed` lists, in parts", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...base, ...transactions(...varied)])
        for (const [a] of listed) {
          for (const [b] of listed) {
            const filter = { ...a, ...b }
            const expected = varied.filter((_) => isListed(_, filter)).sort(newestFirst)
            const { count, results } = yield* page(filter, 1, 2)
            const found = { filter, count, ids: results.map((_) => _.id) }
            const part = expected.slice(1, 3).map((_) => _.id)
            expect(found).toEqual({ filter, count: expected.length, ids: part })
          }
        }
      }),
    )

    check("past the end there is nothing, with the true count", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...base, ...transactions(...varied)])
        expect(yield* page({}, 7, 2)).toEqual({ count: 7, results: [] })
        expect(yield* page({ status: ["AUTHED"] }, 400, 2)).toEqual({ count: 2, results: [] })
      }),
    )

    check("counts follow a transaction that changes, and one that goes", () =>
      Effect.gen(function* () {
        const [first, second] = varied
        if (first === undefined || second === undefined) throw new Error("two are needed")
        yield* plant(acme, [...base, ...transactions(first, second)])
        const after: Transaction = { ...first, status: "DECLINED", auth_date: second.auth_date }
        yield* plant(acme, [
          { table: "transactions", before: first, after },
          { table: "transactions", before: second, after: null },
        ])
        const asked: ReadonlyArray<ReadonlyArray<FilterStatus>> = [[], ["CLEARED"], ["DECLINED"]]
        const counts = yield* Effect.forEach(asked, (status) =>
          Effect.map(page({ status, min_auth_date: "2026-03-01" }), ({ count }) => count),
        )
        expect(counts).toEqual([0, 0, 1])
      }),
    )

    check("shows each as `get` does", () =>
      Effect.gen(function* () {
        const store = yield* TransactionStore
        yield* plant(acme, [...base, ...transactions(full, acme.transaction(2))])
        const { results } = yield* page({})
        const got = yield* Effect.forEach([2, 1], (n) => store.get(keyOf(acme, n)))
        expect(results).toEqual(got)
      }),
    )
  })
}

/** What a `TransactionStore` promises. */
export const transactionStoreSuite = (
  name: string,
  storage: Storage<TransactionStore | UnitOfWork>,
): void => {
  changes(name, storage)
  reads(name, storage)
  lists(name, storage)
}
