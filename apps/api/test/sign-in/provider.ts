import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import Provider, { type Configuration, type InteractionResults } from "oidc-provider"
import { freePort } from "../../../../scripts/ports.ts"
import type { OidcSettings } from "../../src/oidc-settings.ts"

/** Claims of the provider about a person, in addition to the subject. */
export type Claims = Readonly<Record<string, unknown>>

const clientId = "outlay"
const clientSecret = "client-secret-of-a-test"

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen({ host: "127.0.0.1", port }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * Starts a real provider on loopback. It shows no pages: `state.claims` is the person who signs in,
 * or `state.error` is its error response.
 */
export const openProvider = async () => {
  const state = {
    claims: {} as Claims,
    error: null as string | null,
    /** Number of exchanged codes. */
    exchanges: 0,
  }
  let respond: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const serve = () => createServer((request, response) => respond(request, response))
  let server = serve()
  const port = await listen(server, await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const settings: OidcSettings = {
    ...{ issuer: new URL(issuer), clientId, name: "Example ID" },
    clientSecret: Redacted.make(clientSecret),
    links: true,
  }

  const finished = (): InteractionResults => {
    if (state.error !== null) return { error: state.error, error_description: "Not today" }
    return { login: { accountId: JSON.stringify(state.claims), remember: false } }
  }

  /** Starts the provider once the callback URL of the service is known. */
  const begin = (redirect_uri: string): void => {
    const configuration: Configuration = {
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirect_uri] },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ["key of a test"] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: "somebody", ...JSON.parse(accountId) }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const accountId = oidc.session?.accountId ?? ""
        const grant = new oidc.provider.Grant({ accountId, clientId })
        grant.addOIDCScope("openid email")
        await grant.save()
        return grant
      },
    }
    const provider = new Provider(issuer, configuration)
    const callback = provider.callback()
    respond = (request, response) => {
      if (request.url?.startsWith("/token") === true) state.exchanges++
      if (request.url?.startsWith("/interaction/") !== true) return void callback(request, response)
      void provider.interactionFinished(request, response, finished())
    }
  }

  return {
    settings,
    /** The settings as environment variables. */
    variables: {
      OUTLAY_OIDC_ISSUER: issuer,
      OUTLAY_OIDC_CLIENT_ID: clientId,
      OUTLAY_OIDC_CLIENT_SECRET: clientSecret,
      OUTLAY_OIDC_NAME: settings.name,
    },
    state,
    begin,
    stop: () => close(server),
    start: async () => {
      server = serve()
      await listen(server, port)
    },
  }
}
