import { Data } from "effect"

/** One fault in what was sent, as `errors` of a problem lists it. */
export interface Fault {
  /** Where in the body: a JSON pointer. */
  readonly pointer?: string
  /** Which parameter of the query. */
  readonly parameter?: string
  readonly code: string
  readonly detail: string
}

/**
 * The service refused, and says why: the `application/problem+json` of its answer. Judge by `code`,
 * which is stable; `detail` is for people. Every method knows the codes of its operation. A service
 * that is newer than the client may answer with others: give a `switch` a `default`.
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
  /** Every fault found in the request; empty where the problem is no matter of shape. */
  readonly errors: ReadonlyArray<Fault>
  /** What the operator finds the request by. */
  readonly request_id: string | null
  /** Seconds after which the service wants to be asked again; null where it did not say. */
  readonly retry_after: number | null
}> {
  declare readonly code: Code

  override get message(): string {
    return `${this.operation}: ${this.status} ${this.code}: ${this.detail}`
  }
}

/** Why there is no answer of the service. */
export type TransportReason =
  /** No connection, or it broke: whether the service acted is unknown. */
  | "network"
  /** No answer in time: whether the service acted is unknown. */
  | "timeout"
  /** An answer that is not of this interface, as a proxy or another service would give it. */
  | "unexpected_answer"
  /** 304: the record is still the one that `If-None-Match` names. */
  | "not_modified"
  /** Nothing was sent, because no request can be made of the input. */
  | "invalid_request"

/** There is no answer of the service. Never holds the token. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  readonly operation: string
  readonly reason: TransportReason
  /** The status of the answer, where one came. */
  readonly status: number | null
  readonly detail: string
  readonly retry_after: number | null
}> {
  override get message(): string {
    return `${this.operation}: ${this.reason}: ${this.detail}`
  }
}

/** Every way in which a call can fail; `Code` is that of the problems of its operation. */
export type CallFailure<Code extends string = string> = ProblemError<Code> | TransportFailure
