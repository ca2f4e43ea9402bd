import {
  Cause,
  Clock,
  Context,
  Duration,
  Effect,
  Exit,
  FiberSet,
  Layer,
  Queue,
  Random,
} from "effect"
import { system } from "../core/actor.ts"
import { epoch, timestamp } from "../core/dates.ts"
import { now as currentTime } from "../core/now.ts"
import type { QueuedDelivery, WebhookKey } from "../core/records/webhooks.ts"
import { Store } from "../core/store.ts"
import { CurrentActor, UnitOfWork } from "../core/unit-of-work.ts"
import { webhookContext } from "./looks.ts"
import { DeliveriesPerUnit, remains } from "./remains.ts"
import { decideWebhookAttempt, receiverGone, type SettledAttempt } from "./rules/attempts.ts"
import { validSecrets } from "./rules/definition.ts"
import { maxSentAtOnce, WebhookNotSent, WebhookSender } from "./sender.ts"
import { type DueRequest, WebhookStore } from "./store.ts"

/**
 * Maximum number of webhooks of one business that are served concurrently, so that slow ones leave
 * workers for others.
 */
const maxWorkersOfBusiness = 16

/** Maximum number of deliveries of a webhook before its worker is free for another one. */
const deliveriesPerTurn = 256

/**
 * Milliseconds after which a webhook starts no further delivery, so that a slow receiver frees its
 * worker.
 */
const turnMs = 5_000

/** Milliseconds between queries for other due webhooks, while deliveries are being sent. */
const lookIntervalMs = 1_000

/**
 * Milliseconds for which a webhook pauses after its deliveries could not be read or settled. It is
 * then retried, even if others are still busy.
 */
const pauseMs = 2_000

/**
 * A query takes longer the more queues there are, so the next one waits this many times its
 * duration.
 */
const restOfLook = 9

/** Time for which settled deliveries are kept. */
const retentionMs = 30 * 86_400_000

/** Number of attempts since the start, by outcome. */
export interface WebhookAttempts {
  readonly delivered: number
  /** Not delivered, to be retried later. */
  readonly postponed: number
  /** Not delivered, with no more retries. */
  readonly given_up: number
}

const outcomes = {
  DELIVERED: "delivered",
  PENDING: "postponed",
  FAILED: "given_up",
} as const

const monotonic = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Sends the due deliveries of one webhook, one after the other. */
const makeSender = Effect.gen(function* () {
  const attempts = { delivered: 0, postponed: 0, given_up: 0 }
  const store = yield* Store
  const { first } = yield* WebhookStore
  const sender = yield* WebhookSender
  const { atomically } = yield* UnitOfWork
  const { failSome, failRest } = yield* remains

  /** Saves the result of an attempt, as the system; a shutdown does not interrupt it. */
  const settle = Effect.fnUntraced(function* (
    { webhook, delivery }: QueuedDelivery,
    outcome: Effect.Success<ReturnType<typeof sender.send>> | WebhookNotSent,
  ) {
    const key = { client_id: webhook.client_id, webhook_id: webhook.id }
    const now = yield* currentTime
    const sent = { url: webhook.url, since: delivery.updated }
    const attempt = { ...sent, outcome, chance: yield* Random.next, now }
    const look = webhookContext({ ...key, delivery_id: delivery.id })
    return yield* atomically(
      Effect.gen(function* () {
        const settled = yield* store.change(key.client_id, look, (context) =>
          decideWebhookAttempt(context, attempt),
        )
        const isMore = settled?.disabled === true && (yield* failSome(key, now))
        return { settled, rest: isMore ? failRest(key, now) : Effect.void }
      }),
      key,
    ).pipe(Effect.provideService(CurrentActor, system))
  })

  const sendOne = Effect.fnUntraced(function* (queued: QueuedDelivery, now: string) {
    const { webhook, event } = queued
    const secrets = validSecrets(webhook, now)
    const request = { url: webhook.url, secrets, event }
    const { settled, rest } = yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.exit(restore(sender.send(request))), (exit) => {
        const outcome = outcomeOf(exit)
        return outcome === null ? Effect.interrupt : settle(queued, outcome)
      }),
    )
    if (settled === null) return
    attempts[outcomes[settled.status]]++
    yield* say(queued, settled)
    yield* rest
  })

  const sendQueue = Effect.fnUntraced(function* (key: WebhookKey) {
    const end = (yield* monotonic) + turnMs
    for (let count = 0; count < deliveriesPerTurn; count++) {
      if (count > 0 && (yield* monotonic) >= end) return count
      const queued = yield* first(key)
      const now = yield* currentTime
      if (queued === null || !queued.webhook.enabled) return count
      const { next_attempt } = queued.delivery
      if (next_attempt === null || next_attempt > now) return count
      yield* sendOne(queued, now)
    }
    return deliveriesPerTurn
  })

  return { sendQueue, attempts: Effect.sync((): WebhookAttempts => ({ ...attempts })) }
})

