import { SteadyClock } from "@outlay/domain/ports"
import { timestamp } from "@outlay/domain/rules"
import { Clock, Effect } from "effect"

/** Tolerance in milliseconds. Smaller adjustments of the machine's clock are not reported. */
const toleratedMs = 1_000

const interval = "1 second"

/** Returns the time at which the service's clock stands still, and by how much; null if it runs. */
const standing = Effect.gen(function* () {
  const lagMs = (yield* SteadyClock).lagMs()
  if (lagMs < toleratedMs) return null
  return { at: timestamp(yield* Clock.currentTimeMillis), seconds: Math.round(lagMs / 1_000) }
})

const stands = ({ at, seconds }: { readonly at: string; readonly seconds: number }): string =>
  `The machine's clock is ${seconds} s behind ${at}, the latest time that this service has shown ` +
  "or recorded: the service's time stops there until the machine's clock passes it. " +
  "Check the system clock."

const isAhead = (seconds: number): string =>
  `The machine's clock is ${seconds} s ahead of the database's: the service uses the database's ` +
  "time. Check the system clock."

/** Seconds by which the machine's clock is ahead of the database's. */
const excess = Effect.map(SteadyClock, ({ excessMs }) => Math.round(excessMs() / 1_000))

/** Returns the part of `/readyz` about the clock; empty if the clock is right. */
export const clockCondition = Effect.gen(function* () {
  const look = Effect.runSyncWith(yield* Effect.context<never>())
  return () => {
    const standstill = look(standing)
    const seconds_ahead = look(excess)
    const clock = {
      ...(standstill !== null && {
        ...{ stands_still_at: standstill.at, seconds_behind: standstill.seconds },
      }),
      ...(seconds_ahead > 0 && { seconds_ahead }),
    }
    return Object.keys(clock).length === 0 ? {} : { clock }
  }
})

/**
 * Logs once when the service's clock stops, when it runs again, and when the machine's clock is
 * ahead of the database's.
 */
export const watchClock = Effect.gen(function* () {
  let stood = false
  let wasAhead = false
  const look = Effect.gen(function* () {
    const standstill = yield* standing
    if (standstill !== null && !stood) yield* Effect.logWarning(stands(standstill))
    if (standstill === null && stood)
      yield* Effect.logInfo("The clock of the service is running again")
    stood = standstill !== null
    const seconds = yield* excess
    if (seconds > 0 && !wasAhead) yield* Effect.logWarning(isAhead(seconds))
    wasAhead = seconds > 0
  })
  yield* look
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(interval), look)))
})
