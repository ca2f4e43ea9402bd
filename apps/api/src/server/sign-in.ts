import { isLoopback, type SignInWays } from "@outlay/http-server"
import type { Context } from "effect"
import type { Settings } from "../config.ts"

/** Returns the public URL of a service that listens at `url`; null if it is unknown. */
export const publicUrlOf = (
  { publicUrl, host }: Pick<Settings, "publicUrl" | "host">,
  url: string,
): string | null => publicUrl ?? (isLoopback(host) ? url : null)

/** URL that signs in with a token. The part after `#` is neither sent, logged nor prefetched. */
export const signInUrl = (base: string, token: string): string => `${base}/sign-in#token=${token}`

const unreachable =
  "No one can sign in until the operator sets OUTLAY_PUBLIC_URL to the service's address."

const inFolder =
  "This service has no mail server: it saves messages as files in its mail folder. The person who runs it can take your link from there, or print one with `outlay sign-in-link`."

/** Returns the ways to sign in that the settings allow. */
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
