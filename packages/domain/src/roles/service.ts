import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { Store } from "../core/store.ts"
import { roles } from "./looks.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  const list = (client_id: number, page: PageRequest) => store.read(client_id, roles(page))

  return {
    /** Returns the roles of a business with their permissions, oldest first. */
    list,
  }
})

/** Roles: "list roles of a business with their permissions". */
export class Roles extends Context.Service<Roles, Effect.Success<typeof make>>()(
  "@outlay/domain/Roles",
) {
  static readonly layer = Layer.effect(Roles, make)
}
