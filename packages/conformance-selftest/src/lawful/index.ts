import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  records,
  responseBody,
  sleep,
  targetOf,
} from "../mutants/edges.ts"
import type { Edge } from "../reference/provisioner.ts"
import { jsonResponse } from "../wire.ts"

/**
 * A server that is right but does something that the document leaves open in another way: it must
 * pass.
 */
export interface Lawful {
  readonly name: string
  /** Its variation, in one line. */
  readonly does: string
  /** Changes the body of every successful response, of any method. */
  readonly body?: (body: Json) => Json
  readonly edge?: Edge
}

const mapped = (change: (name: string, value: Json) => Json): ((body: Json) => Json) => {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== "object" || value === null) return value
    // An array of entries per record would take three times as long: lists have a thousand records.
    const record: { [name: string]: Json } = {}
    for (const name in value) {
      const made = change(name, walk(value[name]))
      if (made !== undefined) record[name] = made
    }
    return record
  }
  return walk
}

/** Changes the body of every successful response, one change after another. */
const everyBody =
  (changes: ReadonlyArray<(body: Json) => Json>): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    const body = isGood(response) ? bodyOf(response) : undefined
    return body === undefined
      ? response
      : { ...response, body: JSON.stringify(changes.reduce((made, change) => change(made), body)) }
  }

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/u

/** Spells instants in another way for the same moment. */
const instants = (spell: (text: string) => string) =>
  mapped((_, value) => (typeof value === "string" && instant.test(value) ? spell(value) : value))

const time: ReadonlyArray<Lawful> = [
  {
    name: "offset-for-z",
    does: "writes UTC as `+00:00`",
    body: instants((text) => text.replace(/Z$/u, "+00:00")),
  },
  {
    name: "milliseconds",
    does: "shows milliseconds, not microseconds",
    body: instants((text) => text.replace(/\d{3}Z$/u, "Z")),
  },
  {
    name: "nanoseconds",
    does: "shows nanoseconds",
    body: instants((text) => text.replace(/Z$/u, "000Z")),
  },
]

const topupPlaces = ["topups", "waiting"] as const

