import { makeUuids } from "@outlay/domain/ports"
import { type Endpoint, retryDelay } from "@outlay/http-contract"
import { Clock, Effect } from "effect"
import { type CallFailure, type Fault, ProblemError, TransportFailure } from "./failures.ts"
import type { ApiResponse } from "./method.ts"
import { type Input, invalid, type Prepared, prepare } from "./request.ts"
import { repeats, scheduleOf } from "./retry.ts"
import type { Settings } from "./settings.ts"

const uuids = makeUuids()

/** Performs one call: builds the request once, and retries it with the same `Idempotency-Key`. */
export const call = (
  settings: Settings,
  endpoint: Endpoint,
  input: Input,
): Effect.Effect<ApiResponse<unknown>, CallFailure> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const prepared = yield* Effect.try({
      try: () => prepare(settings, endpoint, input, uuids(now)),
      catch: (cause) =>
        cause instanceof TransportFailure ? cause : invalid(endpoint, "The input is malformed."),
    })
    return yield* attempt(settings, prepared).pipe(
      Effect.retry({
        schedule: scheduleOf(settings),
        while: (failure) => repeats(settings, prepared, failure),
      }),
    )
  }).pipe(Effect.withSpan(endpoint.operation, { kind: "client" }))

const attempt = (settings: Settings, prepared: Prepared) => {
  const { endpoint } = prepared
  const exchange = Effect.tryPromise({
    try: (signal) => exchanged(settings, prepared, signal),
    catch: (cause) => transportFailure(endpoint, "network", null, redacted(settings, cause)),
  }).pipe(Effect.flatMap((received) => read(endpoint, received)))
  if (endpoint.streamed) return exchange
  return Effect.timeoutOrElse(exchange, {
    duration: settings.timeout,
    orElse: () =>
      Effect.fail(transportFailure(endpoint, "timeout", null, "The request timed out.")),
  })
}

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Body of a successful response that is a file, which then has no text. */
  readonly file: Blob | null
}

const exchanged = async (
  { fetch, token }: Settings,
  { endpoint, url, headers, body }: Prepared,
  signal: AbortSignal,
): Promise<Received> => {
  const init: RequestInit & { readonly duplex?: "half" } = {
    method: endpoint.method,
    headers,
    body,
    signal,
    redirect: "manual",
    credentials: token === null ? "same-origin" : "omit",
    ...(endpoint.streamed ? { duplex: "half" } : {}),
  }
  const response = await fetch(url, init)
  const { status } = response
  const isFile = endpoint.success.kind === "file" && status === 200
  return {
    ...{ status, headers: response.headers },
    text: isFile ? "" : await response.text(),
    file: isFile ? await response.blob() : null,
  }
}

const read = (
  endpoint: Endpoint,
  { status, headers, text, file }: Received,
): Effect.Effect<ApiResponse<unknown>, CallFailure> =>
  Effect.gen(function* () {
    const retry_after = retryAfter(headers, yield* Clock.currentTimeMillis)
    if (status === 304) {
      return yield* transportFailure(
        endpoint,
        "not_modified",
        status,
        "The record has not changed.",
      )
    }
    if (file !== null) return { status, headers, body: file }
    const body = parsed(text)
    if (status >= 200 && status < 300) {
      const isComplete = endpoint.success.kind === "none" ? text === "" : isObject(body)
      if (isComplete) return { status, headers, body: text === "" ? undefined : body }
    } else if (isProblem(body)) return yield* problemOf(endpoint, status, body, retry_after)
    const detail = `Unexpected response with status ${status}.`
    return yield* transportFailure(endpoint, "unexpected_answer", status, detail, retry_after)
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null

type ProblemBody = Readonly<Record<string, unknown>> & { readonly code: string }

const isProblem = (body: unknown): body is ProblemBody =>
  isObject(body) && typeof body["code"] === "string" && typeof body["status"] === "number"

const problemOf = (
  endpoint: Endpoint,
  status: number,
  body: ProblemBody,
  retry_after: number | null,
): ProblemError => {
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : "")
  return new ProblemError({
    operation: endpoint.operation,
    status,
    code: body.code,
    type: text("type"),
    title: text("title"),
    detail: text("detail"),
    values: typeof body["values"] === "object" ? { ...body["values"] } : {},
    errors: Array.isArray(body["errors"]) ? (body["errors"] as ReadonlyArray<Fault>) : [],
    request_id: text("request_id") || null,
    retry_after,
  })
}

const transportFailure = (
  endpoint: Endpoint,
  reason: TransportFailure["reason"],
  status: number | null,
  detail: string,
  retry_after: number | null = null,
): TransportFailure =>
  new TransportFailure({ operation: endpoint.operation, reason, status, detail, retry_after })

/** Returns the delay in `Retry-After`, in seconds. */
const retryAfter = (headers: Headers, now: number): number | null => {
  const delayMs = retryDelay(headers.get("retry-after"), now)
  return delayMs === null ? null : Math.ceil(delayMs / 1000)
}

/** Returns the messages of a failed fetch and its causes, without the token. */
const redacted = ({ token }: Settings, cause: unknown): string => {
  const texts: Array<string> = []
  for (let each = cause; each instanceof Error && texts.length < 5; each = each.cause) {
    if (each.message !== "") texts.push(each.message)
  }
  const text = texts.length === 0 ? "The request failed." : texts.join(": ")
  return token === null ? text : text.replaceAll(token, "<redacted>")
}
