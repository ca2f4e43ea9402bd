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
  /** Texts of the path's parameters, in order. */
  readonly values: ReadonlyArray<string>
}

/** The token is valid and may use the operation. */
export interface Authenticated extends Routed {
  /** Principal of the token; null for the operator's token or none. */
  readonly principal: Principal | null
  /** Caller of a public operation; null for other operations. */
  readonly visitor: Visitor | null
  /** Turn of the event loop in which the token was checked. */
  readonly checkedInTurn: number
}

/** The path and the query are parsed; the body has not arrived yet. */
export interface Addressed extends Authenticated {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/** The request has the shape of the operation. */
export interface Admitted extends Addressed {
  /** The decoded body; of a streamed one, its bytes. */
  readonly body: unknown
  /** Raw bytes of a body that is not streamed; for a file, bytes that identify it. */
  readonly bytes: Buffer | null
  /** Notified of the outcome of the unit of work. */
  readonly outcome?: Outcome
}

/** Callbacks of the unit of work of a request. */
export interface Outcome {
  /** The unit begins; from here on it completes even if the client disconnects. */
  readonly begun: () => void
  /** Called with the result of the handler; called again if the unit is repeated. */
  readonly handled: (result: unknown) => void
  /** The unit has ended. */
  readonly done: (end: End) => void
}

/** End of a unit of work; unknown if the response to its commit was lost. */
export type End = "saved" | "undone" | "unknown"

/** The business for which the operation runs is known. */
export interface Placed extends Admitted {
  /** Null on operator paths without a business. */
  readonly business: Business | null
}

/** Enters a stage: an exception from here on is a defect of this request alone. */
export const enter = <S extends Exchange>(stage: S, step: (stage: S) => undefined): undefined => {
  try {
    step(stage)
  } catch (defect) {
    stage.kernel.failed(stage, defect)
  }
}

/** Runs an effect and continues with its exit: at once if it did not suspend. */
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