const shapes: ReadonlyArray<Lawful> = [
  {
    name: "topups-undescribed",
    does: "a topup does not show its description",
    edge: (next) =>
      records(
        [...topupPlaces],
        ({ description: _, ...topup }) => topup,
      )(responseBody("POST", [...topupPlaces], ({ description: _, ...topup }) => topup)(next)),
  },
  {
    name: "more-fields",
    does: "every record has a field more",
    body: mapped((name, value) =>
      name === "results" && Array.isArray(value)
        ? value.map((record: Json) => ({ ...record, _links: { self: null }, revision: 7 }))
        : value,
    ),
  },
  {
    name: "envelope-says-more",
    does: "the envelope has further fields",
    body: (body) => (Array.isArray(body?.results) ? { took: 3, ...body, total_pages: 9 } : body),
  },
  {
    name: "fields-turned",
    does: "fields stand in the reverse order",
    body: function turned(value: Json): Json {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== "object" || value === null) return value
      const rows = Object.entries(value).toReversed()
      return Object.fromEntries(rows.map(([name, inside]) => [name, turned(inside)]))
    },
  },
  {
    name: "text-escaped",
    does: "writes every letter beyond ASCII as an escape",
    edge: (next) => async (request) => {
      const response = await next(request)
      const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`
      return { ...response, body: response.body.replaceAll(/[\u0080-\uffff]/g, escape) }
    },
  },
  {
    name: "json-spaced",
    does: "writes JSON with white space",
    edge: (next) => async (request) => {
      const response = await next(request)
      const body = bodyOf(response)
      return body === undefined ? response : { ...response, body: JSON.stringify(body, null, 2) }
    },
  },
]

/** Replaces a status with an equivalent one. */
const status =
  (change: (status: number, method: string) => number): Edge =>
  (next) =>
  async (request) => {
    const response = await next(request)
    return { ...response, status: change(response.status, request.method) }
  }

const statuses: ReadonlyArray<Lawful> = [
  {
    name: "rules-400",
    does: "refuses what is against a rule with 400",
    edge: status((given) => (given === 409 || given === 422 ? 400 : given)),
  },
  {
    name: "rules-422",
    does: "refuses everything that it does not accept with 422",
    edge: status((given) => ([400, 409].includes(given) ? 422 : given)),
  },
  {
    name: "rules-409",
    does: "refuses everything that it does not accept with 409",
    edge: status((given) => ([400, 422].includes(given) ? 409 : given)),
  },
  {
    name: "removed-204",
    does: "answers a removal with 204, without a body",
    edge: (next) => async (request) => {
      const response = await next(request)
      return request.method === "DELETE" && isGood(response)
        ? { ...response, status: 204, body: "" }
        : response
    },
  },
  {
    name: "created-201",
    does: "answers creations with 201, but of a topup",
    edge: (next) => async (request) => {
      const response = await next(request)
      const isTopup = targetOf(request).path.endsWith("/topups")
      return request.method === "POST" && isGood(response) && !isTopup
        ? { ...response, status: 201 }
        : response
    },
  },
  {
    name: "errors-empty",
    does: "answers errors without a body",
    edge: (next) => async (request) => {
      const response = await next(request)
      return response.status >= 400 ? { ...response, body: "" } : response
    },
  },
  {
    name: "errors-as-problems",
    does: "answers errors as RFC 9457 says",
    edge: (next) => async (request) => {
      const response = await next(request)
      if (response.status < 400) return response
      const body = JSON.stringify({
        type: "about:blank",
        title: "Refused",
        status: response.status,
      })
      return {
        ...response,
        body,
        headers: { ...response.headers, "content-type": "application/problem+json" },
      }
    },
  },
]

const deletable = ["user", "budget", "member"] as const

const lists: ReadonlyArray<Lawful> = [
  {
    name: "deleted-404",
    does: "a deleted record is not found by its id",
    edge: answering("GET", [...deletable], async (request, next) => {
      const response = await next(request)
      return bodyOf(response)?.is_deleted === true
        ? jsonResponse(404, { error: "There is no such record." })
        : response
    }),
  },
  {
    name: "no-page-is-empty",
    does: "`next` and `previous` are empty where there is no such page",
    edge: list(["all"], (body) => ({
      ...body,
      next: body.next ?? "",
      previous: body.previous ?? "",
    })),
  },
  {
    name: "limit-refused",
    does: "refuses a limit above the maximum",
    edge: answering("GET", ["all"], async (request, next) => {
      const limits = targetOf(request).query.getAll("limit")
      return limits.some((text) => Number(text) > 500)
        ? jsonResponse(400, { error: "A limit is at most 500." })
        : next(request)
    }),
  },
]

const headers = (change: { readonly [name: string]: string }): Edge => {
  return (next) => async (request) => {
    const response = await next(request)
    return { ...response, headers: { ...response.headers, ...change } }
  }
}

const wire: ReadonlyArray<Lawful> = [
  {
    name: "charset-named",
    does: "names the encoding of its JSON",
    edge: (next) => async (request) => {
      const response = await next(request)
      const type = response.headers["content-type"]
      return type === undefined
        ? response
        : {
            ...response,
            headers: { ...response.headers, "content-type": `${type}; charset=UTF-8` },
          }
    },
  },
  {
    name: "further-headers",
    does: "sends headers that the document does not know",
    edge: headers({ vary: "authorization", "x-powered-by": "something", "set-cookie": "a=b" }),
  },
  {
    name: "unhurried",
    does: "takes five milliseconds for every answer",
    edge: (next) => async (request) => {
      await sleep(5)
      return next(request)
    },
  },
]

/**
 * Servers that are right, each with another variation. A suite that fails one of them requires too
 * much.
 */
export const lawful: ReadonlyArray<Lawful> = [...time, ...shapes, ...statuses, ...lists, ...wire]

/**
 * Groups of variants of which a server can have only one, because they concern the same question.
 */
const families: ReadonlyArray<ReadonlyArray<string>> = [
  ["offset-for-z", "milliseconds", "nanoseconds"],
  ["rules-400", "rules-422", "rules-409"],
  ["errors-empty", "errors-as-problems"],
  ["text-escaped", "json-spaced", "fields-turned"],
]
const inFamilies = new Set(families.flat())

/**
 * Combines variants: bodies are changed first, and parsed only once; some edges change the text.
 */
const together = (variants: ReadonlyArray<Lawful>): Edge =>
  [
    everyBody(variants.flatMap(({ body }) => body ?? [])),
    ...variants.flatMap(({ edge }) => edge ?? []),
  ].reduce((before, edge) => (next) => edge(before(next)))

/**
 * Returns as few servers as possible that have all of these variants together: a single variant
 * changes too little to need its own.
 */
export const lawfulServers = (
  variants: ReadonlyArray<Lawful> = lawful,
): ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly edge: Edge }> => {
  const serverCount = Math.max(...families.map(({ length }) => length))
  const others = variants.filter(({ name }) => !inFamilies.has(name))
  return Array.from({ length: serverCount }, (_, server) => {
    const own = variants.filter(
      ({ name }) =>
        families.some((family) => family[server] === name) ||
        others.findIndex((one) => one.name === name) % serverCount === server,
    )
    return { names: own.map(({ name }) => name), edge: together(own) }
  }).filter(({ names }) => names.length > 0)
}
