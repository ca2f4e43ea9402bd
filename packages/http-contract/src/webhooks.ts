import {
  eventTypePatterns,
  Fields,
  IssuedWebhook,
  isEventTypePattern,
  WebhookDelivery,
  WebhookRecord,
} from "@outlay/domain/fields"
import { mostWebhooks, TargetNotAllowed, TooManyWebhooks } from "@outlay/domain/rules"
import { Schema } from "effect"
import { advice, adviceOnValue } from "./shared/advice.ts"
import { bodyOf } from "./shared/body.ts"
import { says } from "./shared/code.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { description } from "./shared/text.ts"
import * as value from "./shared/values.ts"
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
  changes: { secret: present(field(Fields.text("New signing secret; shown only once."))) },
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
  description: "URL that receives events: https, at most 2048 characters.",
  format: "uri",
  examples: [example.url],
}).check(
  Schema.isMaxLength(
    2_048,
    says("too_long", "Must have at most 2048 characters.", { maximum: 2_048, of: "characters" }),
  ),
)

/** Returns the types of the same resource, or else the nearest type. */
const adviceOnEventType = (given: unknown): string | null => {
  if (typeof given !== "string") return null
  const [resource] = given.split(".", 1)
  const own = eventTypePatterns.filter((pattern) => pattern.startsWith(`${resource}.`))
  return own.length > 0
    ? `The types of ${resource} are ${own.join(", ")}.`
    : adviceOnValue(given, eventTypePatterns)
}

const eventType = Schema.String.annotate({
  description: "Event type, `<resource>.*` for all events of a resource, or `*` for all events.",
  examples: ["topup.approved"],
}).check(
  Schema.isMaxLength(
    64,
    says("too_long", "An event type can have at most 64 characters.", {
      maximum: 64,
      of: "characters",
    }),
  ),
  Schema.makeFilter(isEventTypePattern, {
    ...says(
      "unknown_event_type",
      "Must be a known event type, such as topup.approved, topup.* or *.",
    ),
    [advice]: adviceOnEventType,
    toJsonSchema: () => ({ enum: eventTypePatterns }),
  }),
)

const event_types = Schema.Array(eventType).check(
  Schema.isMinLength(
    1,
    says("too_short", "The list must have at least one item.", { of: "items" }),
  ),
  Schema.isMaxLength(
    100,
    says("too_long", "The list can have at most 100 items.", { maximum: 100, of: "items" }),
  ),
  Schema.isUnique(says("not_unique", "The list must not have duplicate items.")),
)

const described = { description: Schema.optionalKey(Schema.NullOr(description)) }

export const CreateWebhook = bodyOf(WebhookRecord, { url, event_types, ...described }).annotate({
  identifier: "CreateWebhook",
  description: "URL and event types of a new webhook.",
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
    rotate_secret: "True to create a new secret; the previous one stays valid for a day.",
  },
).annotate({
  identifier: "UpdateWebhook",
  description:
    "Fields to change; others keep their values. `rotate_secret` returns a new secret; the previous one stays valid for a day.",
  examples: [{ rotate_secret: true }] as never,
})

export const targetNotAllowed = problem(TargetNotAllowed, "The webhook URL is not allowed", {
  values: {
    reason: null,
    rule: value.optional(
      value.oneOf(
        "not_absolute",
        "not_https",
        "not_http",
        "credentials",
        "fragment",
        "private",
        "sending_off",
      ),
    ),
  },
})
export const tooManyWebhooks = problem(TooManyWebhooks, "Too many webhooks", {
  values: { maximum: value.integer },
})

const all = "/v1/businesses/{client_id}/webhooks"
const each = "/v1/businesses/{client_id}/webhooks/{webhook_id}"
const params = { client_id, webhook_id: uuidId("Id of the webhook.") }

export const webhooks = {
  list: endpoint({
    operation: "webhooks.list",
    method: "GET",
    path: all,
    access: { resource: "webhooks", action: "read" },
    summary: "List webhooks",
    description: "Returns the webhooks of the business, oldest first.",
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
    description: `Creates a webhook. Events after its creation are sent to its URL in order, each at least once. A business can have at most ${mostWebhooks} webhooks.`,
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
    description: "Returns one webhook, without its secret.",
    params,
    success: one(webhook),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "webhooks.update",
    method: "PATCH",
    path: each,
    access: { resource: "webhooks", action: "update" },
    summary: "Update a webhook",
    description:
      "Changes a webhook. While it is disabled, events are neither sent nor queued. When it is enabled again, delivery continues with the queue.",
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
    description: "Deletes the webhook and its queued deliveries.",
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
      "Returns sent and queued deliveries, oldest first. Delivered and failed ones are available for 30 days.",
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
    summary: "Resend a delivery",
    description: "Puts the delivery back in the queue, with the same event id.",
    params: { ...params, delivery_id: uuidId("Id of the delivery.") },
    success: one(webhookDelivery),
    problems: [notFound],
  }),
}
