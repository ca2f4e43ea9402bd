import { Mailer } from "@outlay/domain"
import { Effect, Layer, Redacted } from "effect"
import type { Transporter } from "nodemailer"
import { composed } from "./compose.ts"
import { notSent } from "./failure.ts"

/** How long a server may keep silent, in milliseconds. */
const timeoutMs = 30_000

/** A server may repeat what it was shown: the password, alone or as AUTH sends it. */
const secretsOf = (text: string): ReadonlyArray<string> => {
  const { username, password } = new URL(text)
  if (password === "") return []
  const [user, plain] = [username, password].map(decodeURIComponent)
  const encoded = [`\0${user}\0${plain}`, `${plain}`].map((_) => Buffer.from(_).toString("base64"))
  return [...encoded, `${plain}`, password]
}

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
      let opened: Promise<Transporter> | null = null
      // It is more than half of what the service would load to start, and is needed for mail only.
      const open = async (): Promise<Transporter> => {
        const { createTransport } = await import("nodemailer")
        return createTransport({
          url: Redacted.value(url),
          connectionTimeout: timeoutMs,
          greetingTimeout: timeoutMs,
          socketTimeout: timeoutMs,
        })
      }
      yield* Effect.addFinalizer(() => Effect.promise(async () => (await opened)?.close()))
      return Mailer.of({
        send: (message) =>
          Effect.tryPromise({
            // Who is no longer waited for is hung up on, however much it still says.
            try: async (signal) => {
              opened ??= open()
              return await (await opened).sendMail({ ...composed(from, message), signal })
            },
            catch: notSent(secretsOf(Redacted.value(url))),
          }).pipe(Effect.asVoid),
      })
    }),
  )
