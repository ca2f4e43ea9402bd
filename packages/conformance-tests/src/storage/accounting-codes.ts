import { equal } from "node:assert/strict"
import {
  AccountingCodeStore,
  BusinessStore,
  CategoryStore,
  changed,
  created,
  nothing,
} from "@outlay/domain/ports"
import {
  type AccountingCodeContext,
  decideAccountingCode,
  decideAccountingCodeRemoval,
} from "@outlay/domain/rules"
import { Effect, Result } from "effect"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

type Ports = AccountingCodeStore | CategoryStore

const all = { offset: 0, limit: 50 }

const mapped = (n: number, code: number, fields = {}) =>
  acme.category(n, { accounting_code_id: acme.uuid(code), ...fields })

/** What an `AccountingCodeStore` promises. */
export const accountingCodeStoreSuites: Suites<Ports> = [
  {
    name: "AccountingCodeStore.change",
    cases: [
      ...changeCases<AccountingCodeContext, AccountingCodeStore>(
        ({ client_id }, decide) =>
          AccountingCodeStore.use((store) => store.change({ client_id, code: "200" }, decide)),
        ({ business }) => business,
      ),

      check(
        "finds a code by its id or its code, deleted or not, with the categories mapped to it",
        () =>
          Effect.gen(function* () {
            const store = yield* AccountingCodeStore
            const { client_id } = acme
            yield* plant(acme, [
              ...ground(acme),
              created("accounting_codes", acme.accountingCode(1)),
              created("accounting_codes", acme.accountingCode(2, { is_deleted: true })),
              created("categories", mapped(4, 1, { created: at(2) })),
              created("categories", mapped(3, 1, { created: at(1) })),
              created("categories", mapped(5, 1, { is_deleted: true })),
              created("categories", mapped(6, 2)),
              created("categories", acme.category(7)),
            ])
            yield* plant(other, [
              ...ground(other),
              created("accounting_codes", other.accountingCode(3)),
            ])
            const context = (key: { code: string } | { accounting_code_id: string }) =>
              store.change({ client_id, ...key }, (context) => Result.succeed(nothing(context)))
            const first = yield* context({ code: "201" })
            deepEqual(first, {
              business: acme.business(),
              roles: [acme.role(1), acme.role(2)],
              books: null,
              accounting_code: acme.accountingCode(1),
              categories: [mapped(3, 1, { created: at(1) }), mapped(4, 1, { created: at(2) })],
            })
            deepEqual(yield* context({ accounting_code_id: acme.uuid(1) }), first)
            const second = yield* context({ code: "202" })
            deepEqual(second.accounting_code, acme.accountingCode(2, { is_deleted: true }))
            deepEqual(second.categories, [mapped(6, 2)])
            const none = { accounting_code: null, categories: [] }
            matches(yield* context({ code: "203" }), none)
            matches(yield* context({ accounting_code_id: other.uuid(3) }), none)
          }),
      ),

      check("the first creation makes a manual integration, and a removal clears mappings", () =>
        Effect.gen(function* () {
          const store = yield* AccountingCodeStore
          const { client_id } = acme
          yield* plant(acme, ground(acme))
          const command = { code: "201", name: "Account 1", id: acme.uuid(1), now }
          yield* store.change({ client_id, code: "201" }, (_) => decideAccountingCode(_, command))
          const business = yield* BusinessStore.use((_) => _.get({ client_id }))
          matches(business, { integration: "MANUAL", updated: now })
          yield* plant(acme, [created("categories", mapped(3, 1))])
          const key = { client_id, accounting_code_id: acme.uuid(1) }
          yield* store.change(key, (_) => decideAccountingCodeRemoval(_, { ...key, now }))
          deepEqual(yield* store.page(client_id, all), { count: 0, results: [] })
          const categories = yield* CategoryStore.use((_) => _.page(client_id, {}, all))
          deepEqual(categories.results, [acme.category(3, { updated: now })])
          const restored = yield* store.change({ client_id, code: "201" }, (_) =>
            decideAccountingCode(_, { ...command, id: acme.uuid(9) }),
          )
          matches(restored, { is_new: false, accounting_code: { id: acme.uuid(1) } })
          const events = yield* Witness.use((_) => _.events(client_id))
          deepEqual(
            events.map(({ type }) => type),
            [
              "accounting_code.created",
              "business.updated",
              "accounting_code.deleted",
              "category.updated",
              "accounting_code.restored",
            ],
          )
        }),
      ),

      check("of one code created 20 times at once there is one record, in 20 races", () =>
        Effect.gen(function* () {
          const store = yield* AccountingCodeStore
          for (let race = 0; race < 20; race++) {
            const of = tenant(100 + race)
            const { client_id } = of
            yield* plant(of, ground(of))
            const create = (n: number) =>
              store.change({ client_id, code: "200" }, (context) =>
                decideAccountingCode(context, { code: "200", name: "Sales", id: of.uuid(n), now }),
              )
            const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
            const made = yield* Effect.forEach(numbers, create, { concurrency: "unbounded" })
            equal(made.filter(({ is_new }) => is_new).length, 1)
            equal(new Set(made.map(({ accounting_code }) => accounting_code.id)).size, 1)
            equal((yield* store.page(client_id, all)).count, 1)
          }
        }),
      ),
    ],
  },

  {
    name: "AccountingCodeStore.page",
    cases: [
      ...pageCases<AccountingCodeStore>({
        row: (n, order) =>
          created("accounting_codes", acme.accountingCode(n, { created: at(order) })),
        page: (page) => AccountingCodeStore.use((store) => store.page(acme.client_id, page)),
        idOf: acme.uuid,
      }),

      check("shows no deleted code, and none of another business", () =>
        Effect.gen(function* () {
          const store = yield* AccountingCodeStore
          yield* plant(acme, [...ground(acme), created("accounting_codes", acme.accountingCode(1))])
          yield* plant(acme, [
            created("accounting_codes", acme.accountingCode(2)),
            changed(
              "accounting_codes",
              acme.accountingCode(1),
              acme.accountingCode(1, { is_deleted: true }),
            ),
          ])
          yield* plant(other, ground(other))
          deepEqual(yield* store.page(acme.client_id, all), {
            count: 1,
            results: [acme.accountingCode(2)],
          })
          deepEqual(yield* store.page(other.client_id, all), { count: 0, results: [] })
        }),
      ),
    ],
  },
]
