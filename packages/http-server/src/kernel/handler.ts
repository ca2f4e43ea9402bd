import type { StorageUnavailable } from "@outlay/domain"
import type { AnswerOf, Endpoint, Input, ProblemsOf } from "@outlay/http-contract"
import type { Effect } from "effect"
import type { CurrentPrincipal } from "./authentication.ts"

/** An endpoint with what answers it; `R` is what the answering needs. */
export interface Handler<out R = unknown> {
  readonly endpoint: Endpoint
  readonly handle: (input: Input<Endpoint>) => Effect.Effect<unknown, unknown, unknown>
  readonly "~services"?: R
}

export type ServicesOf<H> = H extends Handler<infer R> ? R : never

/**
 * Pairs an endpoint with the use case that answers it. It compiles only where every refusal of the
 * use case is a problem of the endpoint. A write runs inside the unit of work that the server
 * opens.
 */
export const handler = <E extends Endpoint<any, any, any, any, any>, R = never>(
  endpoint: E,
  handle: (input: Input<E>) => Effect.Effect<AnswerOf<E>, ProblemsOf<E> | StorageUnavailable, R>,
): Handler<Exclude<R, CurrentPrincipal>> =>
  ({ endpoint, handle }) as unknown as Handler<Exclude<R, CurrentPrincipal>>
