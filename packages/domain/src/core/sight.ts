import { Effect } from "effect"
import type { Permission } from "./actor.ts"
import { CurrentCaller, permits } from "./caller.ts"
import { dayOf } from "./dates.ts"
import { now } from "./now.ts"

/**
 * Identity of a caller who sees only part of a list: "lists asked without the permission by such a
 * token hold what the user may see, and `count` counts that".
 */
export interface Sight {
  /** Id of the user; 0 for a caller without a user, who sees nothing. */
  readonly user_id: number
  /** UTC day on which absences are evaluated, `YYYY-MM-DD`. */
  readonly today: string
}

/**
 * Right of a user without the permission: "a single record that they may not see is 404, also for a
 * write; one that they may see and not change is 403". If the role may read all records of the
 * kind, a write to a missing record is also forbidden, because the permission is checked before the
 * record.
 */
export type Verdict = "allowed" | "forbidden" | "hidden"

/**
 * Returns the sight of the caller; null if the role has the permission and therefore sees
 * everything.
 */
export const sightOf = (permission: Permission): Effect.Effect<Sight | null> =>
  Effect.flatMap(CurrentCaller, (caller) =>
    permits(caller, permission) ? Effect.succeed(null) : sightOfUser(caller.user_id),
  )

/** Returns what a user may see without permissions of a role, at the current time. */
export const sightOfUser = (user_id: number | null): Effect.Effect<Sight> =>
  Effect.map(now, (instant) => ({ user_id: user_id ?? 0, today: dayOf(instant) }))
