import type { Business } from "@outlay/domain/fields"
import type { Principal } from "@outlay/domain/rules"
import { type Context, Effect, type Exit } from "effect"
import type { Visitor } from "./authentication.ts"
import type { Exchange } from "./kernel.ts"
import type { Route } from "./route.ts"

/** The head has arrived. */
export interface Received extends Exchange {
  readonly route: null
  readonly token: ""
  readonly isCookie: false
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
  /** Whose token it is; null: the operator's, or none. */
  readonly principal: Principal | null
  /** Who comes to an operation that is for anyone; null elsewhere. */
  readonly visitor: Visitor | null
  /** The turn of the event loop in which the token was checked. */
  readonly checkedInTurn: number
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
  /** What was sent of a body that is not streamed; of a file, what tells it from others. */
  readonly bytes: Buffer | null
  /** Who hears how it ends. */
  readonly outcome?: Outcome
}

/** Hears what becomes of the unit of work of a request. */
export interface Outcome {
  /** The unit begins: it ends whether or not the client is still there. */
  readonly begun: () => void
  /** What the handler answers; again, if the unit is repeated. */
  readonly answered: (answer: unknown) => void
  /** The unit has ended. */
  readonly done: (end: End) => void
}

/** How a unit of work ended. Where the answer to its commit was lost, nobody knows. */
export type End = "saved" | "undone" | "unknown"

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
