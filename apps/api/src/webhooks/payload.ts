import type { WebhookRequest } from "@outlay/domain"
import { encodeEvent } from "@outlay/http-contract"

/**
 * Body of a delivery: the event with the same fields as in `GET /events`, and its time again as
 * `timestamp`. So it has the `type`, `timestamp` and `data` that Standard Webhooks recommends, and
 * the same code can read events and webhooks.
 */
export const payload = ({ event }: Pick<WebhookRequest, "event">): string =>
  JSON.stringify({ ...encodeEvent(event), timestamp: event.created })
