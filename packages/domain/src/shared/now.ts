import { Clock, Effect } from "effect"
import { timestamp } from "./dates.ts"

/** The service's time: RFC 3339 UTC with milliseconds. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, timestamp)
