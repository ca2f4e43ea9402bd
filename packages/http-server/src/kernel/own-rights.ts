import type { Caller } from "@outlay/domain"
import type { OwnRight, Subject } from "@outlay/domain/rules"
import { callerOf, isAdmin, may, type Principal } from "@outlay/domain/rules"
import { Effect } from "effect"
import { respondFailure } from "./failure.ts"
import { type Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import { type Route, readParams } from "./route.ts"
import { type Addressed, type Authenticated, proceed } from "./stages.ts"

/**
 * The refusal of a caller without the permission or a right of their own here; of a token that acts
 * for no user if one is needed; or of a caller without the Admin role if it is needed.
 */
export const permissionDenied = ({ permission, needsAdmin }: Route): Refused =>
  refuse(
    "permission_denied",
    permission !== null
      ? `The token's role lacks the permission to ${permission.action} ${permission.resource}.`
      : needsAdmin
        ? "Only the role Admin may do this. Ask an Admin of the business."
        : "The token acts for no user. Use the token of a user.",
    [],
    permission !== null
      ? { needs: "permission", resource: permission.resource, action: permission.action }
      : { needs: needsAdmin ? "admin" : "user" },
  )

const nothingHere = refuse("not_found")

/** A requested right and its caller. */
interface Claim {
  readonly right: OwnRight
  readonly caller: Caller
}

/**
 * Returns the right that the user may have on their own, if the role does not permit the operation;
 * null otherwise.
 */
const claimOf = (route: Route, principal: Principal | null): Claim | null => {
  if (principal === null || route.permission === null || may(principal, route.permission)) {
    return null
  }
  const right = principal.token.user_id === null ? undefined : route.endpoint.self
  return right === undefined ? null : { right, caller: callerOf(principal) }
}

const verdictOf = (
  { kernel }: Authenticated,
  { right, caller }: Claim,
  params: Readonly<Record<string, unknown>>,
) => kernel.authentication.judge(right, caller, params as unknown as Subject)

/**
 * "Order of checks: … 403 (missing permission); 400 for shape; 404": a caller who may see the
 * record but not change it is refused before the shape of the request is checked. A caller who may
 * not see it is refused after.
 */
export const admitAsThemselves = (
  authenticated: Authenticated,
  admit: (authenticated: Authenticated) => undefined,
): undefined => {
  const { kernel, route, principal, values } = authenticated
  const claim = claimOf(route, principal)
  const params = claim === null ? null : readParams(values, route)
  if (claim === null || params === null) return admit(authenticated)
  const verdict = verdictOf(authenticated, claim, params)
  proceed(authenticated, kernel.context, verdict, (_, exit) => {
    if (exit._tag === "Failure") return respondFailure(authenticated, exit.cause)
    if (exit.value === "forbidden") return respondProblem(authenticated, permissionDenied(route))
    admit(authenticated)
  })
}

/**
 * Checks the right again in the unit of work, because it may have ended while the body arrived. "A
 * single record that they may not see is 404, also for a write."
 */
export const asThemselves = <A>(
  addressed: Addressed,
  work: Effect.Effect<A, unknown>,
): Effect.Effect<A, unknown> => {
  const { route, principal, params } = addressed
  const claim = claimOf(route, principal)
  if (claim === null) return work
  return Effect.flatMap(verdictOf(addressed, claim, params), (verdict) => {
    if (verdict === "allowed") return work
    return Effect.fail(verdict === "hidden" ? nothingHere : permissionDenied(route))
  })
}

/** True if a principal may use an operation at all. */
export const mayCome = (route: Route, principal: Principal): boolean => {
  if (route.needsUser) return principal.token.user_id !== null
  if (route.needsAdmin) return isAdmin(principal.role)
  return (
    route.permission === null ||
    may(principal, route.permission) ||
    claimOf(route, principal) !== null
  )
}
