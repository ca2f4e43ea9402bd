import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, countOf, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { WebhookDelivery, WebhookRecord } from "../core/records/webhooks.ts"
import { showWebhook, type WebhookContext } from "./rules/definition.ts"

/** Webhook that changes (null: a new one), and one of its deliveries, if any. */
export interface WebhookChange {
  readonly webhook_id: string | null
  readonly delivery_id?: string
}

/** Loads the context of a decision about a webhook or one of its deliveries. */
export const webhookContext = ({ webhook_id, delivery_id }: WebhookChange): Look<WebhookContext> =>
  look(
    {
      webhooks: countOf("webhooks"),
      webhook: webhook_id === null ? known(null) : one("webhooks", { id: webhook_id }),
      delivery:
        webhook_id === null || delivery_id === undefined
          ? known(null)
          : one("webhook_deliveries", { id: delivery_id, webhook_id }),
    },
    seen,
  )

export const webhookById = (id: string): Look<WebhookRecord | null> =>
  look({ webhook: one("webhooks", { id }) }, ({ webhook }) =>
    seen(webhook === null ? null : showWebhook(webhook)),
  )

/** Returns webhooks by `created` ascending, ties by id. */
export const webhooksByCreated = (request: PageRequest): Look<Page<WebhookRecord>> =>
  look(
    { webhooks: pageOf("webhooks", {}, byCreated, request) },
    ({ webhooks: { count, results } }) => seen({ count, results: results.map(showWebhook) }),
  )

/** Returns the deliveries of a webhook, by `created` ascending, ties by id. */
export const deliveriesOf = (
  webhook_id: string,
  request: PageRequest,
): Look<Page<WebhookDelivery>> =>
  answerTo(pageOf("webhook_deliveries", { webhook_id }, byCreated, request))
