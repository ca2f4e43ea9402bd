import type { Caller, OwnRight, Subject, Verdict } from "@outlay/domain"
import { callerOf, may, type Principal } from "@outlay/domain"
import { Effect, type Exit } from "effect"
import { respondFailure } from "./failure.ts"
import { type Exchange, proceed } from "./kernel.ts"
import { type Refused, refuse } from "./refused.ts"
import { respondProblem } from "./respond.ts"
import { type Route, readParams } from "./route.ts"

/** What is asked of who the user is, where the role does not permit the operation; else null. */
const ownRightOf = (route: Route, principal: Principal | null): OwnRight | null => {
  if (principal === null || route.permission === null || may(principal, route.permission)) {
    return null
  }
  return principal.token.user_id === null ? null : (route.endpoint.self ?? null)
}

/** The refusal of who lacks the permission, and may do nothing as themself here. */
export const permissionDenied = ({ permission }: Route): Refused =>
  refuse(
    "permission_denied",
    `The token's role lacks the permission to ${permission?.action} ${permission?.resource}.`,
  )

const nothingHere = refuse("not_found")

const verdictOf = (
  exchange: Exchange,
  right: OwnRight,
  params: Readonly<Record<string, unknown>>,
) => {
  const caller: Caller = callerOf(exchange.principal as Principal)
  return exchange.kernel.authentication.judge(right, caller, params as unknown as Subject)
}

/**
 * "Order of checks: … 403 (missing permission); 400 for shape; 404": who may see a record and not
 * change it is refused before the request's shape is judged, and who may not see it after.
 */
export const admitAsThemselves = (
  exchange: Exchange,
  route: Route,
  admit: (exchange: Exchange, route: Route) => undefined,
): undefined => {
  const right = ownRightOf(route, exchange.principal)
  const params = right === null ? null : readParams(exchange.values, route)
  if (right === null || params === null) return admit(exchange, route)
  const { kernel } = exchange
  const judged = (_: Exchange, exit: Exit.Exit<Verdict, unknown>): undefined => {
    if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
    if (exit.value === "forbidden") return respondProblem(exchange, permissionDenied(route))
    admit(exchange, route)
  }
  proceed(exchange, kernel.context, verdictOf(exchange, right, params), judged)
}

/**
 * Judges again where the work is done, in its unit of work: what a user is may have ended while the
 * body arrived. "A single record that they may not see is 404, also for a write."
 */
export const asThemselves = <A>(
  exchange: Exchange,
  route: Route,
  work: Effect.Effect<A, unknown>,
): Effect.Effect<A, unknown> => {
  const right = ownRightOf(route, exchange.principal)
  if (right === null) return work
  return Effect.flatMap(
    verdictOf(exchange, right, exchange.params),
    (verdict): Effect.Effect<A, unknown> => {
      if (verdict === "allowed") return work
      return Effect.fail(verdict === "hidden" ? nothingHere : permissionDenied(route))
    },
  )
}

/** Whether a principal may come to an operation at all. */
export const mayCome = (route: Route, principal: Principal): boolean =>
  route.permission === null ||
  may(principal, route.permission) ||
  ownRightOf(route, principal) !== null
