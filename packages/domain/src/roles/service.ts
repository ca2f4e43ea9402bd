import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { RoleStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* RoleStore

  const list = (client_id: number, page: PageRequest) => store.page(client_id, page)

  return {
    /** Roles of a business with their permissions, the oldest first. */
    list,
  }
})

/** Roles: "list roles of a business with their permissions". */
export class Roles extends Context.Service<Roles, Effect.Success<typeof make>>()(
  "@outlay/domain/Roles",
) {
  static readonly layer = Layer.effect(Roles, make)
}
