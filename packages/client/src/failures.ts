import { Data } from "effect"

/** One error in the request, as in the `errors` of a problem. */
export interface Fault {
  /** Location in the body: a JSON pointer. */
  readonly pointer?: string
  /** Name of the query parameter. */
  readonly parameter?: string
  readonly code: string
  readonly detail: string
  /** The values that `detail` names, by name, to write the sentence in another language. */
  readonly values?: Readonly<Record<string, unknown>>
}

/**
 * The service refused the request: the `application/problem+json` of its response. In programs, use
 * `code`, which is stable; `detail` is for people. Every method is typed with the codes of its
 * operation. A service that is newer than the client may return other codes, so give a `switch` a
 * `default`.
 */
export class ProblemError<out Code extends string = string> extends Data.TaggedError(
  "ProblemError",
)<{
  /** Such as `topups.create`. */
  readonly operation: string
  readonly status: number
  readonly code: string
  readonly type: string
  readonly title: string
  readonly detail: string
  /** The values that `detail` names, by name; empty if it names none. */
  readonly values: Readonly<Record<string, unknown>>
  /** Every error found in the request; empty if the request itself is valid. */
  readonly errors: ReadonlyArray<Fault>
  /** Id by which the operator finds the request in the logs. */
  readonly request_id: string | null
  /** Seconds to wait before a retry; null if the service named none. */
  readonly retry_after: number | null
}> {
  declare readonly code: Code

  override get message(): string {
    return `${this.operation}: ${this.status} ${this.code}: ${this.detail}`
  }
}

/** Why there is no usable response of the service. */
export type TransportReason =
  /** The connection failed or broke: it is unknown whether the request had an effect. */
  | "network"
  /** No response in time: it is unknown whether the request had an effect. */
  | "timeout"
  /** A response that is not of this API, such as one of a proxy or another service. */
  | "unexpected_answer"
  /** 304: the record is still the one that `If-None-Match` names. */
  | "not_modified"
  /** Nothing was sent, because the input does not make a valid request. */
  | "invalid_request"

/** There is no usable response of the service. Never contains the token. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  readonly operation: string
  readonly reason: TransportReason
  /** The status of the response, if there was one. */
  readonly status: number | null
  readonly detail: string
  readonly retry_after: number | null
}> {
  override get message(): string {
    return `${this.operation}: ${this.reason}: ${this.detail}`
  }
}

/** Every failure of a call; `Code` has the codes of its operation's problems. */
export type CallFailure<Code extends string = string> = ProblemError<Code> | TransportFailure
