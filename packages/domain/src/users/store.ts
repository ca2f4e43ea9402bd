import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { User } from "./model.ts"

/** Keeps users. (The owner of this folder completes the port.) */
export class UserStore extends Context.Service<
  UserStore,
  {
    readonly get: (key: {
      readonly client_id: number
      readonly user_id: number
    }) => Effect.Effect<User | null, StorageUnavailable>
  }
>()("@outlay/domain/UserStore") {}
