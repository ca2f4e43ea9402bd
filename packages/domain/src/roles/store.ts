import { Context, Effect, Layer } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { Role } from "../core/records/roles.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { roles } from "./looks.ts"

/** Keeps the roles of businesses; they are born with their business. */
export class RoleStore extends Context.Service<
  RoleStore,
  {
    /** By `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<Role>, StorageUnavailable>
  }
>()("@outlay/domain/RoleStore") {
  static readonly layer = Layer.effect(
    RoleStore,
    Effect.map(Store, (store) => ({
      page: (client_id, request) => store.read(client_id, roles(request)),
    })),
  )
}
