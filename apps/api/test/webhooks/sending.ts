import type { RequestListener } from "node:http"
import { type WebhookRequest, WebhookSender } from "@outlay/domain"
import { Effect } from "effect"
import { httpSender } from "../../src/webhooks/sender.ts"
import { anyTargets, type Targets } from "../../src/webhooks/targets.ts"
import { request } from "./given.ts"

/** Runs with a sender; what it opened is closed afterwards. */
export const withSender = <A, E>(
  work: (send: WebhookSender["Service"]["send"]) => Effect.Effect<A, E>,
  targets: Targets = anyTargets,
) =>
  Effect.runPromise(
    WebhookSender.use(({ send }) => work(send)).pipe(Effect.provide(httpSender(targets))),
  )

/** The answer of each, one after the other; or why there is none. */
export const sendAll = (requests: ReadonlyArray<WebhookRequest>, targets?: Targets) =>
  withSender(
    (send) =>
      Effect.forEach(requests, (each) =>
        Effect.match(send(each), {
          onSuccess: (answer) => answer,
          onFailure: ({ reason }) => reason,
        }),
      ),
    targets,
  )

export const sendTo = async (url: string, targets?: Targets) =>
  (await sendAll([request(url)], targets))[0]

/** Answers every request so. */
export const answers =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end("thank you")
  }
