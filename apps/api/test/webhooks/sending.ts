import type { RequestListener } from "node:http"
import { type WebhookRequest, WebhookSender } from "@outlay/domain"
import { Effect } from "effect"
import { httpSender } from "../../src/webhooks/sender.ts"
import { anyTargets, type Targets } from "../../src/webhooks/targets.ts"
import { request } from "./given.ts"

/** Runs work with a sender, and closes its connections afterwards. */
export const withSender = <A, E>(
  work: (send: WebhookSender["Service"]["send"]) => Effect.Effect<A, E>,
  targets: Targets = anyTargets,
) =>
  Effect.runPromise(
    WebhookSender.use(({ send }) => work(send)).pipe(Effect.provide(httpSender(targets))),
  )

/** Sends requests one after another. Returns the response to each, or the reason of its failure. */
export const sendAll = (requests: ReadonlyArray<WebhookRequest>, targets?: Targets) =>
  withSender(
    (send) =>
      Effect.forEach(requests, (each) =>
        Effect.match(send(each), {
          onSuccess: (response) => response,
          onFailure: ({ reason }) => reason,
        }),
      ),
    targets,
  )

export const sendTo = async (url: string, targets?: Targets) =>
  (await sendAll([request(url)], targets))[0]

/** Responds to every request with the same status and headers. */
export const answers =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end("thank you")
  }
