import type { Provisioner } from "../interface/provisioning.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import { chance } from "./chance.ts"
import type { Answer, Business, Check, Trial } from "./check.ts"
import { needClaim, operationAt } from "./claims.ts"
import { isGone, TargetGone } from "./client.ts"
import { openRaw } from "./raw.ts"
import { logged } from "./raw-exchange.ts"
import { type Log, send, type Target } from "./target.ts"
import { Blocked, CheckFailed, type Note, Untestable } from "./verdict.ts"

export type WorldKey = "alpha" | "beta" | "gamma" | "delta"

/** Resources of a run that each of its checks uses. */
export interface Lent {
  readonly target: Target
  readonly baseUrl: URL
  readonly provisioner: Provisioner
  readonly seed: number
  /** Hides a credential in every report. */
  readonly hide: (secret: string) => void
  /** Returns a text as a report shows it, with the names of credentials. */
  readonly named: (text: string) => string
  /** The specifications of the businesses of the world. */
  readonly specs: { readonly [key in WorldKey]: BusinessSpec }
  /** Returns a business of the world, created once, whose requests go to the log. */
  readonly world: (key: WorldKey, log: Log) => Promise<Business>
  readonly fresh: (spec: BusinessSpec, log: Log) => Promise<Business>
}

const longestSeen = 2_000

/** Number of characters shown of a response body; its exchange has more. */
const longestBody = 600

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}…`

const isAnswer = (seen: unknown): seen is Answer =>
  typeof seen === "object" && seen !== null && "exchange" in seen && "status" in seen

/**
 * Returns the seen value as text: a response as its status and the start of its body, other values
 * as JSON.
 */
const textOf = (seen: unknown): string | null => {
  if (seen === undefined) return null
  if (isAnswer(seen)) {
    const body = cut(seen.exchange.response_body, longestBody)
    const { location } = seen.exchange.response_headers
    const status = `status ${seen.status}${location === undefined ? "" : ` to ${location}`}`
    return body === "" ? `${status}, no body` : `${status}: ${body}`
  }
  const text = typeof seen === "string" ? seen : (JSON.stringify(seen) ?? String(seen))
  return cut(text, longestSeen)
}

/** Moves the responses that a failure is about to the end of the log. Returns their number. */
const shownLast = (about: ReadonlyArray<Answer>, log: Log): number => {
  const exchanges = new Set(about.map(({ exchange }) => exchange))
  const logged = [...exchanges].filter((exchange) => log.includes(exchange))
  const others = log.filter((exchange) => !exchanges.has(exchange))
  log.splice(0, log.length, ...others, ...logged)
  return logged.length
}

/** A credential that an act returns is a secret like any other. */
const hideTokens = (hide: Lent["hide"], result: unknown) => {
  const isObject = typeof result === "object" && result !== null
  if (isObject && "token" in result) hide(String(result.token))
}

const rawPath = (path: string) => (path.startsWith("/") ? path : `/${path}`)

/** Returns the arguments of one run of a check. */
export const trialOf = (
  lent: Lent,
  check: Check,
  business: Business,
  log: Log,
  notes: Array<Note>,
): Trial => ({
  business,
  world: (key) => lent.world(key, log),
  fresh: (spec) => lent.fresh(spec, log),
  act: async (act, parameters) => {
    const result = await lent.provisioner.act(act, parameters)
    hideTokens(lent.hide, result)
    return result
  },
  request: async (method, path, { headers = {}, body } = {}) => {
    const operation = operationAt(lent.target.binding, method, rawPath(path))
    needClaim(lent.target.claims, operation)
    const named = operation === null ? {} : { operation }
    const request = { ...named, method, path: rawPath(path), headers, body: body ?? null }
    const response = await send(lent.target, log, request)
    lent.target.witness(response, null)
    return response
  },
  raw: () => {
    const port = Number(lent.baseUrl.port || (lent.baseUrl.protocol === "https:" ? 443 : 80))
    if (lent.baseUrl.protocol === "https:")
      throw new Untestable("raw bytes need a plain http target")
    const host = lent.baseUrl.hostname.replace(/^\[(.*)\]$/u, "$1")
    const opened = openRaw(host, port).catch((error: Error) => {
      if (isGone(error)) throw new TargetGone(`${lent.baseUrl.origin}: ${error.message}`)
      throw new CheckFailed("a connection is accepted", error.message)
    })
    const { origin } = lent.baseUrl
    return opened.then((connection) => logged(connection, { origin, named: lent.named }, log))
  },
  random: chance(lent.seed, check.id),
  expect: (holds, expected, seen, about = isAnswer(seen) ? [seen] : []) => {
    if (holds) return
    const decisive = shownLast(about, log)
    throw new CheckFailed(expected, textOf(seen), Math.max(1, decisive))
  },
  note: (what, choice) => {
    notes.push({ what, choice })
  },
  untestable: (reason) => {
    throw new Untestable(reason)
  },
  blocked: (reason) => {
    throw new Blocked(reason)
  },
})
