import { Duration, Effect, Schedule } from "effect"
import type { CallFailure } from "./failures.ts"
import type { Prepared } from "./request.ts"
import type { Settings } from "./settings.ts"

/** Exponential delays with jitter, at least as long as the service asks for. */
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

/** Whether the request may be sent again after this failure, and may succeed then. */
export const repeats = (settings: Settings, prepared: Prepared, failure: CallFailure): boolean => {
  if (Duration.isGreaterThan(askedFor(failure), settings.retry.maxDelay)) return false
  if (typeof ReadableStream === "function" && prepared.body instanceof ReadableStream) return false
  return refusedForNow(failure) || (isRepeatable(prepared) && isTransient(failure))
}

/** The service says that it did nothing, and that it may later: any request may be repeated. */
const refusedForNow = (failure: CallFailure): boolean =>
  failure.status === 429 || (failure._tag === "ProblemError" && failure.status === 503)

const transient: ReadonlySet<number | null> = new Set([502, 503, 504])

/** Whether the service acted is unknown, or the first attempt of this very request still runs. */
const isTransient = (failure: CallFailure): boolean =>
  transient.has(failure.status) ||
  (failure._tag === "ProblemError"
    ? failure.code === "idempotency_key_in_use"
    : failure.reason === "network" || failure.reason === "timeout")

/**
 * Whether doing it twice is doing it once. A POST has its key, GET, PUT and DELETE are idempotent.
 * A second PATCH could undo what somebody else changed in between, unless it has an `If-Match`. A
 * link signs in once: a second attempt would be refused for the first one's sake.
 */
const isRepeatable = ({ endpoint, headers }: Prepared): boolean =>
  endpoint.access === "public"
    ? endpoint.method === "GET"
    : endpoint.method !== "PATCH" || headers.has("if-match")
