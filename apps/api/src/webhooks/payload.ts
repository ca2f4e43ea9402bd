import type { WebhookRequest } from "@outlay/domain"
import { encodeEvent } from "@outlay/http-contract"

/**
 * What a receiver is sent: the event, field for field as `GET /events` shows it, and its time once
 * more as `timestamp`. So it has the `type`, `timestamp` and `data` that Standard Webhooks
 * recommends, and whoever reads events reads webhooks with the same code.
 */
export const payload = ({ event }: Pick<WebhookRequest, "event">): string =>
  JSON.stringify({ ...encodeEvent(event), timestamp: event.created })
