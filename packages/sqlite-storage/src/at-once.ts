import { Cause, Context, Effect, Exit, type Fiber, Scheduler } from "effect"

/** Long work does not yield to other fibers for fairness. */
const withoutYields = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.add(context, Scheduler.PreventSchedulerYield, true)

/** Runs work to its end, or until it suspends, and then returns its fiber. */
export const runAtOnce = <A, E, R>(
  context: Context.Context<R>,
  work: Effect.Effect<A, E, R>,
): Exit.Exit<A, E> | Fiber.Fiber<A, E> => {
  const exit = Effect.runSyncExitWith(withoutYields(context))(work)
  if (Exit.isSuccess(exit)) return exit
  const suspended = exit.cause.reasons.find(
    (reason) => Cause.isDieReason(reason) && Cause.isAsyncFiberError(reason.defect),
  )
  if (suspended === undefined || !Cause.isDieReason(suspended)) return exit
  if (!Cause.isAsyncFiberError(suspended.defect)) return exit
  return suspended.defect.fiber as Fiber.Fiber<A, E>
}

/** Ends work that has suspended by itself, which is a defect. */
export const stop = (fiber: Fiber.Fiber<unknown, unknown>): Exit.Exit<never> => {
  fiber.interruptUnsafe()
  return Exit.die(
    new Error("Work inside a transaction must not suspend: no timers, no network, no promises"),
  )
}
