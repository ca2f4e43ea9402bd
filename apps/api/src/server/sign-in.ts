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

const inFolder =
  "This service has no mail server: it saves messages as files in its mail folder. The person who runs it can take your link from there, or print one with `outlay sign-in-link`."

/** How people sign in, as the settings have it. */
export const signInWays = (
  settings: Pick<Settings, "publicUrl" | "host" | "mail" | "oidc">,
): Context.Service.Shape<typeof SignInWays> => {
  const { publicUrl, host, oidc } = settings
  const mail = settings.mail.smtp === null ? "folder" : "server"
  if (publicUrl === null && !isLoopback(host)) {
    return { methods: [], provider: null, notice: unreachable, mail }
  }
  const notice = mail === "folder" ? inFolder : null
  if (oidc === null) return { methods: ["link"], provider: null, notice, mail }
  return oidc.links
    ? { methods: ["oidc", "link"], provider: oidc.name, notice, mail }
    : { methods: ["oidc"], provider: oidc.name, notice: null, mail }
}
