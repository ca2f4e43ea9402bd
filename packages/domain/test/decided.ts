import { Result } from "effect"
import { type Decision, whole } from "../src/core/decision.ts"

/** What was decided, with its slices in it; throws a refusal. */
export const decidedWhole = <A>(decided: Result.Result<Decision<A>, unknown>): Decision<A> =>
  whole(Result.getOrThrow(decided))
