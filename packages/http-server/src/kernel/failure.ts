import { StorageUnavailable } from "@outlay/domain"
import { encodeValues } from "@outlay/http-contract"
import { Cause, Effect, Result } from "effect"
import type { Exchange } from "./kernel.ts"
import { type ErrorEntry, Refused, refuse } from "./refusal.ts"
import { respondProblem, settle } from "./respond.ts"
import type { Route } from "./route.ts"

/**
 * Responds to the failure of a step: to a refusal with its problem, to anything else with 503 or
 * 500.
 */
export const respondFailure = (exchange: Exchange, cause: Cause.Cause<unknown>): undefined => {
  const error = Result.getOrUndefined(Cause.findError(cause))
  if (error instanceof StorageUnavailable) return respondUnavailable(exchange, error)
  const refused = problemOf(exchange.route, error)
  if (refused === null) return exchange.kernel.failed(exchange, cause)
  respondProblem(exchange, refused)
}

/** Logs for the operator why storage failed. The client only learns the outcome of its request. */
const respondUnavailable = (exchange: Exchange, error: StorageUnavailable): undefined => {
  log(exchange, Effect.logError(`Storage is unavailable: ${error.reason}`))
  respondProblem(exchange, refuse("storage_unavailable", error.message, ["Retry-After", "1"]))
}

/** Returns the problem of a handler's error; null if the endpoint declares none for it. */
export const problemOf = (route: Route | null, error: unknown): Refused | null => {
  if (error instanceof Refused) return error
  const refusal = (error ?? {}) as {
    readonly _tag?: string
    readonly message?: string
    readonly pointer?: string
    readonly parameter?: string
    readonly retry_after?: number
  }
  const problem = route?.problems.get(refusal._tag ?? "")
  if (problem === undefined) return null
  const code = problem.code(error)
  const detail = refusal.message ?? problem.title
  const { pointer, parameter } = refusal
  const values = encodeValues(problem.values, refusal)
  const sentence = { code, detail, ...(values !== undefined && { values }) }
  const errors: ReadonlyArray<ErrorEntry> =
    pointer !== undefined
      ? [{ pointer, ...sentence }]
      : parameter !== undefined
        ? [{ parameter, ...sentence }]
        : []
  const headers =
    refusal.retry_after === undefined ? [] : ["Retry-After", String(refusal.retry_after)]
  return new Refused({
    status: problem.status,
    code,
    title: problem.title,
    detail,
    errors,
    values,
    headers,
  })
}

/**
 * Logs a defect once, with the id of the request, and does not show it to the client. A client that
 * disconnected while it sent is no defect.
 */
export const recordDefect = (exchange: Exchange, defect: unknown): undefined => {
  const { request } = exchange
  if (request.destroyed && !request.complete) return void settle(exchange, 400)
  const cause = Cause.isCause(defect) ? defect : Cause.die(defect)
  log(exchange, Effect.logError("A request ended in a defect", cause))
  if (exchange.response.headersSent) exchange.response.destroy()
  else respondProblem(exchange, refuse("internal_error"))
}

/** Adds the request to the annotations of everything that `work` logs. */
export const loggedUnder = <A, E, R>(
  { id, route }: Exchange,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.annotateLogs(work, { request_id: id, operation: route?.endpoint.operation ?? "none" })

export const log = (exchange: Exchange, entry: Effect.Effect<void>): undefined =>
  void Effect.runForkWith(exchange.kernel.context)(loggedUnder(exchange, entry))
