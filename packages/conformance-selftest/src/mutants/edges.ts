import type { Edge } from "../reference/provisioner.ts"
import { type Handle, type HttpRequest, type HttpResponse, jsonResponse } from "../wire.ts"

/** Any JSON value: a mutant changes what it finds. */
// biome-ignore lint/suspicious/noExplicitAny: any response of the server behind it
export type Json = any

/** Paths below `/{version}/businesses/{client_id}`. */
const paths = {
  me: /^\/me$/u,
  users: /^\/users$/u,
  user: /^\/users\/[^/]+$/u,
  byUser: /^\/users\/[^/]+\/budget-members$/u,
  transactions: /^\/transactions$/u,
  transaction: /^\/transactions\/[^/]+$/u,
  receipts: /^\/transactions\/[^/]+\/receipts$/u,
  receipt: /^\/transactions\/[^/]+\/receipts\/[^/]+$/u,
  movements: /^\/transactions\/[^/]+\/movements$/u,
  report: /^\/reports\/spend$/u,
  policies: /^\/policies$/u,
  policy: /^\/policies\/[^/]+$/u,
  sessions: /^\/me\/sessions$/u,
  taxRates: /^\/tax-rates$/u,
  books: /^\/books$/u,
  exports: /^\/exports$/u,
  export: /^\/exports\/[^/]+$/u,
  exportFile: /^\/exports\/[^/]+\/file$/u,
  tokens: /^\/tokens$/u,
  token: /^\/tokens\/[^/]+$/u,
  webhooks: /^\/webhooks$/u,
  mapping: /^\/categories\/[^/]+\/accounting-code$/u,
  budgets: /^\/budgets$/u,
  budget: /^\/budgets\/[^/]+$/u,
  periods: /^\/budgets\/[^/]+\/periods$/u,
  events: /^\/events$/u,
  members: /^\/budgets\/[^/]+\/members$/u,
  member: /^\/budgets\/[^/]+\/members\/[^/]+$/u,
  topups: /\/topups$/u,
  memberTopups: /\/members\/[^/]+\/topups$/u,
  decision: /\/topups\/[^/]+\/(?:approve|decline|cancel)$/u,
  approval: /\/topups\/[^/]+\/approve$/u,
  memberDecision: /\/members\/[^/]+\/topups\/[^/]+\/\w+$/u,
  waiting: /^\/topups$/u,
  owners: /^\/budgets\/[^/]+\/owners$/u,
  owner: /^\/budgets\/[^/]+\/owners\/[^/]+$/u,
  statements: /^\/statements$/u,
  balance: /^\/balance$/u,
  roles: /^\/roles$/u,
  invites: /^\/invites$/u,
  invite: /^\/invites\/[^/]+$/u,
  fields: /^\/custom-fields$/u,
  field: /^\/custom-fields\/[^/]+$/u,
  options: /^\/custom-fields\/[^/]+\/options$/u,
  option: /^\/custom-fields\/[^/]+\/options\/[^/]+$/u,
  links: /^\/custom-fields\/[^/]+\/budgets$/u,
  link: /^\/custom-fields\/[^/]+\/budgets\/[^/]+$/u,
  codes: /^\/accounting-codes$/u,
  code: /^\/accounting-codes\/[^/]+$/u,
  categories: /^\/categories$/u,
  category: /^\/categories\/[^/]+$/u,
  all: /./u,
} as const
export type Place = keyof typeof paths

const below = /^(\/v\d\/businesses)\/([^/?]+)([^?]*)(?:\?(.*))?$/u

/** Parts of a URL. */
export interface Target {
  readonly root: string
  readonly business: string
  readonly path: string
  readonly query: URLSearchParams
}

export const targetOf = ({ url }: HttpRequest): Target => {
  const [, root = "", business = "", path = "", query = ""] = below.exec(url) ?? []
  return { root, business, path, query: new URLSearchParams(query) }
}

