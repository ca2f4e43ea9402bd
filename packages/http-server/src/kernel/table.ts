import type { Route } from "./route.ts"

/** A node in the tree of paths: its children and its operations. */
interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  readonly routes: Map<string, Route>
  /** Its methods in the form of an `Allow` header; null if it has no operation. */
  allow: string | null
}

/** Operations at a path, with the texts of its parameters in order. */
export interface Place {
  readonly routes: ReadonlyMap<string, Route>
  readonly allow: string
  readonly values: ReadonlyArray<string>
}

export type Table = Node

const node = (): Node => ({ literals: new Map(), parameter: null, routes: new Map(), allow: null })

/** Returns the routes as a tree; literal segments take precedence over parameters. */
export const tableOf = (routes: ReadonlyArray<Route>): Table => {
  const root = node()
  for (const route of routes) {
    const place = placeOf(root, route.endpoint.path)
    const { method, operation } = route.endpoint
    if (place.routes.has(method)) throw new Error(`${operation}: ${method} has two handlers`)
    place.routes.set(method, route)
    const methods = [
      ...place.routes.keys(),
      ...(place.routes.has("GET") ? ["HEAD"] : []),
      "OPTIONS",
    ]
    place.allow = methods.sort().join(", ")
  }
  return root
}

const placeOf = (root: Node, path: string): Node => {
  let place = root
  for (const segment of path.slice(1).split("/")) {
    if (segment.startsWith("{")) {
      place.parameter ??= node()
      place = place.parameter
    } else {
      const next = place.literals.get(segment) ?? node()
      place.literals.set(segment, next)
      place = next
    }
  }
  return place
}

/**
 * Returns the operations at the path, or null. Nothing is decoded or resolved: no segment of the
 * interface needs escaping, so `%2f`, `..`, `//` and `;x` are texts that match nothing.
 */
export const find = (root: Table, path: string): Place | null => {
  const values: Array<string> = []
  let place = root
  let start = 1
  while (start <= path.length) {
    const slash = path.indexOf("/", start)
    const end = slash === -1 ? path.length : slash
    const segment = path.slice(start, end)
    const literal = place.literals.get(segment)
    if (literal !== undefined) place = literal
    else {
      if (place.parameter === null || segment === "") return null
      values.push(segment)
      place = place.parameter
    }
    start = end + 1
  }
  return place.allow === null ? null : { routes: place.routes, allow: place.allow, values }
}
