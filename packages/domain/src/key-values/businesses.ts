import { Effect, Layer } from "effect"
import { showBusiness } from "../businesses/rules.ts"
import { BusinessList } from "../businesses/store.ts"
import type { Role } from "../core/records/roles.ts"
import { KeptBooks } from "./books.ts"
import { byCreated, compare, pageOf } from "./list.ts"
import type { Tables } from "./tables.ts"

/** Returns the roles of a business, in the order of the list. */
const rolesOf = ({ roles }: Tables, client_id: number): ReadonlyArray<Role> =>
  roles.ofBusiness(client_id).toSorted(byCreated)

export const businessList = Layer.effect(
  BusinessList,
  Effect.map(KeptBooks, ({ tables }) =>
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
