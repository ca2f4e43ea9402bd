import { Context, Data, Effect, Layer } from "effect"
import type { Event } from "../core/events.ts"
import { TargetNotAllowed } from "./errors.ts"

/**
 * Maximum number of webhooks served at once. A sender must not have a smaller limit, because
 * deliveries that wait inside it have less time for their response.
 */
export const maxSentAtOnce = 128

/** An event and its receiver. */
export interface WebhookRequest {
  readonly url: string
  /** Valid secrets, the current one first; the delivery is signed with each of them. */
  readonly secrets: ReadonlyArray<string>
  /** Its id stays the same in a retry, so that a receiver can ignore duplicates. */
  readonly event: Event
}

/** The response of a receiver, which decides whether the event is delivered or retried. */
export interface WebhookAnswer {
  /** HTTP status of any response, also of a redirect, which is not followed. */
  readonly status: number
  /** Time in `Retry-After`, in UTC; null if there is none. */
  readonly retry_after: string | null
}

/** The receiver did not respond, or its URL is not allowed. */
export class WebhookNotSent extends Data.TaggedError("WebhookNotSent")<{
  /**
   * Short description that the webhook's business may read; it never contains text of the receiver.
   */
  readonly reason: string
}> {
  override get message(): string {
    return this.reason
  }
}

/** Sends events to the receivers of webhooks. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Sends an event and returns the response of the receiver. It has a time limit of its own, and
     * stops when interrupted. Never called inside a unit of work: see `WebhookDeliveries`.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookNotSent>
    /**
     * Checks whether the text of a URL may be the target of a webhook. It is called inside a unit
     * of work, so it must not suspend: the addresses of its host are checked before each delivery.
     * Refused: `TargetNotAllowed`.
     */
    readonly check: (url: string) => Effect.Effect<void, TargetNotAllowed>
  }
>()("@outlay/domain/WebhookSender") {
  /**
   * A sender for programs that send nothing: it refuses every URL, so that no webhook is created.
   */
  static readonly none: Layer.Layer<WebhookSender> = Layer.sync(WebhookSender, () => {
    const reason = "Sending webhooks is turned off here."
    return {
      send: () => Effect.fail(new WebhookNotSent({ reason })),
      check: () => Effect.fail(new TargetNotAllowed({ reason, rule: "sending_off" })),
    }
  })
}
