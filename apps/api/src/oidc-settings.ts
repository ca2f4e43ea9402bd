import { readFileSync } from "node:fs"
import { Redacted, Result } from "effect"
import { type Given, readSetting, readSwitch, type Setting } from "./setting-form.ts"
import { readIssuer } from "./setting-urls.ts"

/** OpenID Connect provider for sign-in. */
export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Null for a public client, which uses only PKCE. */
  readonly clientSecret: Redacted.Redacted<string> | null
  /** Name of the provider shown to people. */
  readonly name: string
  /** True if people can also sign in with a link. */
  readonly links: boolean
}

const visible = /^[!-~]{1,512}$/u

const oidcIssuer: Setting<URL | "none"> = {
  flag: "oidc-issuer",
  variable: "OUTLAY_OIDC_ISSUER",
  what: "OpenID Connect provider for signing in; if unset, people sign in with links only",
  allowed: "https:// as the provider writes its issuer, such as https://id.example.com/realm",
  default: "",
  read: (text) => (text === "" ? "none" : readIssuer(text)),
}

const oidcClientId: Setting<string> = {
  flag: "oidc-client-id",
  variable: "OUTLAY_OIDC_CLIENT_ID",
  what: "Client id of this service at the provider",
  allowed: "the client id, as the provider shows it",
  default: "",
  read: (text) => (text === "" || visible.test(text) ? text : null),
}

const secretOf = (text: string): Redacted.Redacted<string> | null =>
  visible.test(text) ? Redacted.make(text) : null

const oidcClientSecret: Setting<Redacted.Redacted<string> | "none"> = {
  flag: "oidc-client-secret",
  variable: "OUTLAY_OIDC_CLIENT_SECRET",
  what: "Client secret of this service; if unset, it is a public client",
  allowed: "the client secret, as the provider shows it",
  default: "",
  secret: true,
  read: (text) => (text === "" ? "none" : secretOf(text)),
}

const readSecretFile = (file: string): Redacted.Redacted<string> | null => {
  try {
    return secretOf(readFileSync(file, "utf8").trim())
  } catch {
    return null
  }
}

const oidcClientSecretFile: Setting<Redacted.Redacted<string> | "none"> = {
  flag: "oidc-client-secret-file",
  variable: "OUTLAY_OIDC_CLIENT_SECRET_FILE",
  what: "File with the client secret, instead of the secret itself",
  allowed: "a readable file that contains only the client secret",
  default: "",
  // Some users put the secret itself here.
  secret: true,
  read: (text) => (text === "" ? "none" : readSecretFile(text)),
}

const oidcName: Setting<string> = {
  flag: "oidc-name",
  variable: "OUTLAY_OIDC_NAME",
  what: "Name of the provider on the sign-in page; defaults to its host",
  allowed: "at most 64 characters on one line, such as Example ID",
  default: "",
  read: (text) => (/^[^\p{Cc}]{0,64}$/u.test(text) ? text.trim() : null),
}

const signInLinks: Setting<boolean> = {
  flag: "sign-in-links",
  variable: "OUTLAY_SIGN_IN_LINKS",
  what: "Send sign-in links; otherwise people use the provider only",
  allowed: "true or false",
  default: "true",
  read: readSwitch,
}

/** Settings of the provider, in the order in which help shows them. */
export const oidcSettings = {
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  oidcClientSecretFile,
  oidcName,
  signInLinks,
} as const

/** Returns the provider; null if there is none or its settings are invalid. */
export const oidcOf = (of: <A>(setting: Setting<A>) => A): OidcSettings | null => {
  const issuer = of(oidcIssuer)
  if (issuer === "none") return null
  const [secret, file] = [of(oidcClientSecret), of(oidcClientSecretFile)]
  const clientSecret = secret === "none" ? file : secret
  return {
    issuer,
    clientId: of(oidcClientId),
    clientSecret: clientSecret === "none" ? null : clientSecret,
    name: of(oidcName) || issuer.hostname,
    links: of(signInLinks),
  }
}

const named = ({ variable, flag }: Setting<never>): string => `${variable} (or --${flag})`

/** Returns errors in combinations of settings that are valid one by one. */
export const contradictionsOfOidc = (
  flags: Given,
  variables: Given,
  hasConsole: boolean,
): ReadonlyArray<string> => {
  const all = Object.values<Setting<unknown>>(oidcSettings)
  if (all.some((_) => Result.isFailure(readSetting(_, flags, variables)))) return []
  const given = <A>(setting: Setting<A>): boolean => {
    const value: unknown = Result.getOrNull(readSetting(setting, flags, variables))
    return value !== "none" && value !== ""
  }
  const links = Result.getOrThrow(readSetting(signInLinks, flags, variables))
  const [stray = null] = all.filter((_) => _ !== signInLinks && given(_))
  const needs = stray ?? (links ? null : signInLinks)
  if (!given(oidcIssuer)) {
    return needs === null
      ? []
      : [`${named(oidcIssuer as Setting<never>)} must be given with ${needs.variable}.`]
  }
  const faults = [
    [
      !given(oidcClientId),
      `${named(oidcClientId as Setting<never>)} must be given with an issuer.`,
    ],
    [
      given(oidcClientSecret) && given(oidcClientSecretFile),
      `Give ${oidcClientSecret.variable} or ${oidcClientSecretFile.variable}, not both.`,
    ],
    [!hasConsole, `${oidcIssuer.variable} needs the console, where people sign in.`],
  ] as const
  return faults.flatMap(([isFault, text]) => (isFault ? [text] : []))
}
