import { equal } from "node:assert/strict"
import {
  BusinessList,
  businessContext,
  created,
  roles,
  type Store,
  shownBusiness,
} from "@outlay/domain/ports"
import type { BusinessContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant, tenant } from "./given.ts"

const all = { offset: 0, limit: 50 }

/** Guarantees of a storage for businesses, and of a `BusinessList`. */
export const businessSuites: Suites<Store | BusinessList> = [
  {
    name: "Businesses: change",
    cases: [
      ...changeCases<BusinessContext, Store>(
        (of, decide) => change(of, businessContext, decide),
        ({ business }) => business ?? acme.business(),
      ),

      check("loads the business and its roles by age; null and no roles if there is none", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            created("businesses", acme.business({ integration: "XERO" })),
            ...[3, 1, 2].map((n) => created("roles", acme.role(n))),
          ])
          deepEqual(yield* load(acme, businessContext), {
            business: acme.business({ integration: "XERO" }),
            roles: [1, 2, 3].map((n) => acme.role(n)),
          })
          deepEqual(yield* load(other, businessContext), { business: null, roles: [] })
        }),
      ),
    ],
  },

  {
    name: "Businesses: get and list",
    cases: [
      check("shows each with its own roles, oldest first, ties by id", () =>
        Effect.gen(function* () {
          const list = yield* BusinessList
          for (const [client_id, order] of [
            [12, 5],
            [11, 5],
            [13, 4],
          ] as const) {
            const of = tenant(client_id)
            yield* plant(of, [
              created("businesses", of.business({ created: at(order) })),
              created("roles", of.role(1)),
            ])
          }
          const page = yield* list.page(all)
          equal(page.count, 3)
          deepEqual(
            page.results.map((_) => _.client_id),
            [13, 11, 12],
          )
          matches(page.results[1], {
            ...tenant(11).business({ created: at(5) }),
            roles: [{ id: tenant(11).uuid(1), name: "Admin" }],
          })
          deepEqual(yield* read({ client_id: 11 }, shownBusiness), page.results[1])
          equal(yield* read({ client_id: 14 }, shownBusiness), null)
          const part = yield* list.page({ offset: 1, limit: 1 })
          deepEqual(part, { count: 3, results: [page.results[1]] })
          deepEqual(yield* list.page({ offset: 3, limit: 1 }), { count: 3, results: [] })
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for roles. */
export const roleSuites: Suites<Store> = [
  {
    name: "Roles: list",
    cases: [
      check("the roles of one business, oldest first, ties by id", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            created("businesses", acme.business()),
            ...[3, 2, 1].map((n) =>
              created("roles", acme.role(n, { created: at(n === 3 ? 0 : 1) })),
            ),
          ])
          yield* plant(other, ground(other))
          const page = yield* read(acme, roles(all))
          equal(page.count, 3)
          deepEqual(
            page.results,
            [3, 1, 2].map((n) => acme.role(n, { created: at(n === 3 ? 0 : 1) })),
          )
          const part = yield* read(acme, roles({ offset: 2, limit: 2 }))
          deepEqual(
            part.results.map((_) => _.id),
            [acme.uuid(2)],
          )
        }),
      ),
    ],
  },
]