/**
 * Returns the result of a sender; a defect of the sender counts as no response. Returns null if it
 * was interrupted.
 */
const outcomeOf = <A>(exit: Exit.Exit<A, WebhookNotSent>): A | WebhookNotSent | null => {
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.hasInterrupts(exit.cause)) return null
  const [reason] = exit.cause.reasons
  return reason !== undefined && Cause.isFailReason(reason)
    ? reason.error
    : new WebhookNotSent({ reason: "The sender failed." })
}

/**
 * Logs the result of an attempt that did not deliver, without the URL, which may contain a secret.
 */
const say = (
  { webhook, delivery }: QueuedDelivery,
  settled: SettledAttempt,
): Effect.Effect<void> => {
  const what = `Event ${delivery.event_id} was not delivered to webhook ${webhook.id}`
  if (settled.disabled) return Effect.logWarning(`${what}: ${receiverGone}`)
  if (settled.status === "FAILED") return Effect.logError(`${what} and will not be retried`)
  return settled.status === "PENDING"
    ? Effect.logWarning(`${what} and will be retried at ${settled.next_attempt}`)
    : Effect.void
}

/** Number of webhooks whose last turn is remembered. */
const maxTurnsKnown = 10_000

/** Starts the queues that are due, while there are free workers. */
const makeBegin = Effect.gen(function* () {
  const store = yield* WebhookStore

  /** Webhook after which the next query starts, so that each one gets its turn. */
  let cursor = ""

  /** Number of the last turn of each webhook; the one that has waited longest is next. */
  const turns = new Map<string, number>()
  let turnCount = 0

  /** Earliest time of the next query, in milliseconds of the monotonic clock. */
  let rested = 0

  const rest = Effect.flatMap(monotonic, (time) =>
    time < rested ? Effect.sleep(rested - time) : Effect.void,
  )

  const look = Effect.fnUntraced(function* (now: string, request: DueRequest) {
    const [took, found] = yield* Effect.timed(store.due(now, request))
    rested = (yield* monotonic) + Math.min(restOfLook * Duration.toMillis(took), lookIntervalMs)
    const turnOf = ({ webhook_id }: WebhookKey): number => turns.get(webhook_id) ?? 0
    return { found, inTurn: found.toSorted((a, b) => turnOf(a) - turnOf(b)) }
  })

  const note = ({ webhook_id }: WebhookKey): void => {
    if (turns.size >= maxTurnsKnown) turns.clear()
    turns.set(webhook_id, ++turnCount)
  }

  return Effect.fnUntraced(function* (
    busyWebhooks: ReadonlyMap<string, number>,
    start: (key: WebhookKey) => Effect.Effect<void>,
  ) {
    yield* rest
    const now = yield* currentTime
    const limit = maxSentAtOnce * 2
    const workers = new Map<number, number>()
    const add = (client_id: number) => workers.set(client_id, (workers.get(client_id) ?? 0) + 1)
    for (const client_id of busyWebhooks.values()) add(client_id)
    for (const after of cursor === "" ? [""] : [cursor, ""]) {
      const { found, inTurn } = yield* look(now, { after, limit })
      const isPart = found.length === limit
      cursor = isPart ? (found.at(-1)?.webhook_id ?? "") : ""
      for (const key of inTurn) {
        if (busyWebhooks.size >= maxSentAtOnce) return
        if (busyWebhooks.has(key.webhook_id)) continue
        if ((workers.get(key.client_id) ?? 0) >= maxWorkersOfBusiness) continue
        add(key.client_id)
        note(key)
        yield* start(key)
      }
      if (isPart) return
    }
  })
})

