import type { Event } from "../events.ts"

/** With it a receiver verifies that a delivery is from here: `whsec_` and 32 bytes in base64. */
export interface WebhookSecret {
  readonly secret: string
  /** Null for the current one; after a rotation the one before it stays valid until then. */
  readonly expires_at: string | null
}

/** Who is told of a business's events, and of which. */
export interface Webhook {
  readonly client_id: number
  readonly id: string
  readonly url: string
  /** Exact types, `<resource>.*` for all of a kind, or `*` for all. */
  readonly event_types: ReadonlyArray<string>
  readonly description: string | null
  /** A disabled one is sent nothing: what waits goes on waiting, and nothing is added to it. */
  readonly enabled: boolean
  /** Why the service itself disabled it; else null. */
  readonly disabled_reason: string | null
  /** The current one first, then, for a day after a rotation, the one before it. */
  readonly secrets: ReadonlyArray<WebhookSecret>
  readonly created: string
  readonly updated: string
}

/** A webhook as it is shown: never its secrets. */
export type WebhookRecord = Omit<Webhook, "secrets">

/** A webhook with its new secret: shown when it is created, and when its secret is rotated. */
export interface IssuedWebhook extends WebhookRecord {
  /** Null where no secret is new. */
  readonly secret: string | null
}

export interface WebhookKey {
  readonly client_id: number
  readonly webhook_id: string
}

export interface CreateWebhook {
  readonly url: string
  readonly event_types: ReadonlyArray<string>
  readonly description?: string | null | undefined
}

/** Changes the fields that are named, and no others. */
export interface UpdateWebhook {
  readonly url?: string | undefined
  readonly event_types?: ReadonlyArray<string> | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
  /** The answer shows a new secret; the one before it stays valid for a day. */
  readonly rotate_secret?: true | undefined
}

export const deliveryStatuses = ["PENDING", "DELIVERED", "FAILED"] as const
export type WebhookDeliveryStatus = (typeof deliveryStatuses)[number]

/** One event for one webhook: written with the event, and kept for a time after it is settled. */
export interface WebhookDelivery {
  readonly client_id: number
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly event_type: string
  /** Of the event, in its business. */
  readonly event_sequence: number
  /** Its place in the line of its webhook: in the order in which the events were committed. */
  readonly sequence: number
  readonly status: WebhookDeliveryStatus
  /** How often it was tried, since it was added to the line or asked for again. */
  readonly attempts: number
  readonly first_attempt: string | null
  readonly last_attempt: string | null
  /** Before then it is not tried; null when it is not tried any more. */
  readonly next_attempt: string | null
  /** What the receiver answered last; null when it did not answer. */
  readonly response_status: number | null
  /** Why the last attempt had no answer, or why there will be none; in short words of our own. */
  readonly error: string | null
  readonly created: string
  readonly updated: string
}

export interface WebhookDeliveryKey extends WebhookKey {
  readonly delivery_id: string
}

/** The first of a line, with all that sending it needs. */
export interface WebhookHead {
  readonly webhook: Webhook
  readonly delivery: WebhookDelivery
  readonly event: Event
}

/** Whether a webhook wants events of this type. */
export const wantsEvent = ({ event_types }: Pick<Webhook, "event_types">, type: string): boolean =>
  event_types.some(
    (wanted) =>
      wanted === "*" ||
      wanted === type ||
      (wanted.endsWith(".*") && type.startsWith(wanted.slice(0, -1))),
  )

/** A delivery before it has its place in the line. */
export type NewWebhookDelivery = Omit<WebhookDelivery, "sequence">

/** What an event adds to the line of a webhook. */
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
