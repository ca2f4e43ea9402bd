import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { Role } from "../core/records/roles.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

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
>()("@outlay/domain/RoleStore") {}
