import {
  Budgets,
  CurrentActor,
  Messages,
  Notifications,
  Reassessments,
  SignInLinks,
  StorageUnavailable,
  system,
  WebhookDeliveries,
} from "@outlay/domain"
import { IdempotencyStore, type MessageLane, now } from "@outlay/domain/ports"
import { Cause, Effect } from "effect"
import { Engine } from "../engine.ts"
import { Arrivals } from "../webhooks/arrivals.ts"

/** Interval at which setting changes that complete expenses are applied. */
const reassessInterval = "1 second"
/** Interval at which ended periods are closed and their events created. */
const sweepInterval = "5 seconds"
const deliverInterval = "2 seconds"
const inviteInterval = "1 second"
const pruneInterval = "10 minutes"

/** Logs why work failed; a storage error as one line, and only once while it is unchanged. */
export const reportingOnce = (what: string) => {
  let lastReason = ""
  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      const failure = `${what} failed and will be retried`
      const error = Cause.squash(cause)
      if (!(error instanceof StorageUnavailable)) return Effect.logWarning(failure, cause)
      if (error.reason === lastReason) return Effect.void
      lastReason = error.reason
      return Effect.logWarning(`${failure}: ${lastReason}`)
    })
  return <A, E, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          lastReason = ""
        }),
      ),
      Effect.catchCause(failed),
    )
}

/** Logs each problem of the database once, even if no request is affected. */
export const reportTroubles = Effect.gen(function* () {
  const { onTrouble } = yield* Engine
  const context = yield* Effect.context<never>()
  yield* onTrouble((sentence, isOver) => {
    Effect.runForkWith(context)(isOver ? Effect.logInfo(sentence) : Effect.logError(sentence))
  })
})

/**
 * Repeats work as the system actor, at an interval or as soon as `sooner` completes, while this
 * process leads. Failures are logged and retried.
 */
const repeatedly = <E, R>(
  what: string,
  interval: "1 second" | "2 seconds" | "5 seconds" | "10 minutes",
  work: Effect.Effect<unknown, E, R>,
  sooner: Effect.Effect<void> = Effect.never,
) =>
  Effect.flatMap(Engine, ({ leads }) => Effect.when(work, leads)).pipe(
    reportingOnce(what),
    Effect.andThen(Effect.raceFirst(Effect.sleep(interval), sooner)),
    Effect.forever,
    Effect.provideService(CurrentActor, system),
    Effect.forkScoped,
  )

const sweep = Effect.flatMap(
  Budgets.use((_) => _.catchUpAll(null)),
  (closed) => (closed === 0 ? Effect.void : Effect.logInfo(`${closed} budgets reset`)),
)

const prune = Effect.flatMap(now, (time) => IdempotencyStore.use((_) => _.prune(time)))
const pruneDeliveries = WebhookDeliveries.use((_) => _.prune())

/** Works in slices, each in its own unit of work. A slice interrupted by a restart is resumed. */
const reassess = Reassessments.use((_) => _.proceed())

/** Sends messages soon after the commit that created them. */
const deliver = (lane: MessageLane) => Messages.use((_) => _.deliver(lane))

/** Writes notifications after the commits that they report, and before they are sent. */
const notify = Notifications.use((_) => _.proceed())

/** Sign-in requests are processed at fixed intervals, so response times do not reveal accounts. */
const invite = SignInLinks.use((_) => _.deliver())
const pruneLinks = SignInLinks.use((_) => _.prune())

/** Delivers webhooks for commits of this process at once, and finds the others by polling. */
const sendWebhooks = Effect.flatMap(Arrivals, ({ next, sending }) =>
  repeatedly(
    "Delivering webhooks",
    deliverInterval,
    sending(WebhookDeliveries.use((_) => _.deliver(next))),
    next,
  ),
)

/** Background work of the service, until its scope closes. */
export const background = Effect.all([
  repeatedly("Resetting budgets", sweepInterval, sweep),
  repeatedly("Reassessing expenses", reassessInterval, reassess),
  repeatedly("Writing notifications", deliverInterval, notify),
  repeatedly("Sending messages", deliverInterval, deliver("others")),
  repeatedly("Sending sign-in links", inviteInterval, deliver("sign-in")),
  sendWebhooks,
  repeatedly("Writing sign-in links", inviteInterval, invite),
  repeatedly("Pruning sign-in links", pruneInterval, pruneLinks),
  repeatedly("Pruning idempotency records", pruneInterval, prune),
  repeatedly("Pruning webhook deliveries", pruneInterval, pruneDeliveries),
])
