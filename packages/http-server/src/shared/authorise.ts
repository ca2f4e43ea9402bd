import { hash, timingSafeEqual } from "node:crypto"
import type { Principal, StorageUnavailable } from "@outlay/domain"
import type { Exit } from "effect"
import { admit } from "./admit.ts"
import { respondFailure } from "./failure.ts"
import { type Exchange, type Kernel, proceed } from "./kernel.ts"
import { admitAsThemselves, mayCome, permissionDenied } from "./own-rights.ts"
import { type Refused, refuse } from "./refused.ts"
import { respondProblem } from "./respond.ts"
import type { Route } from "./route.ts"

const maxToken = 512
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/u

/**
 * "Order of checks: 401; 403 (`client_id` not the token's business …; then missing permission)."
 */
export const authorise = (exchange: Exchange, route: Route): undefined => {
  const field = exchange.request.headers.authorization
  if (field === undefined) return respondProblem(exchange, noToken)
  if (field.slice(0, 7).toLowerCase() !== "bearer ") return respondProblem(exchange, noToken)
  const token = field.slice(7).trim()
  if (token.length > maxToken || !token68.test(token)) {
    return respondProblem(exchange, invalidToken)
  }
  const { kernel } = exchange
  if (route.permission === null) {
    if (isOperator(kernel, token)) return admit(exchange, route)
    return respondProblem(exchange, invalidToken)
  }
  proceed(exchange, kernel.context, kernel.authentication.authenticate(token), authenticated)
}

/** RFC 6750: a request without a token is told only how to authenticate. */
const noToken = refuse("unauthorized", "Send a bearer token in the Authorization header.", [
  "WWW-Authenticate",
  "Bearer",
])
const invalidToken = refuse(
  "unauthorized",
  "The token is unknown, has expired, or was revoked: send another one.",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)

/** "The token is compared in constant time": digests of equal length, whatever was sent. */
const isOperator = ({ operatorDigest }: Kernel, token: string): boolean =>
  operatorDigest !== null && timingSafeEqual(hash("sha256", token, "buffer"), operatorDigest)

const authenticated = (
  exchange: Exchange,
  exit: Exit.Exit<Principal | null, StorageUnavailable>,
): undefined => {
  if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
  const principal = exit.value
  if (principal === null) return respondProblem(exchange, invalidToken)
  const route = exchange.route as Route
  exchange.principal = principal
  exchange.business = principal.business
  const limited = limit(exchange, principal)
  const refused = forbidden(exchange, route, principal) ?? limited
  if (refused !== null) return respondProblem(exchange, refused)
  admitAsThemselves(exchange, route, admit)
}

const forbidden = (exchange: Exchange, route: Route, principal: Principal): Refused | null => {
  const { clientIdAt } = route
  if (clientIdAt !== -1 && exchange.values[clientIdAt] !== String(principal.business.client_id)) {
    return refuse("forbidden", "This token is not of the business in the path.")
  }
  return mayCome(route, principal) ? null : permissionDenied(route)
}

/** Every request of a token counts, and the fields tell it what is left. */
const limit = (exchange: Exchange, principal: Principal): Refused | null => {
  const limiter = exchange.kernel.rateLimiter
  if (limiter === null) return null
  const allowance = limiter.take(principal.token.id, exchange.started)
  exchange.rateLimit = allowance.field
  if (allowance.allowed) return null
  const detail = `This token has used up its requests: wait ${allowance.wait} s.`
  return refuse("rate_limited", detail, ["Retry-After", String(allowance.wait)])
}
