import { Result } from "effect"
import { epoch, timestamp } from "../../core/dates.ts"
import { changed, type Decision, nothing } from "../../core/decision.ts"
import type { Webhook, WebhookDelivery, WebhookDeliveryKey } from "../../core/records/webhooks.ts"
import { NotFound } from "../../core/refusals.ts"
import { changeEvent } from "../../core/row-change.ts"
import { type WebhookAnswer, WebhookNotSent } from "../sender.ts"
import { showWebhook, type WebhookContext } from "./definition.ts"

const firstDelayMs = 10_000
const maxDelayMs = 3_600_000
const retryWindowMs = 3 * 86_400_000

/** So much of an error is kept. */
const maxErrorLength = 200

/** What is said of a webhook whose receiver answered 410, and of what waited for it. */
export const receiverGone = "The receiver answered 410 Gone, so the webhook was disabled."

/** What came of sending a delivery. */
export interface WebhookAttempt {
  /** Where it was sent. */
  readonly url: string
  /** The `updated` of the delivery that was sent. */
  readonly since: string
  readonly outcome: WebhookAnswer | WebhookNotSent
  /** From 0 up to 1: how long the next pause is among those that it may have. */
  readonly chance: number
  /** When it came. */
  readonly now: string
}

/** What a queue does after an attempt. */
export interface SettledAttempt {
  readonly status: WebhookDelivery["status"]
  /** When the delivery is tried next, where it is. */
  readonly next_attempt: string | null
  /** Whether the webhook was disabled: nothing that waits for it will be sent. */
  readonly disabled: boolean
}

/**
 * Writes an attempt down. 2xx is DELIVERED. 410 disables the webhook, and the delivery is FAILED.
 * Anything else is tried again, see `nextWebhookAttempt`, and is FAILED when there is no next time.
 *
 * Null when the delivery is gone, or was settled meanwhile; also when it failed, but has another
 * URL or was put back since: the failure does not count, and the delivery stays due.
 */
export const decideWebhookAttempt = (
  { webhook, delivery }: WebhookContext,
  { url, since, outcome, chance, now }: WebhookAttempt,
): Result.Result<Decision<SettledAttempt | null>> => {
  if (webhook === null || delivery?.status !== "PENDING") return Result.succeed(nothing(null))
  const answered = outcome instanceof WebhookNotSent ? null : outcome
  const attempted: WebhookDelivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    first_attempt: delivery.first_attempt ?? now,
    last_attempt: now,
    next_attempt: null,
    response_status: answered?.status ?? null,
    error:
      outcome instanceof WebhookNotSent
        ? [...outcome.reason].slice(0, maxErrorLength).join("")
        : null,
    updated: now,
  }
  const settle = (status: WebhookDelivery["status"], next_attempt: string | null = null) => ({
    ...nothing({ status, next_attempt, disabled: false }),
    writes: [changed("webhook_deliveries", delivery, { ...attempted, status, next_attempt })],
  })
  const status = answered?.status ?? 0
  if (status >= 200 && status < 300) return Result.succeed(settle("DELIVERED"))
  if (webhook.url !== url || delivery.updated !== since) return Result.succeed(nothing(null))
  if (status === 410) return Result.succeed(disabling(webhook, settle("FAILED"), now))
  const next = nextWebhookAttempt(attempted, { retryAfter: retryAfter(answered), chance, now })
  return Result.succeed(next === null ? settle("FAILED") : settle("PENDING", next))
}

/** "429/503 with Retry-After": of other answers it is not heeded. */
const retryAfter = (answer: WebhookAnswer | null): string | null =>
  answer?.status === 429 || answer?.status === 503 ? answer.retry_after : null

const disabling = (
  webhook: Webhook,
  { writes, result, ...rest }: Decision<SettledAttempt>,
  now: string,
): Decision<SettledAttempt> => {
  const settled = { ...result, disabled: true }
  // Whoever disabled it meanwhile had reasons of their own.
  if (!webhook.enabled) return { ...rest, writes, result: settled }
  const after: Webhook = { ...webhook, enabled: false, disabled_reason: receiverGone, updated: now }
  return {
    ...rest,
    result: settled,
    writes: [...writes, changed("webhooks", webhook, after)],
    events: [changeEvent("webhook.disabled", showWebhook(webhook), showWebhook(after))],
  }
}

/**
 * When a delivery is tried next that has now failed: after pauses that double from ten seconds to
 * an hour, each between half of that and the whole of it, so that receivers that failed together
 * are not asked together; and never before the instant that the receiver asked for. For three days
 * after the first attempt: the last one is at their end, and null is the answer from then on.
 */
export const nextWebhookAttempt = (
  { attempts, first_attempt }: Pick<WebhookDelivery, "attempts" | "first_attempt">,
  {
    retryAfter,
    chance,
    now,
  }: { readonly retryAfter: string | null; readonly chance: number; readonly now: string },
): string | null => {
  const end = epoch(first_attempt ?? now) + retryWindowMs
  if (epoch(now) >= end) return null
  const delayMs = Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
  const plannedRetry = epoch(now) + Math.round((delayMs / 2) * (1 + chance))
  const requestedRetry = retryAfter === null ? 0 : epoch(retryAfter)
  return timestamp(Math.min(Math.max(plannedRetry, requestedRetry), end))
}

/**
 * Puts a delivery back in its place in the queue, as if it had never been tried, to be sent as soon
 * as it is the first. Refused: no such delivery of this webhook.
 */
export const decideRedelivery = (
  { webhook, delivery }: WebhookContext,
  { delivery_id: id }: WebhookDeliveryKey,
  now: string,
): Result.Result<Decision<WebhookDelivery>, NotFound> => {
  // What is left of a webhook that was removed is nobody's.
  if (webhook === null || delivery === null)
    return Result.fail(new NotFound({ what: "delivery", id }))
  const after: WebhookDelivery = {
    ...delivery,
    status: "PENDING",
    attempts: 0,
    first_attempt: null,
    next_attempt: now,
    updated: now,
  }
  return Result.succeed({
    ...nothing(after),
    writes: [changed("webhook_deliveries", delivery, after)],
  })
}
