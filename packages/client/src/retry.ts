import { Duration, Effect, Schedule } from "effect"
import type { CallFailure } from "./failures.ts"
import type { Prepared } from "./request.ts"
import type { Settings } from "./settings.ts"

/**
 * Returns a schedule of exponential delays with jitter, at least as long as the service requests.
 */
export const scheduleOf = ({ retry }: Settings) =>
  Schedule.exponential(retry.initialDelay).pipe(
    Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, retry.maxDelay))),
    Schedule.jittered,
    Schedule.setInputType<CallFailure>(),
    Schedule.modifyDelay(({ input, duration }) =>
      Effect.succeed(Duration.max(duration, askedFor(input))),
    ),
    Schedule.upTo({ times: retry.maxRetries }),
  )

const askedFor = (failure: CallFailure): Duration.Duration =>
  Duration.seconds(failure.retry_after ?? 0)

/** Returns true if the request may be sent again after this failure, and may then succeed. */
export const repeats = (settings: Settings, prepared: Prepared, failure: CallFailure): boolean => {
  if (Duration.isGreaterThan(askedFor(failure), settings.retry.maxDelay)) return false
  if (typeof ReadableStream === "function" && prepared.body instanceof ReadableStream) return false
  return refusedForNow(failure) || (isRepeatable(prepared) && isTransient(failure))
}

/**
 * Returns true if the service reports that it did nothing and may do so later. Then any request may
 * be retried.
 */
const refusedForNow = (failure: CallFailure): boolean =>
  failure.status === 429 || (failure._tag === "ProblemError" && failure.status === 503)

const transient: ReadonlySet<number | null> = new Set([502, 503, 504])

/**
 * Returns true if it is unknown whether the service acted, or if the first attempt of the same
 * request still runs.
 */
const isTransient = (failure: CallFailure): boolean =>
  transient.has(failure.status) ||
  (failure._tag === "ProblemError"
    ? failure.code === "idempotency_key_in_use"
    : failure.reason === "network" || failure.reason === "timeout")

/**
 * Returns true if sending the request twice has the same effect as once. A POST has its key; GET,
 * PUT and DELETE are idempotent. A second PATCH could undo someone else's change in between, unless
 * it has an `If-Match`. A sign-in link works only once, so a second attempt would be refused
 * because of the first.
 */
const isRepeatable = ({ endpoint, headers }: Prepared): boolean =>
  endpoint.access === "public"
    ? endpoint.method === "GET"
    : endpoint.method !== "PATCH" || headers.has("if-match")
