import { Context, Data, Effect, Layer } from "effect"
import type { Event } from "../core/events.ts"
import { TargetNotAllowed } from "./errors.ts"

/** An event for a receiver. */
export interface WebhookRequest {
  readonly url: string
  /** The secrets that are valid now, the current one first: a signature with each of them. */
  readonly secrets: ReadonlyArray<string>
  /** Its id is the same whenever it is sent again, so that a receiver can act on it once. */
  readonly event: Event
}

/** What a receiver answered: by it, the event is delivered or will be sent again. */
export interface WebhookAnswer {
  /** The HTTP status, whichever it is: also a redirect, which is not followed. */
  readonly status: number
  /** The instant that `Retry-After` names, in UTC; null when it names none. */
  readonly retry_after: string | null
}

/** The receiver did not answer, or may not be asked. */
export class WebhookNotSent extends Data.TaggedError("WebhookNotSent")<{
  /** Short words, which whoever has the webhook may read: never what a stranger wrote. */
  readonly reason: string
}> {
  override get message(): string {
    return this.reason
  }
}

/** Takes events to the receivers of webhooks, whichever way. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Sends an event, and answers what the receiver answered. It ends in time by itself, and stops
     * when it is interrupted. Never called inside a unit of work: see `WebhookDeliveries`.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookNotSent>
    /**
     * Whether a URL may be the target of a webhook, as far as its text tells. It is asked inside a
     * unit of work, so it must not suspend: what a name stands for is looked up, and judged, each
     * time something is sent there.
     */
    readonly check: (url: string) => Effect.Effect<void, TargetNotAllowed>
  }
>()("@outlay/domain/WebhookSender") {
  /** For programs that send nothing: every URL is refused, so that no webhook is created. */
  static readonly none: Layer.Layer<WebhookSender> = Layer.sync(WebhookSender, () => {
    const reason = "Sending webhooks is turned off here."
    return {
      send: () => Effect.fail(new WebhookNotSent({ reason })),
      check: () => Effect.fail(new TargetNotAllowed({ reason })),
    }
  })
}
