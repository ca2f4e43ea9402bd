import { CurrentActor, type StorageUnavailable, system } from "@outlay/domain"
import { Effect } from "effect"
import { readBody } from "./body.ts"
import { respondFailure } from "./failure.ts"
import { htmlDocument } from "./html.ts"
import type { Exchange, Page } from "./kernel.ts"
import { respondPage } from "./respond.ts"
import { enter, proceed } from "./stages.ts"

/** Stops the e-mails that a token is for. Returns true if this service has signed the token. */
export type Unsubscribe = (token: string) => Effect.Effect<boolean, StorageUnavailable>

const headers = [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cache-Control", "no-store"],
  "Content-Security-Policy",
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
]

const show = (exchange: Exchange, status: number, title: string, body: string): undefined =>
  respondPage(exchange, status, headers, htmlDocument(title, body))

const settings = `<p><a href="/settings?tab=notifications">Choose which e-mails you get</a></p>`

/** Opening a link changes nothing: mail servers open links before people do. */
const ask: Page = (exchange) =>
  show(
    exchange,
    200,
    "Stop these e-mails?",
    `<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<p>You will no longer receive e-mails of this kind.</p>
<p><button>Stop them</button></p>
</form>
${settings}`,
  )

const tokenOf = ({ search }: Exchange): string => {
  const [token = "", ...others] = new URLSearchParams(search).getAll("token")
  return others.length === 0 ? token : ""
}

/**
 * "One click per RFC 8058": a POST to the link of a message, by a mail client or with the button of
 * the page. It needs no session and no `Origin`, because the signature identifies the user. The
 * body is ignored.
 */
const act =
  (unsubscribe: Unsubscribe): Page =>
  (exchange) =>
    readBody(exchange, () =>
      enter(exchange, () => {
        const work = Effect.provideService(unsubscribe(tokenOf(exchange)), CurrentActor, system)
        proceed(exchange, exchange.kernel.context, work, (_, exit) => {
          if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
          if (exit.value) {
            return show(
              exchange,
              200,
              "Done",
              `<p>You will no longer receive e-mails of this kind.</p>\n${settings}`,
            )
          }
          const text = "<p>It is incomplete, or this service did not send it.</p>"
          return show(exchange, 400, "This link is not valid", `${text}\n${settings}`)
        })
      }),
    )

export const unsubscribePath = "/unsubscribe"

/** Returns the page to which the link of a message leads, and the handler of a POST to it. */
export const unsubscribePages = (unsubscribe: Unsubscribe) => ({ ask, act: act(unsubscribe) })
