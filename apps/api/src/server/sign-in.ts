import { isLoopback, type SignInWays } from "@outlay/http-server"
import type { Context } from "effect"
import type { Settings } from "../config.ts"

/** Where people reach the service that listens at `url`; null where nobody knows. */
export const publicUrlOf = (
  { publicUrl, host }: Pick<Settings, "publicUrl" | "host">,
  url: string,
): string | null => publicUrl ?? (isLoopback(host) ? url : null)

/** The address that signs in with a token. What follows `#` is not sent, logged or prefetched. */
export const signInUrl = (base: string, token: string): string => `${base}/sign-in#token=${token}`

const unreachable =
  "No one can sign in until the operator sets OUTLAY_PUBLIC_URL to the service's address."

/** How people sign in, as the settings have it. */
export const signInWays = (
  settings: Pick<Settings, "publicUrl" | "host" | "mail" | "oidc">,
): Context.Service.Shape<typeof SignInWays> => {
  const { publicUrl, host, mail, oidc } = settings
  if (publicUrl === null && !isLoopback(host)) {
    return { methods: [], provider: null, notice: unreachable }
  }
  const notice =
    mail.smtp === null
      ? "This service sends no mail. Ask the person who runs it for the link: it is in a folder."
      : null
  if (oidc === null) return { methods: ["link"], provider: null, notice }
  return oidc.links
    ? { methods: ["oidc", "link"], provider: oidc.name, notice }
    : { methods: ["oidc"], provider: oidc.name, notice: null }
}
