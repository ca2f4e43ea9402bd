import { BusinessList, type Role, showBusiness } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, compare, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

/** The roles of a business, in the order in which they are listed. */
export const rolesOf = ({ roles }: Tables, client_id: number): ReadonlyArray<Role> =>
  roles.ofBusiness(client_id).toSorted(byCreated)

export const businessList = Layer.effect(
  BusinessList,
  Effect.map(Memory, ({ tables }) =>
    BusinessList.of({
      page: (page) =>
        Effect.sync(() =>
          pageOf(
            tables.businesses.all(),
            (a, b) => compare(a.created, b.created) || compare(a.client_id, b.client_id),
            page,
            (business) => showBusiness(business, rolesOf(tables, business.client_id)),
          ),
        ),
    }),
  ),
)
