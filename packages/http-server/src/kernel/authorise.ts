import type { StorageUnavailable } from "@outlay/domain"
import type { Principal } from "@outlay/domain/rules"
import type { Exit } from "effect"
import { admit } from "./admit.ts"
import {
  businessNamed,
  forbidden,
  isInPlace,
  isOperator,
  presentedBy,
  unknownToken,
} from "./credential.ts"
import { respondFailure } from "./failure.ts"
import { admitAsThemselves } from "./own-rights.ts"
import type { Allowance } from "./rate-limit.ts"
import { isFromHere } from "./reach.ts"
import { Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import type { Route } from "./route.ts"
import { type Authenticated, enter, proceed, type Received, type Routed } from "./stages.ts"
import { thisTurn } from "./turn.ts"
import { authoriseVisitor, foreignOrigin } from "./visitor.ts"

/**
 * "Order of checks: 401; 403 (`client_id` not the token's business …; then missing permission)."
 */
export const authorise = (
  received: Received,
  route: Route,
  values: ReadonlyArray<string>,
): undefined => {
  if (route.isPublic) return authoriseVisitor({ ...received, route, values })
  const presented = presentedBy(received.request, received.kernel, route)
  if (presented instanceof Refused) return respondProblem({ ...received, route }, presented)
  enter(
    { ...received, route, values, ...presented },
    route.isOperators ? authoriseOperator : authorisePrincipal,
  )
}

const authoriseOperator = (routed: Routed): undefined => {
  const { kernel, token } = routed
  if (!isOperator(kernel, token)) return respondProblem(routed, unknownToken(routed))
  const refused = kernel.unreadResponses.refusal(token)
  if (refused !== null) return respondProblem(routed, refused)
  admit({ ...routed, principal: null, visitor: null, checkedInTurn: never })
}

const authorisePrincipal = (routed: Routed): undefined => {
  const { kernel, token } = routed
  const found = kernel.authentication.authenticate(token, businessNamed(routed))
  proceed(routed, kernel.context, found, authenticated)
}

const authenticated = (
  routed: Routed,
  exit: Exit.Exit<Principal | null, StorageUnavailable>,
): undefined => {
  if (exit._tag === "Failure") return respondFailure(routed, exit.cause)
  const principal = exit.value
  const { kernel, request, route, token, isCookie, started } = routed
  if (principal === null || !isInPlace(principal, isCookie)) {
    return respondProblem(routed, unknownToken(routed))
  }
  const allowance = kernel.rateLimiter?.take(principal.token.id, started) ?? null
  const stage: Authenticated = {
    ...routed,
    rateLimit: allowance === null ? null : allowance.field,
    principal,
    visitor: null,
    checkedInTurn: route.isWrite ? thisTurn() : never,
  }
  const isForeign = isCookie && route.isWrite && !isFromHere(request, kernel.reach)
  const refused =
    forbidden(stage, principal) ??
    (isForeign ? foreignOrigin : null) ??
    exhausted(allowance) ??
    kernel.unreadResponses.refusal(token)
  if (refused !== null) return respondProblem(stage, refused)
  enter(stage, () => admitAsThemselves(stage, admit))
}

/** Matches no turn of the event loop. */
const never = -1

/** The refusal of a request above the rate limit; null if it is within the limit. */
const exhausted = (allowance: Allowance | null): Refused | null => {
  if (allowance === null || allowance.allowed) return null
  const detail = `Rate limit exceeded. Retry in ${allowance.wait} s.`
  return refuse("rate_limited", detail, ["Retry-After", String(allowance.wait)])
}
