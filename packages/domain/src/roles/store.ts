import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../shared/page.ts"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { Role } from "./model.ts"

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
