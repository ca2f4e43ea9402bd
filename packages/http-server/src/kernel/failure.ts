import { StorageUnavailable } from "@outlay/domain"
import { Cause, Effect, Result } from "effect"
import type { Exchange, Kernel } from "./kernel.ts"
import { type ErrorEntry, Refused, refuse } from "./refusal.ts"
import { respondProblem, settle } from "./respond.ts"
import type { Route } from "./route.ts"

/** Answers what a step failed with: a refusal as its problem, all else as 503 or 500. */
export const respondFailure = (exchange: Exchange, cause: Cause.Cause<unknown>): undefined => {
  const error = Cause.findError(cause)
  const refused = Result.isSuccess(error) ? problemOf(exchange.route, error.success) : null
  if (refused === null) return exchange.kernel.failed(exchange, cause)
  respondProblem(exchange, refused)
}

/** The problem of what a handler refused with; null where the endpoint knows none. */
export const problemOf = (route: Route | null, error: unknown): Refused | null => {
  if (error instanceof Refused) return error
  if (error instanceof StorageUnavailable) return unavailable(error)
  const refusal = error as {
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
  const errors: ReadonlyArray<ErrorEntry> =
    pointer !== undefined
      ? [{ pointer, code, detail }]
      : parameter !== undefined
        ? [{ parameter, code, detail }]
        : []
  const headers =
    refusal.retry_after === undefined ? [] : ["Retry-After", String(refusal.retry_after)]
  return new Refused({
    status: problem.status,
    code,
    title: problem.title,
    detail,
    errors,
    headers,
  })
}

const unavailable = (error: StorageUnavailable): Refused =>
  refuse("storage_unavailable", error.message, ["Retry-After", "1"])

/**
 * Logs a defect once, under the request's id, and tells the client nothing of it. A client that
 * went away while it sent is no defect.
 */
export const recordDefect = (exchange: Exchange, defect: unknown): undefined => {
  const { kernel, request, route, id } = exchange
  if (request.destroyed && !request.complete) return void settle(exchange, 400)
  const cause = Cause.isCause(defect) ? defect : Cause.die(defect)
  log(kernel, cause, { request_id: id, operation: route?.endpoint.operation ?? "none" })
  if (exchange.response.headersSent) exchange.response.destroy()
  else respondProblem(exchange, refuse("internal_error"))
}

const log = (
  kernel: Kernel,
  cause: Cause.Cause<unknown>,
  annotations: Readonly<Record<string, string>>,
): undefined => {
  const entry = Effect.logError("A request ended in a defect", cause).pipe(
    Effect.annotateLogs(annotations),
  )
  Effect.runForkWith(kernel.context)(entry)
}
