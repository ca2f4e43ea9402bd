import type { StorageUnavailable } from "@outlay/domain"
import type { Principal } from "@outlay/domain/rules"
import type { Exit } from "effect"
import { admit } from "./admit.ts"
import { forbidden, isOperator, tokenOf, unknownToken } from "./credential.ts"
import { respondFailure } from "./failure.ts"
import { admitAsThemselves } from "./own-rights.ts"
import type { Allowance } from "./rate-limit.ts"
import { Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import type { Route } from "./route.ts"
import { type Authenticated, enter, proceed, type Received, type Routed } from "./stages.ts"
import { thisTurn } from "./turn.ts"

/**
 * "Order of checks: 401; 403 (`client_id` not the token's business …; then missing permission)."
 */
export const authorise = (
  received: Received,
  route: Route,
  values: ReadonlyArray<string>,
): undefined => {
  const token = tokenOf(received.request)
  if (token instanceof Refused) return respondProblem({ ...received, route }, token)
  enter(
    { ...received, route, values, token },
    route.isOperators ? authoriseOperator : authorisePrincipal,
  )
}

const authoriseOperator = (routed: Routed): undefined => {
  const { kernel, token } = routed
  if (!isOperator(kernel, token)) return respondProblem(routed, unknownToken(routed))
  const refused = kernel.unreadResponses.refusal(token)
  if (refused !== null) return respondProblem(routed, refused)
  admit({ ...routed, principal: null, judgedIn: never })
}

const authorisePrincipal = (routed: Routed): undefined => {
  const { kernel, token } = routed
  proceed(routed, kernel.context, kernel.authentication.authenticate(token), authenticated)
}

const authenticated = (
  routed: Routed,
  exit: Exit.Exit<Principal | null, StorageUnavailable>,
): undefined => {
  if (exit._tag === "Failure") return respondFailure(routed, exit.cause)
  const principal = exit.value
  if (principal === null) return respondProblem(routed, unknownToken(routed))
  const { kernel, route, token, started } = routed
  const allowance = kernel.rateLimiter?.take(principal.token.id, started) ?? null
  const stage: Authenticated = {
    ...routed,
    rateLimit: allowance === null ? null : allowance.field,
    principal,
    judgedIn: route.isWrite ? thisTurn() : never,
  }
  const refused =
    forbidden(stage, principal) ?? exhausted(allowance) ?? kernel.unreadResponses.refusal(token)
  if (refused !== null) return respondProblem(stage, refused)
  enter(stage, () => admitAsThemselves(stage, admit))
}

/** No turn of the event loop. */
const never = -1

/** Every request of a token counts, and the fields tell it what is left. */
const exhausted = (allowance: Allowance | null): Refused | null => {
  if (allowance === null || allowance.allowed) return null
  const detail = `Rate limit exceeded. Retry in ${allowance.wait} s.`
  return refuse("rate_limited", detail, ["Retry-After", String(allowance.wait)])
}
