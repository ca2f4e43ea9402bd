import type { Permission } from "@outlay/domain"
import type { Endpoint, PathParameter, Problem, query } from "@outlay/http-contract"
import type { Effect } from "effect"
import type { Handler } from "./handler.ts"

/** A handler, with everything that a request needs of its endpoint worked out once. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handle: Handler["handle"]
  /** What is made of a file before the unit of work; null: it takes none. */
  readonly receive: Handler["receive"] | null
  /** What is done after the commit; null: nothing. */
  readonly after: ((answer: unknown) => Effect.Effect<void, unknown, unknown>) | null
  /** The parameters of the path, in its order. */
  readonly params: ReadonlyArray<{
    readonly name: string
    readonly parse: PathParameter<unknown>["parse"]
    readonly form: string
  }>
  /** Which of them is the `client_id`; -1 where there is none. */
  readonly clientIdAt: number
  /** Whether only the operator's token opens it. */
  readonly isOperators: boolean
  /** Whether it needs no token. */
  readonly isPublic: boolean
  /** Whether the token has to act for a user. */
  readonly needsUser: boolean
  /** Whether the token needs the Admin role. */
  readonly needsAdmin: boolean
  /** What the token's role has to permit; null: nothing. */
  readonly permission: Permission | null
  readonly query: ReadonlyMap<string, query.QueryParameter<unknown>>
  readonly required: ReadonlyArray<string>
  /** What holds where the query is empty. */
  readonly absent: Readonly<Record<string, unknown>>
  readonly problems: ReadonlyMap<string, Problem<unknown>>
  readonly isWrite: boolean
  /** Whether it can be asked as a dry run: every write but a streamed one, or one for anyone. */
  readonly hasDryRun: boolean
  /** The GET which shows what `If-Match` is about: of the same path, or of the same record. */
  sibling: Route | null
}

/** Compiles handlers, and ties every write to the GET of its record. */
export const routesOf = (handlers: ReadonlyArray<Handler>): ReadonlyArray<Route> => {
  const routes = handlers.map(routeOf)
  const reads = new Map(
    routes.filter((_) => !_.isWrite).map((route) => [route.endpoint.path, route] as const),
  )
  for (const route of routes) {
    if (route.isWrite) route.sibling = readOf(reads, route.endpoint.path)
  }
  return routes
}

/**
 * The GET that shows the record of a path. "`If-Match` takes the `ETag` of the same record from
 * either side": what the operator changes is shown on the side of the business.
 */
const readOf = (reads: ReadonlyMap<string, Route>, path: string): Route | null => {
  const record = path.replace(/^\/operator\/v1/u, "").replace("/sync/", "/")
  for (const shown of [path, `/v1${record}`, `/v2${record}`]) {
    const read = reads.get(shown)
    if (read?.endpoint.success.kind === "one") return read
  }
  return null
}

const parameter = /\{([^}]+)\}/gu

const routeOf = ({ endpoint, handle, receive, after }: Handler): Route => {
  const { operation, path, access } = endpoint
  const names = [...path.matchAll(parameter)].map((match) => match[1] as string)
  const params = names.map((name) => {
    const described = endpoint.params[name]
    if (described === undefined) throw new Error(`${operation}: ${name} is not in its params`)
    return { name, parse: described.parse, form: described.form }
  })
  const parameters = endpoint.query as query.QueryParameters
  const isWrite = endpoint.method !== "GET"
  return {
    endpoint,
    handle,
    receive: receive ?? null,
    after: (after as Route["after"] | undefined) ?? null,
    params,
    clientIdAt: names.indexOf("client_id"),
    isOperators: access === "operator",
    isPublic: access === "public",
    needsUser: access === "user",
    needsAdmin: access === "admin",
    permission: typeof access === "string" ? null : access,
    query: new Map(Object.entries(parameters)),
    required: Object.keys(parameters).filter((name) => parameters[name]?.required),
    absent: Object.fromEntries(Object.entries(parameters).map(([name, of]) => [name, of.absent])),
    problems: new Map(endpoint.problems.map((problem) => [problem.tag, problem])),
    isWrite,
    hasDryRun: isWrite && endpoint.streamed !== true && access !== "public",
    sibling: null,
  }
}

/** Why a text of the path is no id: which parameter, and what it looks like. */
export const adviceOnParams = (
  values: ReadonlyArray<string>,
  { params }: Pick<Route, "params">,
): string => {
  const wrong = params.find(({ parse }, n) => parse(values[n] as string) === null)
  return wrong === undefined ? "" : ` ${wrong.name} must be ${wrong.form}.`
}

/** The values of a path's parameters; null where one cannot be what it is for: 404. */
export const readParams = (
  values: ReadonlyArray<string>,
  { params }: Pick<Route, "params">,
): Readonly<Record<string, unknown>> | null => {
  const read: Record<string, unknown> = {}
  for (let i = 0; i < params.length; i++) {
    const { name, parse } = params[i] as Route["params"][number]
    const value = parse(values[i] as string)
    if (value === null) return null
    read[name] = value
  }
  return read
}
