import { Result } from "effect"
import { epoch, timestamp } from "../../core/dates.ts"
import { changed, type Decision, nothing } from "../../core/decision.ts"
import type { Webhook, WebhookDelivery, WebhookDeliveryKey } from "../../core/records/webhooks.ts"
import { NotFound } from "../../core/refusals.ts"
import { retryDelayMs, retryWindowMs } from "../../core/retries.ts"
import { changeEvent } from "../../core/row-change.ts"
import { type WebhookAnswer, WebhookNotSent } from "../sender.ts"
import { showWebhook, type WebhookContext } from "./definition.ts"

/** Maximum length of a saved error. */
const maxErrorLength = 200

/** Reason for a webhook whose receiver returned 410, and error of its pending deliveries. */
export const receiverGone = "The receiver answered 410 Gone, so the webhook was disabled."

/** Result of sending a delivery. */
export interface WebhookAttempt {
  /** URL that it was sent to. */
  readonly url: string
  /** `updated` of the delivery when it was sent. */
  readonly since: string
  readonly outcome: WebhookAnswer | WebhookNotSent
  /** Random number from 0 to below 1, which selects the next delay within its range. */
  readonly chance: number
  /** Time of the result. */
  readonly now: string
}

/** State of a queue after an attempt. */
export interface SettledAttempt {
  readonly status: WebhookDelivery["status"]
  /** Time of the next attempt; null if there is none. */
  readonly next_attempt: string | null
  /** True if the webhook is disabled: its pending deliveries will not be sent. */
  readonly disabled: boolean
}

/**
 * Saves an attempt. 2xx is DELIVERED. 410 disables the webhook, and the delivery is FAILED. After
 * any other result there is a retry, see `nextWebhookAttempt`, or the delivery is FAILED if there
 * are no more retries. Returns null if the delivery was removed or settled in the meantime. Also
 * returns null if the attempt failed but the URL has changed, or the delivery was put back in the
 * queue: the failure does not count, and the delivery stays due.
 */
export const decideWebhookAttempt = (
  { webhook, delivery }: WebhookContext,
  { url, since, outcome, chance, now }: WebhookAttempt,
): Result.Result<Decision<SettledAttempt | null>> => {
  if (webhook === null || delivery?.status !== "PENDING") return Result.succeed(nothing(null))
  const response = outcome instanceof WebhookNotSent ? null : outcome
  const attempted: WebhookDelivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    first_attempt: delivery.first_attempt ?? now,
    last_attempt: now,
    next_attempt: null,
    response_status: response?.status ?? null,
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
  const status = response?.status ?? 0
  if (status >= 200 && status < 300) return Result.succeed(settle("DELIVERED"))
  if (webhook.url !== url || delivery.updated !== since) return Result.succeed(nothing(null))
  if (status === 410) return Result.succeed(disabling(webhook, settle("FAILED"), now))
  const next = nextWebhookAttempt(attempted, { retryAfter: retryAfter(response), chance, now })
  return Result.succeed(next === null ? settle("FAILED") : settle("PENDING", next))
}

/** "429/503 with Retry-After": the header is ignored for other statuses. */
const retryAfter = (response: WebhookAnswer | null): string | null =>
  response?.status === 429 || response?.status === 503 ? response.retry_after : null

const disabling = (
  webhook: Webhook,
  { writes, result, ...rest }: Decision<SettledAttempt>,
  now: string,
): Decision<SettledAttempt> => {
  const settled = { ...result, disabled: true }
  // If someone disabled the webhook in the meantime, their reason stays.
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
 * Returns the time of the next attempt after a failure. The delays double from ten seconds to an
 * hour. Each is randomly between half and the whole of that, so that receivers that failed together
 * are not retried together. The attempt is never earlier than the receiver requested. The last one
 * is three days after the first attempt; after that, the result is null.
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
  const delayMs = retryDelayMs(attempts - 1)
  const plannedRetry = epoch(now) + Math.round((delayMs / 2) * (1 + chance))
  const requestedRetry = retryAfter === null ? 0 : epoch(retryAfter)
  return timestamp(Math.min(Math.max(plannedRetry, requestedRetry), end))
}

/**
 * Puts a delivery back in its place in the queue, as if it had never been attempted, to be sent as
 * soon as it is the first. Refuses an unknown delivery of this webhook.
 */
export const decideRedelivery = (
  { webhook, delivery }: WebhookContext,
  { delivery_id: id }: WebhookDeliveryKey,
  now: string,
): Result.Result<Decision<WebhookDelivery>, NotFound> => {
  // The remaining deliveries of a removed webhook cannot be redelivered.
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
