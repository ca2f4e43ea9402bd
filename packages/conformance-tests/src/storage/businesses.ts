import { type BusinessContext, BusinessStore, created, nothing, RoleStore } from "@outlay/domain"
import { Effect, Result } from "effect"
import { describe, expect } from "vitest"
import { changeChecks } from "./change.ts"
import { acme, at, ground, other, plant, tenant } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const all = { offset: 0, limit: 50 }

/** What a `BusinessStore` promises. */
export const businessStoreSuite = (name: string, storage: Storage<BusinessStore>): void => {
  const check = checks(storage)

  describe(`${name}: BusinessStore.change`, () => {
    changeChecks<BusinessContext, BusinessStore>(
      storage,
      ({ client_id }, decide) =>
        Effect.flatMap(BusinessStore, (store) => store.change({ client_id }, decide)),
      ({ business }) => business ?? acme.business(),
    )

    check("loads the business and its roles by age; null and none where there is none", () =>
      Effect.gen(function* () {
        const store = yield* BusinessStore
        yield* plant(acme, [
          created("businesses", acme.business({ integration: "XERO" })),
          ...[3, 1, 2].map((n) => created("roles", acme.role(n))),
        ])
        const load = (client_id: number) =>
          store.change({ client_id }, (context) => Result.succeed(nothing(context)))
        expect(yield* load(acme.client_id)).toEqual({
          business: acme.business({ integration: "XERO" }),
          roles: [1, 2, 3].map((n) => acme.role(n)),
        })
        expect(yield* load(other.client_id)).toEqual({ business: null, roles: [] })
      }),
    )
  })

  describe(`${name}: BusinessStore.get and page`, () => {
    check("shows each with its own roles, oldest first, ties by id", () =>
      Effect.gen(function* () {
        const store = yield* BusinessStore
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
        const page = yield* store.page(all)
        expect(page.count).toBe(3)
        expect(page.results.map((_) => _.client_id)).toEqual([13, 11, 12])
        expect(page.results[1]).toMatchObject({
          ...tenant(11).business({ created: at(5) }),
          roles: [{ id: tenant(11).uuid(1), name: "Admin" }],
        })
        expect(yield* store.get({ client_id: 11 })).toEqual(page.results[1])
        expect(yield* store.get({ client_id: 14 })).toBeNull()
        const part = yield* store.page({ offset: 1, limit: 1 })
        expect(part).toEqual({ count: 3, results: [page.results[1]] })
        expect(yield* store.page({ offset: 3, limit: 1 })).toEqual({ count: 3, results: [] })
      }),
    )
  })
}

/** What a `RoleStore` promises. */
export const roleStoreSuite = (name: string, storage: Storage<RoleStore>): void => {
  const check = checks(storage)

  describe(`${name}: RoleStore.page`, () => {
    check("the roles of one business, oldest first, ties by id", () =>
      Effect.gen(function* () {
        const store = yield* RoleStore
        yield* plant(acme, [
          created("businesses", acme.business()),
          ...[3, 2, 1].map((n) => created("roles", acme.role(n, { created: at(n === 3 ? 0 : 1) }))),
        ])
        yield* plant(other, ground(other))
        const page = yield* store.page(acme.client_id, all)
        expect(page.count).toBe(3)
        expect(page.results).toEqual(
          [3, 1, 2].map((n) => acme.role(n, { created: at(n === 3 ? 0 : 1) })),
        )
        const part = yield* store.page(acme.client_id, { offset: 2, limit: 2 })
        expect(part.results.map((_) => _.id)).toEqual([acme.uuid(2)])
      }),
    )
  })
}
