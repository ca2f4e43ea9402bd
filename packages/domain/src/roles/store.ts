import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { Store } from "../core/store.ts"
import { roles } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** By `created` ascending, ties by id. */
  page: (client_id: number, page: PageRequest) => store.read(client_id, roles(page)),
}))

/** Keeps the roles of businesses; they are born with their business. */
export class RoleStore extends Context.Service<RoleStore, Effect.Success<typeof make>>()(
  "@outlay/domain/RoleStore",
) {
  static readonly layer = Layer.effect(RoleStore, make)
}
