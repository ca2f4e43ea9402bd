import { Context, Effect, Layer } from "effect"
import type { TargetNotAllowed } from "./errors.ts"
import {
  type WebhookAnswer,
  type WebhookNotSent,
  type WebhookRequest,
  WebhookSender,
} from "./sender.ts"

/** What answers in the place of receivers. */
export interface Receivers {
  readonly answer: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookNotSent>
  readonly check: (url: string) => Effect.Effect<void, TargetNotAllowed>
}

const receivers: Receivers = {
  answer: () => Effect.succeed({ status: 204, retry_after: null }),
  check: () => Effect.void,
}

const layer = (given: Partial<Receivers> = {}): Layer.Layer<SentWebhooks | WebhookSender> =>
  Layer.effectContext(
    Effect.sync(() => {
      const { answer, check } = { ...receivers, ...given }
      const requests: Array<WebhookRequest> = []
      const send = (request: WebhookRequest) =>
        Effect.suspend(() => {
          requests.push(request)
          return answer(request)
        })
      return Context.make(SentWebhooks, { all: Effect.sync(() => [...requests]) }).pipe(
        Context.add(WebhookSender, { send, check }),
      )
    }),
  )

/** A sender that sends nothing: it remembers what it was given, and answers as it is told to. */
export class SentWebhooks extends Context.Service<
  SentWebhooks,
  {
    /** What was sent, in that order. */
    readonly all: Effect.Effect<ReadonlyArray<WebhookRequest>>
  }
>()("@outlay/domain/SentWebhooks") {
  /** Takes every URL and answers 204, unless told otherwise. */
  static readonly layer = layer
}
