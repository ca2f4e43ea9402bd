import { Context, Effect, Layer } from "effect"
import type { TargetNotAllowed } from "./errors.ts"
import {
  type WebhookAnswer,
  type WebhookNotSent,
  type WebhookRequest,
  WebhookSender,
} from "./sender.ts"

/** Responses of the simulated receivers. */
export interface Receivers {
  readonly respond: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookNotSent>
  readonly check: (url: string) => Effect.Effect<void, TargetNotAllowed>
}

const receivers: Receivers = {
  respond: () => Effect.succeed({ status: 204, retry_after: null }),
  check: () => Effect.void,
}

const layer = (given: Partial<Receivers> = {}): Layer.Layer<SentWebhooks | WebhookSender> =>
  Layer.effectContext(
    Effect.sync(() => {
      const { respond, check } = { ...receivers, ...given }
      const requests: Array<WebhookRequest> = []
      const send = (request: WebhookRequest) =>
        Effect.suspend(() => {
          requests.push(request)
          return respond(request)
        })
      return Context.make(SentWebhooks, { all: Effect.sync(() => [...requests]) }).pipe(
        Context.add(WebhookSender, { send, check }),
      )
    }),
  )

/**
 * A test double of a sender: it sends nothing, records the requests, and returns the given
 * responses.
 */
export class SentWebhooks extends Context.Service<
  SentWebhooks,
  {
    /** Requests in the order in which they were sent. */
    readonly all: Effect.Effect<ReadonlyArray<WebhookRequest>>
  }
>()("@outlay/domain/SentWebhooks") {
  /** Accepts every URL and returns 204 by default. */
  static readonly layer = layer
}
