import { hash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Principal } from "@outlay/domain/rules"
import { respondFailure } from "./failure.ts"
import type { Kernel } from "./kernel.ts"
import { mayCome, permissionDenied } from "./own-rights.ts"
import { type Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import { type Authenticated, proceed, type Routed } from "./stages.ts"
import { thisTurn } from "./turn.ts"

const maxToken = 512
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/u

/** RFC 6750: a request without a token is told only how to authenticate. */
const noToken = refuse("unauthorized", "Send a bearer token in the Authorization header.", [
  "WWW-Authenticate",
  "Bearer",
])
export const invalidToken = refuse(
  "unauthorized",
  "The token is unknown, expired or revoked. Send another one.",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)

/** The bearer token that a request presents, without its scheme. */
export const tokenOf = ({ headers }: IncomingMessage): string | Refused => {
  const field = headers.authorization
  if (field === undefined) return noToken
  if (field.slice(0, 7).toLowerCase() !== "bearer ") return noToken
  const token = field.slice(7).trim()
  return token.length > maxToken || !token68.test(token) ? invalidToken : token
}

/** "The token is compared in constant time": digests of equal length, whatever was sent. */
export const isOperator = ({ operatorDigest }: Kernel, token: string): boolean =>
  operatorDigest !== null && timingSafeEqual(hash("sha256", token, "buffer"), operatorDigest)

/** Why a principal may not come to the operation, or null. */
export const forbidden = ({ route, values }: Routed, principal: Principal): Refused | null => {
  const { clientIdAt } = route
  if (clientIdAt !== -1 && values[clientIdAt] !== String(principal.business.client_id)) {
    return refuse("forbidden", "The token does not belong to the business in the path.")
  }
  return mayCome(route, principal) ? null : permissionDenied(route)
}

/**
 * "A credential is judged again when the body has arrived: one that ended meanwhile writes
 * nothing." Where the body came together with the head nothing can have ended. The operator's token
 * is a setting, and holds as long as the process.
 */
export const judgeAgain = <S extends Authenticated>(
  stage: S,
  next: (stage: S) => undefined,
): undefined => {
  const { kernel, principal, token, route, judgedIn } = stage
  if (principal === null || !route.isWrite || judgedIn === thisTurn()) return next(stage)
  proceed(stage, kernel.context, kernel.authentication.authenticate(token), (_, exit) => {
    if (exit._tag === "Failure") return respondFailure(stage, exit.cause)
    const present = exit.value
    if (present === null) return respondProblem(stage, invalidToken)
    const refused = forbidden(stage, present)
    return refused === null
      ? next({ ...stage, principal: present })
      : respondProblem(stage, refused)
  })
}
