import { WebhookNotSent, type WebhookRequest, WebhookSender } from "@outlay/domain"
import { TargetNotAllowed } from "@outlay/domain/rules"
import { Clock, Effect, Layer } from "effect"
import { version } from "../version.ts"
import { reasonOf } from "./faults.ts"
import { payload } from "./payload.ts"
import { askReceivers } from "./post.ts"
import { retryAfter } from "./retry-after.ts"
import { signatureHeaders } from "./sign.ts"
import { type Targets, targetOf } from "./targets.ts"

/** Timeout for resolving, connecting and responding together. */
const timeout = "15 seconds"

/**
 * Wall clock. Receivers compare it with `webhook-timestamp`, so it is not the clock of the service,
 * which may be years ahead in a sandbox.
 */
const worldTime = (): number => Date.now()

const make = (targets: Targets) =>
  Effect.gen(function* () {
    const ask = yield* askReceivers(targets)

    const post = ({ event, secrets }: WebhookRequest, url: URL) =>
      Effect.suspend(() => {
        const body = payload({ event })
        const seconds = Math.floor(worldTime() / 1000)
        const headers = {
          "content-type": "application/json",
          "user-agent": `Outlay/${version}`,
          ...signatureHeaders({ id: event.id, seconds, body }, secrets),
        }
        return ask({ url, headers, body })
      })

    const send = (request: WebhookRequest) =>
      Effect.gen(function* () {
        const target = targetOf(request.url, targets)
        if ("refused" in target) return yield* new WebhookNotSent({ reason: target.refused })
        const response = yield* post(request, target.url).pipe(
          Effect.timeoutOrElse({
            duration: timeout,
            orElse: () => Effect.fail({ code: "OUTLAY_TIMEOUT" }),
          }),
          Effect.mapError((error) => new WebhookNotSent({ reason: reasonOf(error) })),
        )
        const now = yield* Clock.currentTimeMillis
        const retry_after = retryAfter(response.retryAfter, { now, world: worldTime() })
        return { status: response.status, retry_after }
      })

    const check = (url: string) =>
      Effect.suspend(() => {
        const target = targetOf(url, targets)
        return "refused" in target
          ? Effect.fail(new TargetNotAllowed({ reason: target.refused, rule: target.rule }))
          : Effect.void
      })

    return WebhookSender.of({ send, check })
  })

/** Sends webhooks over HTTP, only to the given targets. */
export const httpSender = (targets: Targets): Layer.Layer<WebhookSender> =>
  Layer.effect(WebhookSender, make(targets))
