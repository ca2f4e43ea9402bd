import { hash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Principal } from "@outlay/domain/rules"
import { respondFailure } from "./failure.ts"
import type { Kernel } from "./kernel.ts"
import { mayCome, permissionDenied } from "./own-rights.ts"
import { cookieOf } from "./reach.ts"
import { Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import type { Route } from "./route.ts"
import { type Authenticated, proceed, type Routed } from "./stages.ts"
import { thisTurn } from "./turn.ts"

const maxToken = 512
const token68 = /^[A-Za-z0-9\-._~+/]+=*$/u

/** RFC 6750: the response to a request without a token only says how to authenticate. */
const unauthenticated = (what: string) =>
  refuse("unauthorized", `${what}Send the header Authorization: Bearer outlay_…`, [
    "WWW-Authenticate",
    "Bearer",
  ])

const noToken = unauthenticated("")
const noScheme = unauthenticated("The word Bearer is missing before the token. ")
const otherScheme = unauthenticated("Only the scheme Bearer is supported. ")
const inField = unauthenticated("Tokens are not read from other headers. ")
const inQuery = unauthenticated("Tokens are not read from the URL, where logs would keep them. ")
const invalidToken = refuse(
  "unauthorized",
  "The token is unknown, expired or revoked. Send another one.",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)

const malformedToken = refuse(
  "unauthorized",
  "The token is malformed. Send it as it was issued, without quotes: Authorization: Bearer outlay_…",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)
const notOperators = refuse(
  "unauthorized",
  "This path needs the operator's token (OUTLAY_OPERATOR_TOKEN). Tokens of a business are for /v1 and /v2.",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)
const notOfBusiness = refuse(
  "unauthorized",
  "The operator's token is for /operator/v1. This path needs a token of the business.",
  ["WWW-Authenticate", 'Bearer error="invalid_token"'],
)
/** A browser whose session has ended: it has no other credential to send. */
const noSession = refuse("unauthorized", "The session has ended. Sign in again.", [
  "WWW-Authenticate",
  "Bearer",
])

/** Credential that a request presents. */
export interface Presented {
  readonly token: string
  readonly isCookie: boolean
}

/**
 * True if a credential was sent the way its kind requires: the secret of a session only in a
 * cookie, a token only as a bearer token.
 */
export const isInPlace = ({ token }: Principal, isCookie: boolean): boolean =>
  (token.kind === "SESSION") === isCookie

/**
 * Returns the bearer token of a request, or else its session. The operator's API accepts only a
 * token.
 */
export const presentedBy = (
  request: IncomingMessage,
  { reach }: Kernel,
  { isOperators }: Route,
): Presented | Refused => {
  const { authorization } = request.headers
  const secret = authorization === undefined && !isOperators ? cookieOf(request, reach) : null
  if (secret !== null) return isToken(secret) ? { token: secret, isCookie: true } : noSession
  const token = tokenOf(request)
  return token instanceof Refused ? token : { token, isCookie: false }
}

const isToken = (text: string): boolean => text.length <= maxToken && token68.test(text)

/** Returns the bearer token of a request without its scheme. */
const tokenOf = ({ headers, url = "" }: IncomingMessage): string | Refused => {
  const field = headers.authorization
  if (field === undefined) return misplaced(headers, url)
  if (field.slice(0, 7).toLowerCase() !== "bearer ") {
    return field.startsWith("outlay_") ? noScheme : otherScheme
  }
  const token = field.slice(7).trim()
  return isToken(token) ? token : malformedToken
}

/**
 * Refuses a request without a bearer token; explains if a token was sent in a place that is not
 * read.
 */
const misplaced = (headers: IncomingMessage["headers"], url: string): Refused => {
  if (headers["x-api-key"] !== undefined || headers["x-auth-token"] !== undefined) return inField
  return /[?&](?:access_)?(?:token|api_key|key)=/u.test(url) ? inQuery : noToken
}

/**
 * Returns why a token or session is not accepted here. For the operator's token, the refusal says
 * that it is the wrong API.
 */
export const unknownToken = ({ kernel, route, token, isCookie }: Routed): Refused => {
  if (isCookie) return noSession
  if (route.isOperators) return notOperators
  return isOperator(kernel, token) ? notOfBusiness : invalidToken
}

/**
 * "The token is compared in constant time": compares digests of equal length, for a token of any
 * length.
 */
export const isOperator = ({ operatorDigest }: Kernel, token: string): boolean =>
  operatorDigest !== null && timingSafeEqual(hash("sha256", token, "buffer"), operatorDigest)

const notTheirs = refuse(
  "forbidden",
  "The token does not belong to the business in the path. client_id must be the number of its business.",
)

/** Returns the business in the path; null if there is none. */
export const businessNamed = ({ route, values }: Routed): number | null => {
  const value = values[route.clientIdAt] ?? ""
  return /^[1-9]\d{0,14}$/u.test(value) ? Number(value) : null
}

/** Returns why a principal may not use the operation; null if it may. */
export const forbidden = ({ route, values }: Routed, principal: Principal): Refused | null => {
  const { clientIdAt } = route
  if (clientIdAt !== -1 && values[clientIdAt] !== String(principal.business.client_id)) {
    return notTheirs
  }
  return mayCome(route, principal) ? null : permissionDenied(route)
}

/**
 * "A credential is judged again when the body has arrived: one that ended meanwhile writes
 * nothing." If the body arrived together with the head, nothing can have ended. The operator's
 * token is a setting and is valid as long as the process runs.
 */
export const checkCredentialAgain = <S extends Authenticated>(
  stage: S,
  next: (stage: S) => undefined,
): undefined => {
  const { kernel, principal, token, route, checkedInTurn } = stage
  if (principal === null || !route.isWrite || checkedInTurn === thisTurn()) return next(stage)
  const found = kernel.authentication.authenticate(token, businessNamed(stage))
  proceed(stage, kernel.context, found, (_, exit) => {
    if (exit._tag === "Failure") return respondFailure(stage, exit.cause)
    const present = exit.value
    if (present === null) return respondProblem(stage, unknownToken(stage))
    const refused = forbidden(stage, present)
    return refused === null
      ? next({ ...stage, principal: present })
      : respondProblem(stage, refused)
  })
}
