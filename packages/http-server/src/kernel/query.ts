import { listed, maxFaults, nearest, type query } from "@outlay/http-contract"
import type { ErrorEntry } from "./refusal.ts"
import type { Route } from "./route.ts"

/** The parsed query and all errors in it. */
export interface QueryRead {
  readonly query: Readonly<Record<string, unknown>>
  readonly dryRun: boolean
  readonly faults: ReadonlyArray<ErrorEntry>
}

/**
 * "An unknown … query parameter is refused: a mistyped filter must never silently return
 * everything. A scalar query parameter given twice: 400."
 */
export const readQuery = (search: string, route: Route): QueryRead => {
  if (search === "") {
    const faults = route.required.length === 0 ? none : route.required.map(missing)
    return { query: route.absent, dryRun: false, faults }
  }
  const faults: Array<ErrorEntry> = []
  const given = gather(search, faults)
  const query: Record<string, unknown> = { ...route.absent }
  let isDryRun = false
  for (const [name, values] of given) {
    const known = route.query.get(name) ?? (name === "dry_run" && route.hasDryRun ? dryRun : null)
    if (known === null) faults.push(unknown(name, route, faults))
    else if (values.length > 1 && !known.repeatable) faults.push(repeated(name))
    else {
      const parsed = known.parse(values)
      if ("fault" in parsed) faults.push({ parameter: name, ...parsed.fault })
      else if (known === dryRun) isDryRun = parsed.value === true
      else query[name] = parsed.value
    }
  }
  for (const name of route.required) if (!given.has(name)) faults.push(missing(name))
  for (const [first, second] of route.endpoint.ordered ?? []) {
    if (isAfter(query[first], query[second])) faults.push(notInOrder(first, second))
  }
  return { query, dryRun: isDryRun, faults: faults.slice(0, maxFaults) }
}

const none: ReadonlyArray<ErrorEntry> = []

/** "`?dry_run=true` on any write." */
const dryRun: Pick<query.QueryParameter<unknown>, "parse" | "repeatable"> = {
  repeatable: false,
  parse: ([text]) =>
    text === "true" || text === "false"
      ? { value: text === "true" }
      : { fault: { code: "wrong_type", detail: "Must be true or false." } },
}

const gather = (
  search: string,
  faults: Array<ErrorEntry>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const given = new Map<string, Array<string>>()
  for (const pair of search.split("&")) {
    if (pair === "") continue
    const equals = pair.indexOf("=")
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1))
    if (name === null || value === null) {
      const detail = "Must be percent-encoded UTF-8."
      faults.push({ parameter: name ?? "", code: "malformed_parameter", detail })
      continue
    }
    const values = given.get(name)
    if (values === undefined) given.set(name, [value])
    else values.push(value)
  }
  return given
}

/** Decodes a text as forms encode it: `+` is a space. Null if it is not UTF-8. */
const decode = (text: string): string | null => {
  if (!text.includes("%") && !text.includes("+")) return text
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return null
  }
}

/** True if both bounds are present and the first is after the second. */
const isAfter = (first: unknown, second: unknown): boolean =>
  (typeof first === "string" && typeof second === "string" && first > second) ||
  (typeof first === "number" && typeof second === "number" && first > second)

const notInOrder = (first: string, second: string): ErrorEntry => ({
  parameter: first,
  code: "not_in_order",
  detail: `Must not be greater than ${second}.`,
})

const missing = (parameter: string): ErrorEntry => ({
  parameter,
  code: "missing",
  detail: "This parameter is required.",
})

/**
 * Maximum number of errors with advice: a client that made more has probably repeated the same one.
 */
const mostAdvised = 10

const unknown = (parameter: string, route: Route, found: ReadonlyArray<ErrorEntry>): ErrorEntry => {
  const code = "unknown_parameter"
  const advice = found.length < mostAdvised ? adviceOn(parameter, route) : null
  const isNew = advice !== null && !found.some(({ detail }) => detail.endsWith(advice))
  return { parameter, code, detail: `Unknown parameter.${isNew ? ` ${advice}` : ""}` }
}

/** Returns the parameters that could have been meant. */
const adviceOn = (parameter: string, { query, hasDryRun }: Route): string => {
  const names = [...query.keys(), ...(hasDryRun ? ["dry_run"] : [])]
  if (names.length === 0) return "This operation has no parameters."
  const suggestion = nearest(parameter, names)
  if (suggestion !== null) return `Did you mean ${suggestion}?`
  return `The parameters are ${listed(names)}.`
}

const repeated = (parameter: string): ErrorEntry => ({
  parameter,
  code: "repeated_parameter",
  detail: "This parameter must not be repeated. Send it once.",
})
