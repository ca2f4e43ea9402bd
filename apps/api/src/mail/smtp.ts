import { Mailer } from "@outlay/domain"
import { Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { composed } from "./compose.ts"
import { notSent } from "./failure.ts"

/** How long a server may keep silent, in milliseconds. */
const timeoutMs = 30_000

/** Hands each message to a mail server; sent is what it has accepted. */
export const smtpMailer = ({
  url,
  from,
}: {
  /** `smtp:` or `smtps:`, with user and password where the server wants them. */
  readonly url: Redacted.Redacted<string>
  readonly from: string
}): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            url: Redacted.value(url),
            connectionTimeout: timeoutMs,
            greetingTimeout: timeoutMs,
            socketTimeout: timeoutMs,
          }),
        ),
        (transport) => Effect.sync(() => transport.close()),
      )
      return Mailer.of({
        send: (message) =>
          Effect.tryPromise({
            try: async () => await transport.sendMail(composed(from, message)),
            catch: notSent,
          }).pipe(Effect.asVoid),
      })
    }),
  )
