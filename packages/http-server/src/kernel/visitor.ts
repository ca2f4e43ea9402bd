import type { StorageUnavailable } from "@outlay/domain"
import type { Principal } from "@outlay/domain/rules"
import type { Exit } from "effect"
import { admit } from "./admit.ts"
import { respondFailure } from "./failure.ts"
import type { Exchange } from "./kernel.ts"
import { cookieOf, isFromHere, peerOf } from "./reach.ts"
import { refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import { type Authenticated, enter, proceed, type Routed } from "./stages.ts"

export const foreignOrigin = refuse("foreign_origin")

/** Counts a request that needs no token. Returns how many seconds its peer has to wait, or 0. */
export const secondsToWait = ({ kernel, request, started }: Exchange): number => {
  const allowance = kernel.visits?.take(peerOf(request, kernel.reach), started) ?? null
  return allowance === null || allowance.allowed ? 0 : allowance.wait
}

/** "Limits on tries": all requests of a peer that need no token count together. */
export const authoriseVisitor = (routed: Routed): undefined => {
  const { kernel, request, route } = routed
  const wait = secondsToWait(routed)
  if (wait > 0) {
    const detail = `Too many requests. Retry in ${wait} s.`
    return respondProblem(routed, refuse("rate_limited", detail, ["Retry-After", String(wait)]))
  }
  if (route.isWrite && !isFromHere(request, kernel.reach)) {
    return respondProblem(routed, foreignOrigin)
  }
  const secret = cookieOf(request, kernel.reach)
  if (secret === null) return visit(routed, null)
  proceed(routed, kernel.context, kernel.authentication.authenticate(secret, null), known)
}

const known = (
  routed: Routed,
  exit: Exit.Exit<Principal | null, StorageUnavailable>,
): undefined => {
  if (exit._tag === "Failure") return respondFailure(routed, exit.cause)
  visit(routed, exit.value?.token.kind === "SESSION" ? exit.value : null)
}

const visit = (routed: Routed, principal: Principal | null): undefined => {
  const visitor = { user_agent: agentOf(routed), principal }
  const stage: Authenticated = { ...routed, principal: null, visitor, checkedInTurn: never }
  enter(stage, admit)
}

/** Matches no turn of the event loop. */
const never = -1

const maxAgent = 128
const controls = /\p{Cc}/gu

/** Returns the browser's User-Agent; empty if it sends none. */
export const agentOf = ({ request }: Exchange): string =>
  (request.headers["user-agent"] ?? "").slice(0, maxAgent).replaceAll(controls, " ").trim()
