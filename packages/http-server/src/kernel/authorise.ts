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
import { thisTurn } from "./turn.ts"

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
  exchange.token = token
  const { kernel } = exchange
  if (route.permission === null) {
    if (!isOperator(kernel, token)) return respondProblem(exchange, invalidToken)
    const refused = kernel.untaken.refusal(token)
    return refused === null ? admit(exchange, route, judgeAgain) : respondProblem(exchange, refused)
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
  const owes = exchange.kernel.untaken.refusal(exchange.token)
  const refused = forbidden(exchange, route, principal) ?? limited ?? owes
  if (refused !== null) return respondProblem(exchange, refused)
  if (route.isWrite) exchange.judgedIn = thisTurn()
  admitAsThemselves(exchange, route, admitJudged)
}

const admitJudged = (exchange: Exchange, route: Route): undefined =>
  admit(exchange, route, judgeAgain)

/**
 * "A credential is judged again when the body has arrived: one that ended meanwhile writes
 * nothing." Where the body came together with the head nothing can have ended. The operator's token
 * is a setting, and holds as long as the process.
 */
const judgeAgain = (exchange: Exchange, next: () => undefined): undefined => {
  const { kernel, principal, token, judgedIn } = exchange
  const route = exchange.route as Route
  if (principal === null || !route.isWrite || judgedIn === thisTurn()) return next()
  proceed(exchange, kernel.context, kernel.authentication.authenticate(token), (_, exit) => {
    if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
    const present = exit.value
    if (present === null) return respondProblem(exchange, invalidToken)
    exchange.principal = present
    exchange.business = present.business
    const refused = forbidden(exchange, route, present)
    return refused === null ? next() : respondProblem(exchange, refused)
  })
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
