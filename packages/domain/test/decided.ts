import { Result } from "effect"
import { type Decision, whole } from "../src/core/decision.ts"

/** Returns the decision with its slices. Throws a refusal. */
export const decidedWhole = <A>(decided: Result.Result<Decision<A>, unknown>): Decision<A> =>
  whole(Result.getOrThrow(decided))
