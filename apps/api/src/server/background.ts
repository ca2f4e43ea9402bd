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

/** How soon a setting shows that completes expenses. */
const reassessInterval = "1 second"
/** How often periods that ended are closed: events come soon after the instant. */
const sweepInterval = "5 seconds"
const deliverInterval = "2 seconds"
const inviteInterval = "1 second"
const pruneInterval = "10 minutes"

/** Says why work failed; what storage says, in words and only once while it says the same. */
export const reportingOnce = (what: string) => {
  let said = ""
  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      const failure = `${what} failed and will be retried`
      const error = Cause.squash(cause)
      if (!(error instanceof StorageUnavailable)) return Effect.logWarning(failure, cause)
      if (error.reason === said) return Effect.void
      said = error.reason
      return Effect.logWarning(`${failure}: ${said}`)
    })
  return <A, E, R>(work: Effect.Effect<A, E, R>) =>
    work.pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          said = ""
        }),
      ),
      Effect.catchCause(failed),
    )
}

/** What is wrong with the database is in the log once, also where no request asks for it. */
export const reportTroubles = Effect.gen(function* () {
  const { onTrouble } = yield* Engine
  const context = yield* Effect.context<never>()
  yield* onTrouble((sentence, isOver) => {
    Effect.runForkWith(context)(isOver ? Effect.logInfo(sentence) : Effect.logError(sentence))
  })
})

/**
 * Repeats work as the system itself, as often as that, or as soon as `sooner` ends, while this
 * process leads; what fails is logged, and tried again the next time.
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

/** Slices, each a unit of its own: one that a restart has broken off goes on where it was. */
const reassess = Reassessments.use((_) => _.proceed())

/** Messages go out soon after the commit that they tell of. */
const deliver = (lane: MessageLane) => Messages.use((_) => _.deliver(lane))

/** What people are told of is written after the commits that it tells of, and before it is sent. */
const notify = Notifications.use((_) => _.proceed())

/** Who asks to sign in is looked for at set times, whoever asks: no answer waits for it. */
const invite = SignInLinks.use((_) => _.deliver())
const pruneLinks = SignInLinks.use((_) => _.prune())

/** Webhooks are told at once of what this process commits; the rest is found by looking. */
const telling = Effect.flatMap(Arrivals, ({ next, sending }) =>
  repeatedly(
    "Delivering webhooks",
    deliverInterval,
    sending(WebhookDeliveries.use((_) => _.deliver(next))),
    next,
  ),
)

/** What the service does unasked, until its scope closes. */
export const background = Effect.all([
  repeatedly("Resetting budgets", sweepInterval, sweep),
  repeatedly("Reassessing expenses", reassessInterval, reassess),
  repeatedly("Writing notifications", deliverInterval, notify),
  repeatedly("Sending messages", deliverInterval, deliver("others")),
  repeatedly("Sending sign-in links", inviteInterval, deliver("sign-in")),
  telling,
  repeatedly("Writing sign-in links", inviteInterval, invite),
  repeatedly("Pruning sign-in links", pruneInterval, pruneLinks),
  repeatedly("Pruning idempotency records", pruneInterval, prune),
  repeatedly("Pruning webhook deliveries", pruneInterval, pruneDeliveries),
])
