import { Sessions } from "@outlay/domain"
import {
  type Attempt,
  NotSignedIn,
  type ProviderFailure,
  type SignInProvider,
} from "@outlay/http-server"
import { Effect, Redacted } from "effect"
import type { Configuration } from "openid-client"
import type { OidcSettings } from "../oidc-settings.ts"

type Client = typeof import("openid-client")

/** Timeout of each request to the provider, in seconds. */
const timeoutSeconds = 10
/** Maximum age of the provider's metadata, in milliseconds. */
const maxAgeMs = 3_600_000

/** Client authentication: `client_secret_basic` if the provider supports it, else in the body. */
const authenticationOf = (
  client: Client,
  { clientSecret }: OidcSettings,
): ReturnType<Client["None"]> => {
  if (clientSecret === null) return client.None()
  const [basic, post] = [client.ClientSecretBasic, client.ClientSecretPost].map((method) =>
    method(Redacted.value(clientSecret)),
  )
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
    const method = known.includes("client_secret_basic") ? basic : post
    return method?.(server, ...rest)
  }
}

/** Returns the provider's metadata, cached. It is requested again when stale or after an error. */
const makeDiscovery = (settings: OidcSettings) => {
  let cached: { readonly at: number; readonly configuration: Promise<Configuration> } | null = null
  const ask = async (client: Client): Promise<Configuration> => {
    const { issuer, clientId } = settings
    const plain = issuer.protocol === "http:" ? [client.allowInsecureRequests] : []
    const configuration = await client.discovery(
      ...[issuer, clientId, {}, authenticationOf(client, settings)],
      { timeout: timeoutSeconds, execute: [...plain, client.enableNonRepudiationChecks] },
    )
    configuration.timeout = timeoutSeconds
    return configuration
  }
  return (client: Client): Promise<Configuration> => {
    const now = performance.now()
    if (cached === null || now - cached.at > maxAgeMs) {
      const request = { at: now, configuration: ask(client) }
      cached = request
      request.configuration.catch(() => {
        if (cached === request) cached = null
      })
    }
    return cached.configuration
  }
}

/** OAuth errors that mean that the person was refused. */
const refusals = new Set([
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
])
const outages = new Set(["server_error", "temporarily_unavailable"])
/** Error codes of the client for a missing or invalid response. */
const silences = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM"])

const reasonOf = (client: Client, error: unknown): ProviderFailure => {
  if (error instanceof client.AuthorizationResponseError) {
    if (refusals.has(error.error)) return "refused"
    return outages.has(error.error) ? "unavailable" : "invalid"
  }
  if (error instanceof client.ResponseBodyError) {
    return error.status >= 500 || outages.has(error.error) ? "unavailable" : "invalid"
  }
  const { code } = error as { readonly code?: string }
  // `fetch` throws this for an address that does not respond.
  const isSilent = error instanceof TypeError && error.message === "fetch failed"
  return isSilent || silences.has(code ?? "") ? "unavailable" : "invalid"
}

const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, " ").slice(0, 300)

/** Returns details of an error for the operator's log. The person only sees the reason. */
const explanationOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown"
  const { error: code = "", error_description: description = "" } = error as {
    readonly error?: string
    readonly error_description?: string
  }
  const cause = error.cause instanceof Error ? error.cause.message : ""
  return printable([error.message, code, description, cause].filter((_) => _ !== "").join("; "))
}

/** Runs a request to the provider. Logs errors and fails with `NotSignedIn`. */
const talk = <A>(work: (client: Client) => Promise<A>): Effect.Effect<A, NotSignedIn> =>
  Effect.gen(function* () {
    const client = yield* Effect.promise(() => import("openid-client"))
    const outcome = yield* Effect.promise(() =>
      work(client).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    )
    if ("value" in outcome) return outcome.value
    const reason = reasonOf(client, outcome.error)
    yield* Effect.logWarning(
      `Signing in with OpenID Connect failed (${reason}): ${explanationOf(outcome.error)}`,
    )
    return yield* new NotSignedIn({ reason })
  })

/** Claims of the provider about a person. */
type Claims = Readonly<Record<string, unknown>>

const maxEmail = 254

/** Returns the email address if the provider states that it is verified; otherwise null. */
const verifiedEmail = (claims: Claims): string | null => {
  const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown }
  const isAddress = typeof email === "string" && email !== "" && email.length <= maxEmail
  return isAddress && email_verified === true ? email : null
}

const unverified = Effect.logWarning(
  "Signing in with OpenID Connect failed (unverified): the provider sends no email with email_verified true. Check the scopes and claims of the client there.",
).pipe(Effect.andThen(Effect.fail(new NotSignedIn({ reason: "unverified" }))))

/** Provider using the authorization code flow with PKCE, state and nonce. */
export const makeProvider = (settings: OidcSettings) => {
  const discover = makeDiscovery(settings)

  const begin: SignInProvider["begin"] = ({ state, nonce, verifier }, redirect_uri) =>
    talk(async (client) => {
      const code_challenge = await client.calculatePKCECodeChallenge(verifier)
      const pkce = { code_challenge, code_challenge_method: "S256" }
      const parameters = { redirect_uri, scope: "openid email", state, nonce, ...pkce }
      return client.buildAuthorizationUrl(await discover(client), parameters).href
    })

  const claimsOf = ({ state, nonce, verifier }: Attempt, returned: URL) =>
    talk(async (client): Promise<Claims> => {
      const configuration = await discover(client)
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const claims = tokens.claims()
      if (claims === undefined || claims["email"] !== undefined) return claims ?? {}
      // Some providers only include the required claims in the ID token.
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
      return await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    })

  /** Returns the verified email address of the person who comes back from the provider. */
  const identify = (attempt: Attempt, returned: URL): Effect.Effect<string, NotSignedIn> =>
    Effect.flatMap(claimsOf(attempt, returned), (claims) => {
      const email = verifiedEmail(claims)
      return email === null ? unverified : Effect.succeed(email)
    })

  return { begin, identify }
}

/** Signs in the users with the email address that the provider has verified. */
export const signingInWith = (
  settings: OidcSettings,
): Effect.Effect<SignInProvider, never, Sessions> =>
  Effect.map(Sessions, ({ arrive }) => {
    const { begin, identify } = makeProvider(settings)
    return {
      begin,
      finish: (attempt, returned, user_agent) =>
        Effect.flatMap(identify(attempt, returned), (email) =>
          arrive({ email, user_agent, return_to: attempt.return_to }),
        ),
    }
  })
