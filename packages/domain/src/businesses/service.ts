import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { BusinessKey, CreateBusiness, UpdateBusiness } from "../core/records/businesses.ts"
import { Store } from "../core/store.ts"
import { roleNames } from "../roles/rules.ts"
import { businessContext, shownBusiness } from "./looks.ts"
import { decideBusiness, decideBusinessUpdate, systemCategories } from "./rules.ts"
import { BusinessList } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const businesses = yield* BusinessList
  const ids = yield* Ids

  const list = (page: PageRequest) => businesses.page(page)

  const get = ({ client_id }: BusinessKey) =>
    existingIn(store.read(client_id, shownBusiness), "business", client_id)

  const create = Effect.fn("Businesses.create")(function* (business: CreateBusiness) {
    const client_id = yield* ids.integer("businesses")
    const command = {
      ...business,
      client_id,
      role_ids: yield* ids.uuids(roleNames.length),
      category_ids: yield* ids.uuids(systemCategories.length),
      now: yield* currentTime,
    }
    return yield* store.change(client_id, businessContext, () => decideBusiness(command))
  })

  const update = Effect.fn("Businesses.update")(function* (
    key: BusinessKey,
    patch: UpdateBusiness,
  ) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, businessContext, (context) =>
      decideBusinessUpdate(context, key, patch, now),
    )
  })

  return {
    /** Returns all businesses, oldest first. */
    list,
    /** Returns a business. Refused: `NotFound`. */
    get,
    /**
     * Creates a business: "makes the four roles, the system categories, the wallet of its
     * currency". The roles are Admin, Accountant, Manager and Team Member, in this order. The
     * currency is AUD unless given. Refused: `UnknownReference` for an unknown currency.
     */
    create,
    /** Changes the given fields only: "name, features, integration change". Refused: `NotFound`. */
    update,
  }
})

/**
 * Businesses: "the interface never creates a business. The operator, who runs the service, does".
 */
export class Businesses extends Context.Service<Businesses, Effect.Success<typeof make>>()(
  "@outlay/domain/Businesses",
) {
  static readonly layer = Layer.effect(Businesses, make)
}
