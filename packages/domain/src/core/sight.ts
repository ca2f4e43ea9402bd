import { Effect } from "effect"
import type { Permission } from "./actor.ts"
import { CurrentCaller, permits } from "./caller.ts"
import { dayOf } from "./dates.ts"
import { now } from "./now.ts"

/**
 * Who sees of a list only what they may see as themselves: "lists asked without the permission by
 * such a token hold what the user may see, and `count` counts that".
 */
export interface Sight {
  /** 0: nobody, who sees nothing. */
  readonly user_id: number
  /** The UTC day on which it is asked who is away, `YYYY-MM-DD`. */
  readonly today: string
}

/**
 * What may be done as oneself: "a single record that they may not see is 404, also for a write; one
 * that they may see and not change is 403". Where the role shows all records of the kind, a write
 * to one that is not there is forbidden, too: a missing permission comes before what is missing.
 */
export type Verdict = "allowed" | "forbidden" | "hidden"

/** The sight of the one who asks; null where the role has the permission, and so sees all. */
export const sightOf = (permission: Permission): Effect.Effect<Sight | null> =>
  Effect.flatMap(CurrentCaller, (caller) =>
    permits(caller, permission) ? Effect.succeed(null) : sightOfUser(caller.user_id),
  )

/** What a user sees as themselves, now. */
export const sightOfUser = (user_id: number | null): Effect.Effect<Sight> =>
  Effect.map(now, (instant) => ({ user_id: user_id ?? 0, today: dayOf(instant) }))