export const retargeted = (request: HttpRequest, change: Partial<Target>): HttpRequest => {
  const { root, business, path, query } = { ...targetOf(request), ...change }
  const text = query.toString()
  return { ...request, url: `${root}/${business}${path}${text === "" ? "" : `?${text}`}` }
}

export const isAt = (request: HttpRequest, places: ReadonlyArray<Place>): boolean => {
  const path = below.exec(request.url)?.[3] ?? ""
  return places.some((place) => paths[place].test(path))
}

export const isGood = ({ status }: HttpResponse): boolean => status >= 200 && status < 300

export const bodyOf = ({ body }: { readonly body: string | Buffer }): Json => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Changes requests of this method at these places. */
const asking =
  (
    method: string,
    places: ReadonlyArray<Place>,
    change: (request: HttpRequest) => HttpRequest,
  ): Edge =>
  (next) =>
  (request) =>
    next(request.method === method && isAt(request, places) ? change(request) : request)

/** Changes the query of reads at these places. */
export const querying = (
  places: ReadonlyArray<Place>,
  change: (query: URLSearchParams) => void,
): Edge =>
  asking("GET", places, (request) => {
    const { query } = targetOf(request)
    change(query)
    return retargeted(request, { query })
  })

/** Changes the object in the request. */
export const sending = (
  method: string,
  places: ReadonlyArray<Place>,
  change: (body: Json) => Json,
): Edge =>
  asking(method, places, (request) => {
    const body = bodyOf(request)
    if (typeof body !== "object" || body === null) return request
    const { "content-length": _, ...headers } = request.headers
    return { ...request, headers, body: Buffer.from(JSON.stringify(change(body))) }
  })

/** Responds itself at these places; `next` is the server. */
export const answering =
  (
    method: string,
    places: ReadonlyArray<Place>,
    respond: (request: HttpRequest, next: Handle) => Promise<HttpResponse>,
  ): Edge =>
  (next) =>
  (request) =>
    request.method === method && isAt(request, places) ? respond(request, next) : next(request)

/** Changes the body of successful responses. */
export const responseBody = (
  method: string,
  places: ReadonlyArray<Place>,
  change: (body: Json, request: HttpRequest) => Json,
): Edge =>
  answering(method, places, async (request, next) => {
    const response = await next(request)
    const body = bodyOf(response)
    return isGood(response) && body !== undefined
      ? jsonResponse(response.status, change(body, request))
      : response
  })

/** Changes each record in successful responses to reads, in lists and alone. */
export const records = (
  places: ReadonlyArray<Place>,
  change: (record: Json, request: HttpRequest) => Json,
): Edge =>
  responseBody("GET", places, (body, request) =>
    Array.isArray(body?.results)
      ? { ...body, results: body.results.map((record: Json) => change(record, request)) }
      : change(body, request),
  )

/** Changes the response of a list. */
export const list = (places: ReadonlyArray<Place>, change: (body: Json) => Json): Edge =>
  responseBody("GET", places, (body) => (Array.isArray(body?.results) ? change(body) : body))

/** Claims success without doing anything. */
export const pretending = (method: string, places: ReadonlyArray<Place>): Edge =>
  answering(method, places, async () => jsonResponse(200, {}))

export const refusing = (status: number) => jsonResponse(status, { error: "This is refused." })

/** Remembers the first valid credential of each business, and passes them to `respond`. */
export const remembering = (
  respond: (
    request: HttpRequest,
    next: Handle,
    good: ReadonlyMap<string, string>,
  ) => Promise<HttpResponse>,
): Edge => {
  return (next) => {
    const good = new Map<string, string>()
    return async (request) => {
      const given = await respond(request, next, good)
      const { authorization } = request.headers
      const { business } = targetOf(request)
      // The first one is kept: it is usually the administrator's.
      if (isGood(given) && authorization !== undefined && !good.has(business)) {
        good.set(business, authorization)
      }
      return given
    }
  }
}

export const withToken = (request: HttpRequest, authorization: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization },
})

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((over) => {
    setTimeout(over, milliseconds)
  })
