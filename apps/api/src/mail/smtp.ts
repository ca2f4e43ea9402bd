import { Mailer } from "@outlay/domain"
import { Effect, Layer, Redacted } from "effect"
import type { Transporter } from "nodemailer"
import { composed } from "./compose.ts"
import { notSent } from "./failure.ts"

/** Timeout for a silent server, in milliseconds. */
const timeoutMs = 30_000

/** Secrets that a server may repeat: the password, plain or as encoded by AUTH. */
const secretsOf = (text: string): ReadonlyArray<string> => {
  const { username, password } = new URL(text)
  if (password === "") return []
  const [user, plain] = [username, password].map(decodeURIComponent)
  const encoded = [`\0${user}\0${plain}`, `${plain}`].map((_) => Buffer.from(_).toString("base64"))
  return [...encoded, `${plain}`, password]
}

/** Sends each message to a mail server. It is sent once the server has accepted it. */
export const smtpMailer = ({
  url,
  from,
}: {
  /** `smtp:` or `smtps:` URL, with user and password if the server requires them. */
  readonly url: Redacted.Redacted<string>
  readonly from: string
}): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      let opened: Promise<Transporter> | null = null
      // nodemailer would be more than half of the code loaded at startup, and only mail needs it.
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
            // On timeout the connection is closed, even if the server is still sending.
            try: async (signal) => {
              opened ??= open()
              return await (await opened).sendMail({ ...composed(from, message), signal })
            },
            catch: notSent(secretsOf(Redacted.value(url))),
          }).pipe(Effect.asVoid),
      })
    }),
  )
