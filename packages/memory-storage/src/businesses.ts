import { BusinessStore, type Role, showBusiness } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, compare, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

/** The roles of a business, in the order in which they are listed. */
export const rolesOf = ({ roles }: Tables, client_id: number): ReadonlyArray<Role> =>
  roles.ofBusiness(client_id).toSorted(byCreated)

export const businessStore = Layer.effect(
  BusinessStore,
  Effect.map(Memory, ({ tables, change }) =>
    BusinessStore.of({
      get: ({ client_id }) =>
        Effect.sync(() => {
          const business = tables.businesses.find(client_id)
          return business === null ? null : showBusiness(business, rolesOf(tables, client_id))
        }),
      page: (page) =>
        Effect.sync(() =>
          pageOf(
            tables.businesses.all(),
            (a, b) => compare(a.created, b.created) || compare(a.client_id, b.client_id),
            page,
            (business) => showBusiness(business, rolesOf(tables, business.client_id)),
          ),
        ),
      change: ({ client_id }, decide) =>
        change(
          client_id,
          () => ({
            business: tables.businesses.find(client_id),
            roles: rolesOf(tables, client_id),
          }),
          decide,
        ),
    }),
  ),
)
