import type { Permission } from "@outlay/domain"
import type { Endpoint, PathParameter, Problem, query } from "@outlay/http-contract"
import type { Effect } from "effect"
import type { Handler } from "./handler.ts"

/** A handler, with everything that a request needs of its endpoint computed once. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handle: Handler["handle"]
  /** Processes a file before the unit of work; null if the operation takes none. */
  readonly receive: Handler["receive"] | null
  /** Runs after the commit; null if there is nothing to do. */
  readonly after: ((result: unknown) => Effect.Effect<void, unknown, unknown>) | null
  /** Parameters of the path, in order. */
  readonly params: ReadonlyArray<{
    readonly name: string
    readonly parse: PathParameter<unknown>["parse"]
    readonly form: string
  }>
  /** Index of the `client_id` among them; -1 if there is none. */
  readonly clientIdAt: number
  /** True if only the operator's token is accepted. */
  readonly isOperators: boolean
  /** True if no token is needed. */
  readonly isPublic: boolean
  /** True if the token must act for a user. */
  readonly needsUser: boolean
  /** True if the token needs the Admin role. */
  readonly needsAdmin: boolean
  /** Permission that the token's role needs; null if it needs none. */
  readonly permission: Permission | null
  readonly query: ReadonlyMap<string, query.QueryParameter<unknown>>
  readonly required: ReadonlyArray<string>
  /** Parsed query of a request without one. */
  readonly absent: Readonly<Record<string, unknown>>
  readonly problems: ReadonlyMap<string, Problem<unknown>>
  readonly isWrite: boolean
  /** True if it supports dry runs: every write except streamed and public ones. */
  readonly hasDryRun: boolean
  /** The GET of the record to which `If-Match` refers: of the same path, or of the same record. */
  sibling: Route | null
}

/** Compiles handlers and links every write to the GET of its record. */
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
 * Returns the GET that shows the record of a path. "`If-Match` takes the `ETag` of the same record
 * from either side": for a path of the operator, it is the GET of the business.
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

/** Returns which parameter of the path is invalid and what it must look like. */
export const adviceOnParams = (
  values: ReadonlyArray<string>,
  { params }: Pick<Route, "params">,
): string => {
  const wrong = params.find(({ parse }, n) => parse(values[n] as string) === null)
  return wrong === undefined ? "" : ` ${wrong.name} must be ${wrong.form}.`
}

/** Returns the values of a path's parameters; null if one of them is invalid: 404. */
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
