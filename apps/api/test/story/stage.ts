import { readFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "../../../../scripts/until.ts"
import { ended, root, watched, workplace } from "../outlay.ts"

// biome-ignore lint/suspicious/noExplicitAny: a chapter knows what it asked for, and asserts it
export type Json = any

interface Operation {
  readonly name: string
  readonly method: string
  readonly parameters: number
  readonly path: RegExp
}

/** All operations of the committed list of endpoints. */
const operations: ReadonlyArray<Operation> = readFileSync(join(root, "docs/endpoints.txt"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [method = "", template = ""] = line.split(/\s+/u)
    return {
      name: `${method} ${template}`,
      method,
      parameters: template.split("{").length - 1,
      path: new RegExp(`^${template.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u"),
    }
  })

/** Returns the operation of a request: of several matches, the one with the fewest parameters. */
const operationOf = (method: string, pathname: string): Operation | undefined =>
  operations
    .filter((each) => each.method === method && each.path.test(pathname))
    .toSorted((a, b) => a.parameters - b.parameters)[0]

/** Error response of the service. */
export class Refused extends Error {
  readonly verdict: string
  readonly document: Json
  constructor(request: string, status: number, document: Json) {
    super(`${request}: ${status} ${JSON.stringify(document)}`)
    this.verdict = `${status} ${document.code}`
    this.document = document
  }
}

/** Client of a user. `{Kitchen}` in a path is replaced by the id of the record with that name. */
export interface Voice {
  readonly get: (path: string) => Promise<Json>
  /** Sends a request. If it has a key, it can be repeated and has one effect. */
  readonly post: (path: string, body?: unknown, key?: string) => Promise<Json>
  readonly patch: (path: string, body: unknown) => Promise<Json>
  readonly put: (path: string, body: unknown) => Promise<Json>
  readonly delete: (path: string) => Promise<Json>
}

const operatorToken = "operator-secret-of-a-story"

/** Starts `outlay serve` as a sandbox that may send webhooks to loopback. */
const opened = async (place: ReturnType<typeof workplace>) => {
  const flags = ["--sandbox", "--webhook-private-targets", "--rate-limit", "off", "--log", "json"]
  const child = place.begin(["serve", "--port", "0", ...flags], {
    OUTLAY_OPERATOR_TOKEN: operatorToken,
  })
  const exit = ended(child)
  const text = watched(child)
  const url = await until("the service listens", () => {
    if (child.exitCode !== null) throw new Error(text.err)
    return /^outlay listening on (\S+)$/mu.exec(text.out)?.[1] ?? false
  })
  return {
    url,
    close: () => {
      child.kill("SIGTERM")
      return exit
    },
  }
}

interface Sent {
  readonly method: string
  readonly token: string
  readonly body: unknown
  readonly key: string | undefined
}

const send = async (url: URL, { method, token, body, key }: Sent) => {
  const isText = typeof body === "string"
  const isFile = body instanceof Uint8Array
  const type = isText ? "application/x-ndjson" : isFile ? "image/png" : "application/json"
  const response = await fetch(url, {
    method,
    headers: {
      ...(token.startsWith("outlay_session=")
        ? { cookie: token, origin: url.origin }
        : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": type }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined
      ? {}
      : { body: isText || isFile ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json$/u.test(response.headers.get("content-type") ?? "")
  return { response, document: isJson ? JSON.parse(text) : text === "" ? null : text }
}

/** Opens the service of a story, with its users, named records and date. */
export const setStage = async () => {
  const place = workplace()
  const service = await opened(place)
  const named = new Map<string, Json>()
  const tokens = new Map([["the operator", operatorToken]])
  const touched = new Set<string>()
  const strayed = new Set<string>()
  /** The books open on the next 1 July, like a financial year in Australia. */
  const year = new Date().getUTCFullYear() + 1
  let today = ""
  let hour = 0

  const the = (name: string): Json => {
    if (!named.has(name)) throw new Error(`nothing in this story is called ${name}`)
    return named.get(name)
  }
  const id = (name: string) => the(name).id

  /** Paths belong to the business unless they are absolute. */
  const urlOf = (who: string, path: string): URL => {
    const filled = path.replaceAll(/\{([^}]+)\}/gu, (_, name: string) => String(id(name)))
    if (/^\/(?:operator|v\d)\//u.test(filled)) return new URL(filled, service.url)
    const version = filled.startsWith("/transactions") ? "/v2" : "/v1"
    const side = who === "the operator" ? "/operator/v1" : version
    return new URL(`${side}/businesses/${the("the business").client_id}${filled}`, service.url)
  }

  const ask = async (
    who: string,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Json> => {
    const token = tokens.get(who)
    if (token === undefined) throw new Error(`${who} has no token`)
    const url = urlOf(who, path)
    const { response, document } = await send(url, { method, token, body, key })
    const operation = operationOf(method, url.pathname)
    if (operation === undefined) strayed.add(`${method} ${url.pathname}`)
    if (!response.ok) throw new Refused(`${who}: ${method} ${path}`, response.status, document)
    if (operation !== undefined) touched.add(operation.name)
    return document
  }

  /** Sends a request from a browser without a token. Also returns the cookie. */
  const visit = async (method: string, path: string, body?: object) => {
    const operation = operationOf(method, path)
    if (operation === undefined) strayed.add(`${method} ${path}`)
    const headers = { origin: service.url, "content-type": "application/json" }
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(service.url + path, { method, headers, ...init })
    if (response.ok && operation !== undefined) touched.add(operation.name)
    const text = await response.text()
    return {
      status: response.status,
      document: text === "" ? null : JSON.parse(text),
      cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
    }
  }

  const turnClock = async () => {
    const now = `${today}T${String(hour).padStart(2, "0")}:00:00.000Z`
    const shown = await ask("the operator", "PUT", "/operator/v1/clock", { now })
    if (shown.now !== now) throw new Error(`the clock shows ${shown.now} instead of ${now}`)
  }

  return {
    place,
    year,
    the,
    id,
    as: (who: string): Voice => ({
      get: (path) => ask(who, "GET", path),
      post: (path, body, key) => ask(who, "POST", path, body, key),
      patch: (path, body) => ask(who, "PATCH", path, body),
      put: (path, body) => ask(who, "PUT", path, body),
      delete: (path) => ask(who, "DELETE", path),
    }),
    /** Names a record. Only names that begin with `the` can be reassigned. */
    call: (name: string, record: Json): Json => {
      const holder = name.startsWith("the ") ? undefined : named.get(name)
      if (holder !== undefined && holder.id !== record.id) throw new Error(`${name} is there`)
      named.set(name, record)
      return record
    },
    visit,
    /** Sets the token or cookie of a user from now on. */
    equip: (who: string, token: string) => tokens.set(who, token),
    /** Returns a day in the story's year, such as `07-31`. */
    day: (monthDay: string) => `${year}-${monthDay}`,
    today: () => today,
    /** Sets the service's clock to nine in the morning of a day. */
    on: (monthDay: string) => {
      today = `${year}-${monthDay}`
      hour = 9
      return turnClock()
    },
    /** Advances the clock by an hour, so that lists by time have only one order. */
    anHourLater: () => {
      hour++
      return turnClock()
    },
    /** Returns operations that have not succeeded yet. */
    untouched: () =>
      operations
        .map(({ name }) => name)
        // `sign-in/attacks.test.ts` accepts invites by their links.
        .filter((name) => !touched.has(name) && name !== "POST /sign-in/invites"),
    /** Returns requests that match no operation. */
    strayed: () => [...strayed],
    close: service.close,
  }
}

export type Story = Awaited<ReturnType<typeof setStage>>

/** Returns the refusal of a request; fails if it succeeds. */
export const refused = async (response: Promise<Json>): Promise<Refused> => {
  const refused = await response.then(
    () => new Error("it was not refused"),
    (error: unknown) => error,
  )
  if (refused instanceof Refused) return refused
  throw refused
}

/** Returns the status and code of a refusal. */
export const refusal = async (response: Promise<Json>): Promise<string> =>
  (await refused(response)).verdict