const make = Effect.gen(function* () {
  const store = yield* WebhookStore
  const begin = yield* makeBegin
  const { sendQueue, attempts } = yield* makeSender
  const { finish } = yield* remains

  /** Sends the due deliveries, and those that become due in the meantime, until there are none. */
  const sendAll = Effect.fnUntraced(function* (arrival: Effect.Effect<void>) {
    const workers = yield* FiberSet.make<void>()
    const workerEnds = yield* Queue.unbounded<void>()
    /** Webhooks that have a worker, with the business of each. */
    const busyWebhooks = new Map<string, number>()
    /** Time at which each failed webhook may have a turn again. */
    const pauses = new Map<string, number>()
    let attemptCount = 0
    const start = (key: WebhookKey) =>
      Effect.flatMap(monotonic, (time) => {
        if (time < (pauses.get(key.webhook_id) ?? 0)) return Effect.void
        pauses.delete(key.webhook_id)
        busyWebhooks.set(key.webhook_id, key.client_id)
        const run = Effect.flatMap(Effect.exit(sendQueue(key)), (exit) => {
          busyWebhooks.delete(key.webhook_id)
          Queue.offerUnsafe(workerEnds, undefined)
          if (Exit.isSuccess(exit)) {
            attemptCount += exit.value
            return Effect.void
          }
          return Effect.flatMap(monotonic, (failed) => {
            pauses.set(key.webhook_id, failed + pauseMs)
            if (Cause.hasInterruptsOnly(exit.cause)) return Effect.void
            return Effect.logWarning(`Webhook ${key.webhook_id} will be retried later`, exit.cause)
          })
        })
        return Effect.asVoid(FiberSet.run(workers, run))
      })
    for (;;) {
      yield* begin(busyWebhooks, start)
      if (busyWebhooks.size === 0 && (yield* Queue.size(workerEnds)) === 0) return attemptCount
      yield* Effect.raceAllFirst<Effect.Effect<unknown>>([
        Queue.takeAll(workerEnds),
        arrival,
        Effect.sleep(lookIntervalMs),
      ])
    }
  }, Effect.scoped)

  const deliver = Effect.fn("WebhookDeliveries.deliver")(
    (arrival: Effect.Effect<void> = Effect.never) => sendAll(arrival),
  )

  const prune = Effect.fn("WebhookDeliveries.prune")(function* () {
    const before = timestamp(epoch(yield* currentTime) - retentionMs)
    const limit = yield* DeliveriesPerUnit
    yield* finish
    let removed = 0
    for (;;) {
      const count = yield* store.prune(before, limit)
      removed += count
      if (count < limit) return removed
    }
  })

  const oldestAge = Effect.gen(function* () {
    const oldest = yield* store.oldestWaiting
    if (oldest === null) return 0
    return Math.max(0, (epoch(yield* currentTime) - epoch(oldest)) / 1000)
  })

  return {
    /**
     * Sends all due deliveries, and those that become due meanwhile. Returns how many attempts were
     * made. Deliveries of one webhook are sent in order, and the first that fails holds back the
     * rest; webhooks do not wait for each other. After a crash, a delivery may be sent again; an
     * interrupted one stays due. New deliveries are noticed within a second, or as soon as
     * `arrival` ends; `arrival` runs repeatedly.
     */
    deliver,
    /**
     * Removes deliveries that were settled thirty or more days ago. Returns how many. Before that,
     * removes the remaining deliveries of deleted webhooks, and fails those of receivers that are
     * gone (410).
     */
    prune,
    /** Number of pending deliveries of enabled webhooks. */
    waiting: store.waiting,
    /**
     * Age of the oldest pending delivery of an enabled webhook, in seconds; 0 if there is none.
     */
    oldestAge,
    /** Attempts since the start, counted by outcome. */
    attempts,
  }
})

/**
 * Sends events to webhooks. A delivery is queued in the same unit of work as its event, and sent
 * after the commit, at least once. Not for use inside a unit of work.
 */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  Effect.Success<typeof make>
>()("@outlay/domain/WebhookDeliveries") {
  static readonly layer = Layer.effect(WebhookDeliveries, make)
}
