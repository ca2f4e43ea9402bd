import type { IncomingMessage, ServerResponse } from "node:http"
import type { Business } from "@outlay/domain/fields"
import type { Principal } from "@outlay/domain/rules"
import { type Context, Effect, type Exit } from "effect"
import type { Kernel } from "./kernel.ts"
import type { Route } from "./route.ts"

/**
 * One request on its way to its answer, as far as every answer needs to know it. The stages below
 * are made one from the other, each with what is known then: what a step takes says how far the
 * request must have come.
 */
export interface Exchange {
  readonly kernel: Kernel
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly started: number
  /** The path without its query. */
  readonly path: string
  /** The query without its question mark. */
  readonly search: string
  readonly progress: Progress
  /** The operation; null where there is none, or not yet. */
  readonly route: Route | null
  /** The secret that was presented, without its scheme; empty where there is none, or not yet. */
  readonly token: string
  /** The `RateLimit` field, where a limit applies. */
  readonly rateLimit: string | null
  readonly dryRun: boolean
}

/** How far the answer is: the same in every stage. */
export interface Progress {
  answered: boolean
  /** Whether the answer has left, or its connection is gone. */
  closed: boolean
}

/** The head has arrived. */
export interface Received extends Exchange {
  readonly route: null
  readonly token: ""
  readonly rateLimit: null
  readonly dryRun: false
}

/** The path and the method lead to an operation. */
export interface Routed extends Exchange {
  readonly route: Route
  /** The texts of the path's parameters, in their order. */
  readonly values: ReadonlyArray<string>
}

/** The token is good, and may come to the operation. */
export interface Authenticated extends Routed {
  /** Whose token it is; null: the operator's. */
  readonly principal: Principal | null
  /** The turn of the event loop in which the token was judged. */
  readonly judgedIn: number
}

/** The path and the query are read; the body is still to come. */
export interface Addressed extends Authenticated {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/** The request is of the operation's shape. */
export interface Admitted extends Addressed {
  /** Decoded, or the bytes of a streamed one. */
  readonly body: unknown
  /** What was sent of a body that is not streamed. */
  readonly bytes: Buffer | null
}

/** The business is known for which the operation is performed. */
export interface Placed extends Admitted {
  /** Null on the operator's paths that name none. */
  readonly business: Business | null
}

/** Goes on at a stage: what is thrown from there on is a defect of this request alone. */
export const enter = <S extends Exchange>(stage: S, step: (stage: S) => undefined): undefined => {
  try {
    step(stage)
  } catch (defect) {
    stage.kernel.failed(stage, defect)
  }
}

/** Runs an effect, and goes on with its exit: at once where it did not suspend. */
export const proceed = <S extends Exchange, A, E>(
  stage: S,
  context: Context.Context<never>,
  effect: Effect.Effect<A, E>,
  next: (stage: S, exit: Exit.Exit<A, E>) => undefined,
): undefined => {
  const fiber = Effect.runForkWith(context)(effect)
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) next(stage, exit)
  else fiber.addObserver((later) => enter(stage, () => next(stage, later)))
}
