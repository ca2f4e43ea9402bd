import { type Handle, type HttpRequest, type HttpResponse, jsonResponse } from "../wire.ts"
import { budgetRoutes } from "./budgets.ts"
import { losesDigits, repeatsKey } from "./json.ts"
import { settled } from "./ledger.ts"
import { meRoutes } from "./me.ts"
import { nowOf, type State, type Token } from "./model.ts"
import { waitingRoutes } from "./pending-topups.ts"
import { peopleRoutes } from "./people.ts"
import { missing, Refused, unreadable } from "./refusals.ts"
import type { Route } from "./routes.ts"
import type { Rules } from "./rules.ts"
import { settingsRoutes } from "./settings.ts"
import { spendingRoutes } from "./spending.ts"

const routes: ReadonlyArray<Route> = [
  ...peopleRoutes,
  ...meRoutes,
  ...spendingRoutes,
  ...budgetRoutes,
  ...waitingRoutes,
  ...settingsRoutes,
]

const bearer = /^Bearer +([\w.~+/-]+=*)$/iu

const tokenOf = (state: State, rules: Rules, { headers }: HttpRequest): Token => {
  const [, text = ""] = bearer.exec(headers["authorization"] ?? "") ?? []
  const token = state.tokens.get(text)
  if (token === undefined || !rules.alive(token, nowOf(state))) {
    const challenge = { "www-authenticate": "Bearer" }
    throw new Refused(401, "Send a token of yours as Authorization: Bearer.", challenge)
  }
  return token
}

const json = /^application\/json(\s*;\s*charset="?utf-8"?)?$/iu

const parsed = (body: Buffer): { readonly text: string; readonly value: unknown } => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)
    return { text, value: JSON.parse(text) }
  } catch {
    throw unreadable("The body is not JSON.")
  }
}

/** Maximum length of a body. */
const mostBytes = 1024 * 1024

const bodyOf = ({ method, headers, body }: HttpRequest): unknown => {
  if (method === "GET" || body.length === 0) return undefined
  if (!json.test(headers["content-type"] ?? "")) throw new Refused(415, "Send JSON.")
  if (headers["content-encoding"] !== undefined) throw new Refused(415, "Send JSON, not packed.")
  const { text, value } = parsed(body)
  if (repeatsKey(text)) throw unreadable("The body names a key twice.")
  if (losesDigits(text)) throw unreadable("The body has a number of too many digits.")
  return value
}

/** Returns the route with its path parameters; a known path with another method is 405. */
const routed = (method: string, path: string) => {
  const matches = routes.flatMap((route) => {
    const match = route.path.exec(path)
    return match === null ? [] : [{ route, at: match.groups ?? {} }]
  })
  const match = matches.find(({ route }) => route.method === method)
  if (match !== undefined) return match
  if (matches.length === 0) throw missing("place")
  const allowed = matches.map(({ route }) => route.method).join(", ")
  throw new Refused(405, `Only ${allowed}.`, { allow: allowed })
}

const decoded = (at: { readonly [name: string]: string }) => {
  try {
    return Object.fromEntries(
      Object.entries(at).map(([name, text]) => [name, decodeURIComponent(text)]),
    )
  } catch {
    throw missing("record")
  }
}

const responseOf = async (
  state: State,
  rules: Rules,
  request: HttpRequest,
): Promise<HttpResponse> => {
  if (request.body.length > mostBytes) throw new Refused(413, "The body is longer than 1 MiB.")
  const [path = "", query = ""] = request.url.split("?", 2)
  if (path === "/") return jsonResponse(200, { service: "reference" })
  const token = tokenOf(state, rules, request)
  const { route, at } = routed(request.method, path)
  const parameters = decoded(at)
  const business = state.businesses.get(parameters["client_id"] ?? "")
  // The existence of a business is also hidden, so this is 404.
  if (business === undefined || !rules.admits(token, business)) throw missing("business")
  if (route.resource !== null && !rules.permits(token.role, route.resource, route.action)) {
    throw new Refused(403, `The role ${token.role.name} may not ${route.action} this.`)
  }
  const now = nowOf(state)
  settled(rules, business, now)
  const body = bodyOf(request)
  const context = { state, rules, business, token, now, body, at: parameters }
  return jsonResponse(200, await route.handler({ ...context, query: new URLSearchParams(query) }))
}

/** Creates the server with the given rules. */
export const serverOf =
  (state: State, rules: Rules): Handle =>
  async (request) => {
    try {
      return await responseOf(state, rules, request)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return jsonResponse(error.status, { error: error.message }, error.headers)
    }
  }
