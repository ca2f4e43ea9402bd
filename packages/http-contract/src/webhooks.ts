import {
  eventTypePatterns,
  Fields,
  IssuedWebhook,
  isEventTypePattern,
  mostWebhooks,
  TargetNotAllowed,
  TooManyWebhooks,
  WebhookDelivery,
  WebhookRecord,
} from "@outlay/domain"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { says } from "./shared/code.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { description } from "./shared/text.ts"
import { field, present, wire } from "./shared/wire.ts"

const example = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b70",
  url: "https://books.example.com/outlay",
  event_types: ["topup.*", "transaction.cleared"],
  description: "The books",
  enabled: true,
  created: "2026-11-02T09:30:00.000Z",
  updated: "2026-11-02T09:30:00.000Z",
}

export const webhook = wire(WebhookRecord, { example })

/** "With `secret` on creation and rotation." */
export const issuedWebhook = wire(IssuedWebhook, {
  example: { ...example, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" },
  changes: { secret: present(field(Fields.text("The new secret, which is not shown again."))) },
})

export const webhookDelivery = wire(WebhookDelivery, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b71",
    event_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
    event_type: "topup.approved",
    status: "PENDING",
    attempts: 1,
    next_attempt: "2026-11-02T09:30:10.000Z",
    last_attempt: "2026-11-02T09:30:01.000Z",
    response_status: 503,
    error: null,
    created: "2026-11-02T09:30:00.000Z",
    updated: "2026-11-02T09:30:01.000Z",
  },
})

const url = Schema.String.annotate({
  description: "Where events are sent: an https URL, at most 2048 characters.",
  format: "uri",
  examples: [example.url],
}).check(Schema.isMaxLength(2_048, says("too_long", "A URL has at most 2048 characters.")))

const eventType = Schema.String.annotate({
  description: "A type of event, `<resource>.*` for all of a kind, or `*` for all.",
  examples: ["topup.approved"],
}).check(
  Schema.isMaxLength(64, says("too_long", "An event type has at most 64 characters.")),
  Schema.makeFilter(isEventTypePattern, {
    ...says("unknown_event_type", "Write a known type such as topup.approved, topup.* or *."),
    toJsonSchema: () => ({ enum: eventTypePatterns }),
  }),
)

const event_types = Schema.Array(eventType).check(
  Schema.isMinLength(1, says("too_short", "The list needs at least one item.")),
  Schema.isMaxLength(100, says("too_long", "The list has at most 100 items.")),
  Schema.isUnique(says("not_unique", "The list may name nothing twice.")),
)

const described = { description: Schema.optionalKey(Schema.NullOr(description)) }

export const CreateWebhook = bodyOf(WebhookRecord, { url, event_types, ...described }).annotate({
  identifier: "CreateWebhook",
  description: "Where events shall be sent, and which.",
  examples: [{ url: example.url, event_types: ["*"] }] as never,
})

export const UpdateWebhook = bodyOf(
  WebhookRecord,
  {
    url: Schema.optionalKey(url),
    event_types: Schema.optionalKey(event_types),
    ...described,
    enabled: Schema.optionalKey(Schema.Boolean),
    rotate_secret: Schema.optionalKey(Schema.Literal(true)),
  },
  {
    rotate_secret: "True: makes a new secret; the one before it stays valid for a day.",
  },
).annotate({
  identifier: "UpdateWebhook",
  description:
    "The fields that change; the others stay. `rotate_secret` answers a new secret; the one before it stays valid for a day.",
  examples: [{ rotate_secret: true }] as never,
})

export const targetNotAllowed = problem(TargetNotAllowed, {
  status: 400,
  title: "Nothing is sent to this URL",
})
export const tooManyWebhooks = problem(TooManyWebhooks, {
  status: 400,
  title: "As many webhooks as a business can have",
})

const all = "/v1/businesses/{client_id}/webhooks"
const each = "/v1/businesses/{client_id}/webhooks/{webhook_id}"
const params = { client_id, webhook_id: uuidId("The id of the webhook.") }

export const webhooks = {
  list: endpoint({
    operation: "webhooks.list",
    method: "GET",
    path: all,
    access: { resource: "webhooks", action: "read" },
    summary: "List webhooks",
    description: "The webhooks of the business, the oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(webhook),
    problems: [],
  }),
  create: endpoint({
    operation: "webhooks.create",
    method: "POST",
    path: all,
    access: { resource: "webhooks", action: "create" },
    summary: "Create a webhook",
    description: `Events that happen from now on are sent to the URL, at least once and in order; its own creation is the first. A business has at most ${mostWebhooks}.`,
    params: { client_id },
    body: CreateWebhook,
    success: one(issuedWebhook, 201),
    problems: [targetNotAllowed, tooManyWebhooks],
  }),
  get: endpoint({
    operation: "webhooks.get",
    method: "GET",
    path: each,
    access: { resource: "webhooks", action: "read" },
    summary: "Get a webhook",
    description: "One webhook, without its secret.",
    params,
    success: one(webhook),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "webhooks.update",
    method: "PATCH",
    path: each,
    access: { resource: "webhooks", action: "update" },
    summary: "Change a webhook",
    description:
      "While it is disabled nothing is sent and nothing is added to what waits; enabled again, it goes on with that.",
    params,
    body: UpdateWebhook,
    success: one(issuedWebhook),
    problems: [notFound, targetNotAllowed],
  }),
  remove: endpoint({
    operation: "webhooks.remove",
    method: "DELETE",
    path: each,
    access: { resource: "webhooks", action: "delete" },
    summary: "Delete a webhook",
    description: "The webhook is gone, with all that waits to be sent to it.",
    params,
    success: none,
    problems: [notFound],
  }),
  deliveries: endpoint({
    operation: "webhooks.deliveries",
    method: "GET",
    path: `${each}/deliveries`,
    access: { resource: "webhooks", action: "read" },
    summary: "List the deliveries of a webhook",
    description:
      "What was sent, and what waits, the latest first. What was delivered or given up is kept for 30 days.",
    params,
    query: page,
    success: pageOf(webhookDelivery),
    problems: [notFound],
  }),
  redeliver: endpoint({
    operation: "webhooks.redeliver",
    method: "POST",
    path: `${each}/deliveries/{delivery_id}/redeliver`,
    access: { resource: "webhooks", action: "update" },
    summary: "Send a delivery again",
    description:
      "It takes its place in the line again, with the same event id, and is sent as soon as it is the first.",
    params: { ...params, delivery_id: uuidId("The id of the delivery.") },
    success: one(webhookDelivery),
    problems: [notFound],
  }),
}
