import { equal } from "node:assert/strict"
import {
  type AccountingCodeChange,
  accountingCodeContext,
  accountingCodes,
  categories,
  changed,
  created,
  type Store,
  shownBusiness,
} from "@outlay/domain/ports"
import {
  type AccountingCodeCommand,
  type AccountingCodeContext,
  decideAccountingCode,
  decideAccountingCodeRemoval,
} from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, type Tenant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const all = { offset: 0, limit: 50 }

const mapped = (n: number, code: number, fields = {}) =>
  acme.category(n, { accounting_code_id: acme.uuid(code), ...fields })

const upsert = (of: Tenant, command: AccountingCodeCommand) =>
  change(of, accountingCodeContext({ code: command.code }), (context) =>
    decideAccountingCode(context, command),
  )

/** Guarantees of a storage for accounting codes. */
export const accountingCodeSuites: Suites<Store> = [
  {
    name: "Accounting codes: change",
    cases: [
      ...changeCases<AccountingCodeContext, Store>(
        (of, decide) => change(of, accountingCodeContext({ code: "200" }), decide),
        ({ business }) => business,
      ),

      check(
        "finds a code by its id or its code, deleted or not, with the categories mapped to it",
        () =>
          Effect.gen(function* () {
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
            const context = (change: AccountingCodeChange) =>
              load(acme, accountingCodeContext(change))
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
          const { client_id } = acme
          yield* plant(acme, ground(acme))
          const command = { code: "201", name: "Account 1", id: acme.uuid(1), now }
          yield* upsert(acme, command)
          const business = yield* read(acme, shownBusiness)
          matches(business, { integration: "MANUAL", updated: now })
          yield* plant(acme, [created("categories", mapped(3, 1))])
          const key = { client_id, accounting_code_id: acme.uuid(1) }
          yield* change(acme, accountingCodeContext(key), (context) =>
            decideAccountingCodeRemoval(context, { ...key, now }),
          )
          deepEqual(yield* read(acme, accountingCodes(all)), { count: 0, results: [] })
          const { results } = yield* read(acme, categories({}, all))
          deepEqual(results, [acme.category(3, { updated: now })])
          const restored = yield* upsert(acme, { ...command, id: acme.uuid(9) })
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

      check("20 concurrent creations of one code make one record, in 20 races", () =>
        Effect.gen(function* () {
          for (let race = 0; race < 20; race++) {
            const of = tenant(100 + race)
            yield* plant(of, ground(of))
            const create = (n: number) =>
              upsert(of, { code: "200", name: "Sales", id: of.uuid(n), now })
            const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
            const made = yield* Effect.forEach(numbers, create, { concurrency: "unbounded" })
            equal(made.filter(({ is_new }) => is_new).length, 1)
            equal(new Set(made.map(({ accounting_code }) => accounting_code.id)).size, 1)
            equal((yield* read(of, accountingCodes(all))).count, 1)
          }
        }),
      ),
    ],
  },

  {
    name: "Accounting codes: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) =>
          created("accounting_codes", acme.accountingCode(n, { created: at(order) })),
        page: (page) => read(acme, accountingCodes(page)),
        idOf: acme.uuid,
      }),

      check("shows no deleted code and no code of another business", () =>
        Effect.gen(function* () {
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
          deepEqual(yield* read(acme, accountingCodes(all)), {
            count: 1,
            results: [acme.accountingCode(2)],
          })
          deepEqual(yield* read(other, accountingCodes(all)), { count: 0, results: [] })
        }),
      ),
    ],
  },
]
