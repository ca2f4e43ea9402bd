import { Schema } from "effect"
import type { Event } from "../events.ts"
import {
  choice,
  client_id,
  count,
  flag,
  internal,
  listOf,
  nullable,
  secret,
  text,
  times,
  timestamp,
  url,
  uuid,
  without,
} from "../fields.ts"

/**
 * Secret with which a receiver verifies that a delivery comes from this service: `whsec_` and 32
 * bytes in base64.
 */
export const WebhookSecret = Schema.Struct({
  secret: text("`whsec_` and 32 bytes in base64."),
  expires_at: nullable(timestamp(), "Expiry time; null for the current secret."),
})
export interface WebhookSecret extends Schema.Schema.Type<typeof WebhookSecret> {}

/** A URL that is notified of a business's events, with the types of these events. */
export const Webhook = Schema.Struct({
  client_id,
  id: uuid("Id of the webhook."),
  url: url("URL that receives events."),
  event_types: listOf(
    text(),
    "Event types: exact types, `<resource>.*` for all events of a resource, or `*` for all events.",
  ),
  description: nullable(text(), "Description, or null."),
  /**
   * A disabled webhook receives nothing. Its pending deliveries remain, and no new ones are added.
   */
  enabled: flag("True if events are sent."),
  disabled_reason: internal(nullable(text(), "Reason the service disabled it, or null.")),
  /** The current secret first, then the previous one for a day after a rotation. */
  secrets: secret(listOf(WebhookSecret, "Secrets that sign deliveries.")),
  ...times,
}).annotate({ identifier: "Webhook", description: "Webhook." })
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A webhook as the interface shows it, without its secrets. */
export const WebhookRecord = without(Webhook, "secrets")
export interface WebhookRecord extends Schema.Schema.Type<typeof WebhookRecord> {}

/** A webhook with its new secret, shown on creation and on rotation. */
export const IssuedWebhook = Schema.Struct({
  ...WebhookRecord.fields,
  /** Null if no secret is new. */
  secret: nullable(text(), "New signing secret; shown only once."),
}).annotate({
  identifier: "IssuedWebhook",
  description: "Webhook; includes the secret if it is new. The secret is shown only once.",
})
export interface IssuedWebhook extends Schema.Schema.Type<typeof IssuedWebhook> {}

export interface WebhookKey {
  readonly client_id: number
  readonly webhook_id: string
}

export interface CreateWebhook {
  readonly url: string
  readonly event_types: ReadonlyArray<string>
  readonly description?: string | null | undefined
}

/** Changes the fields that are present, and no others. */
export interface UpdateWebhook {
  readonly url?: string | undefined
  readonly event_types?: ReadonlyArray<string> | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
  /** The response shows a new secret. The previous one remains valid for a day. */
  readonly rotate_secret?: true | undefined
}

export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const

/**
 * One event for one webhook. It is written with the event, and stored for some time after it is
 * settled.
 */
export const WebhookDelivery = Schema.Struct({
  client_id,
  id: uuid("Id of the delivery."),
  webhook_id: internal(uuid("Webhook of the delivery.")),
  event_id: uuid("Id of the event."),
  event_type: text("Event type."),
  event_sequence: internal(count("The `sequence` of the event in its business.")),
  /** Follows the order in which the events were committed. */
  sequence: internal(count("Position in the queue of the webhook.")),
  status: choice(
    deliveryStatuses,
    "Status: PENDING until delivered, or FAILED after the last attempt.",
  ),
  attempts: count("Number of attempts since it was queued or resent."),
  first_attempt: internal(nullable(timestamp(), "Time of the first attempt, or null.")),
  last_attempt: nullable(timestamp(), "Time of the last attempt, or null."),
  next_attempt: nullable(timestamp(), "Time of the next attempt; null if there is none."),
  response_status: nullable(
    Schema.Int,
    "HTTP status of the last response; null if there was none.",
  ),
  error: nullable(
    text(),
    "Reason the last attempt got no response, or why no more attempts are made.",
  ),
  ...times,
}).annotate({
  identifier: "WebhookDelivery",
  description:
    "Delivery of an event to a webhook: its status, the last response and the next attempt.",
})
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

export interface WebhookDeliveryKey extends WebhookKey {
  readonly delivery_id: string
}

/** The first delivery of a queue, with all data needed to send it. */
export interface QueuedDelivery {
  readonly webhook: Webhook
  readonly delivery: WebhookDelivery
  readonly event: Event
}

/** True if the webhook subscribes to events of this type. */
export const wantsEvent = ({ event_types }: Pick<Webhook, "event_types">, type: string): boolean =>
  event_types.some(
    (pattern) =>
      pattern === "*" ||
      pattern === type ||
      (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  )

/** A delivery before it has its position in the queue. */
export type NewWebhookDelivery = Omit<WebhookDelivery, "sequence">

/** Creates the delivery of an event to a webhook. */
export const newWebhookDelivery = (
  webhook: Pick<Webhook, "client_id" | "id">,
  event: Pick<Event, "id" | "type" | "sequence">,
  { id, now }: { readonly id: string; readonly now: string },
): NewWebhookDelivery => ({
  client_id: webhook.client_id,
  id,
  webhook_id: webhook.id,
  event_id: event.id,
  event_type: event.type,
  event_sequence: event.sequence,
  status: "PENDING",
  attempts: 0,
  first_attempt: null,
  last_attempt: null,
  next_attempt: now,
  response_status: null,
  error: null,
  created: now,
  updated: now,
})
