import { Result } from "effect"
import { epoch, timestamp } from "../../core/dates.ts"
import { type Decision, nothing } from "../../core/decision.ts"
import { isUnchanged } from "../../core/events.ts"
import { existing } from "../../core/not-found.ts"
import type {
  CreateWebhook,
  IssuedWebhook,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookKey,
  WebhookRecord,
  WebhookSecret,
} from "../../core/records/webhooks.ts"
import type { NotFound } from "../../core/refusals.ts"
import { rowChange, rowCreation, rowRemoval } from "../../core/row-change.ts"
import { asSet } from "../../core/sets.ts"
import { type TargetNotAllowed, TooManyWebhooks } from "../errors.ts"

/** Data that a store loads under its lock before a decision about a webhook. */
export interface WebhookContext {
  /** Number of webhooks of the business. */
  readonly webhooks: number
  /** Null for a new webhook, or if it does not exist. */
  readonly webhook: Webhook | null
  /** Delivery of the command, of that webhook; null if there is none. */
  readonly delivery: WebhookDelivery | null
}

/** Result of checking the URL of a command. */
type Target = Result.Result<void, TargetNotAllowed>

export interface WebhookCommand extends CreateWebhook {
  readonly client_id: number
  readonly id: string
  readonly secret: string
  readonly target: Target
  readonly now: string
}

export interface WebhookPatch extends UpdateWebhook {
  /** Secret that becomes the current one in a rotation. */
  readonly secret: string
  readonly target: Target
  readonly now: string
}

/** Maximum number of webhooks of a business. */
export const mostWebhooks = 20

/**
 * Time for which the previous secret stays valid after a rotation: one day to deploy the new one.
 */
const handoverMs = 86_400_000

export const showWebhook = ({ secrets: _, ...webhook }: Webhook): WebhookRecord => webhook

/** Returns the secrets that sign at an instant, the current one first. */
export const validSecrets = (
  { secrets }: Pick<Webhook, "secrets">,
  now: string,
): ReadonlyArray<string> =>
  secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ secret }) => secret)

/**
 * Creates a webhook. Its creation is the first event that is sent to it, if it subscribes to that
 * type.
 *
 * Refuses, in this order: a URL that is not allowed; more webhooks than a business can have.
 */
export const decideWebhook = (
  { webhooks }: WebhookContext,
  command: WebhookCommand,
): Result.Result<Decision<IssuedWebhook>, TargetNotAllowed | TooManyWebhooks> =>
  Result.gen(function* () {
    const { client_id, id, url, event_types, description = null, secret, target, now } = command
    yield* target
    if (webhooks >= mostWebhooks) {
      return yield* Result.fail(new TooManyWebhooks({ maximum: mostWebhooks }))
    }
    const webhook: Webhook = {
      client_id,
      id,
      url,
      event_types,
      description,
      enabled: true,
      disabled_reason: null,
      secrets: [{ secret, expires_at: null }],
      created: now,
      updated: now,
    }
    const data = showWebhook(webhook)
    return { result: { ...data, secret }, ...rowCreation("webhook.created", webhook, data) }
  })

/**
 * Changes the given fields only. A webhook that is enabled again continues with its pending
 * deliveries.
 *
 * Refuses, in this order: an unknown webhook; a new URL that is not allowed.
 */
export const decideWebhookUpdate = (
  context: WebhookContext,
  key: WebhookKey,
  patch: WebhookPatch,
): Result.Result<Decision<IssuedWebhook>, NotFound | TargetNotAllowed> =>
  Result.gen(function* () {
    const before = yield* existing(context.webhook, "webhook", key.webhook_id)
    const { url = before.url, enabled = before.enabled, rotate_secret = false, now } = patch
    if (url !== before.url) yield* patch.target
    const after: Webhook = {
      ...before,
      url,
      event_types: asSet(before.event_types, patch.event_types ?? before.event_types),
      description: patch.description === undefined ? before.description : patch.description,
      enabled,
      disabled_reason: enabled ? null : before.disabled_reason,
      secrets: rotate_secret ? rotated(before, patch.secret, now) : before.secrets,
      updated: now,
    }
    const data = showWebhook(after)
    if (isUnchanged(showWebhook(before), data) && !rotate_secret) {
      return nothing({ ...showWebhook(before), secret: null })
    }
    return {
      result: { ...data, secret: rotate_secret ? patch.secret : null },
      ...rowChange("webhook.updated", { before, after, show: showWebhook }),
    }
  })

const rotated = (
  { secrets }: Webhook,
  secret: string,
  now: string,
): ReadonlyArray<WebhookSecret> => {
  const until = timestamp(epoch(now) + handoverMs)
  const before = secrets.slice(0, 1).map((last) => ({ ...last, expires_at: until }))
  return [{ secret, expires_at: null }, ...before]
}

/** Deletes a webhook with its pending deliveries. Refuses an unknown webhook. */
export const decideWebhookRemoval = (
  context: WebhookContext,
  key: WebhookKey,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(existing(context.webhook, "webhook", key.webhook_id), (webhook) => ({
    result: undefined,
    ...rowRemoval("webhook.deleted", webhook, showWebhook(webhook)),
  }))
