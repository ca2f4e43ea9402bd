import {
  Budgets,
  CurrentActor,
  IdempotencyStore,
  Messages,
  now,
  system,
  WebhookDeliveries,
} from "@outlay/domain"
import { Effect, Schedule } from "effect"

/** How often periods that ended are closed: events come soon after the instant. */
const sweepInterval = "5 seconds"
const deliverInterval = "2 seconds"
const pruneInterval = "10 minutes"

/** Repeats work as the system itself; what fails is logged, and tried again the next time. */
const repeatedly = <E, R>(
  what: string,
  interval: "2 seconds" | "5 seconds" | "10 minutes",
  work: Effect.Effect<unknown, E, R>,
) =>
  work.pipe(
    Effect.catchCause((cause) => Effect.logWarning(`${what} failed and is tried again`, cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.provideService(CurrentActor, system),
    Effect.forkScoped,
  )

const sweep = Effect.flatMap(
  Budgets.use((_) => _.catchUpAll(null)),
  (closed) => (closed === 0 ? Effect.void : Effect.logInfo(`${closed} budgets reset`)),
)

const prune = Effect.flatMap(now, (time) => IdempotencyStore.use((_) => _.prune(time)))
const pruneDeliveries = WebhookDeliveries.use((_) => _.prune())

/** Messages go out soon after the commit that they tell of. */
const deliver = Messages.use((_) => _.deliver())
const tell = WebhookDeliveries.use((_) => _.deliver())

/** What the service does unasked, until its scope closes. */
export const background = Effect.all([
  repeatedly("The reset of budgets", sweepInterval, sweep),
  repeatedly("The sending of messages", deliverInterval, deliver),
  repeatedly("The telling of webhooks", deliverInterval, tell),
  repeatedly("The pruning of idempotency records", pruneInterval, prune),
  repeatedly("The pruning of webhook deliveries", pruneInterval, pruneDeliveries),
])
