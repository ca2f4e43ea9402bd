import {
  answering,
  bodyOf,
  isGood,
  type Json,
  querying,
  refusing,
  remembering,
  retargeted,
  sending,
  targetOf,
  withToken,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const mostBytes = 1024 * 1024

const isEscaped = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Behaves like a program that copies the fields of an object one by one. */
const inheriting = (body: Json): Json => {
  const { value } = Object.getOwnPropertyDescriptor(body, "__proto__") ?? {}
  const { ["__proto__"]: _, ...own } = body
  return { ...(typeof value === "object" ? value : {}), ...own }
}

const bodies: ReadonlyArray<Mutant> = [
  {
    name: "long-bodies-cut",
    breaks: "of a body that is too long only the beginning is taken",
    names: ["hardening.too-long"],
    edge: (next) => (request) =>
      request.body.length <= mostBytes
        ? next(request)
        : sending("POST", ["topups"], (body) => ({
            ...body,
            description: String(body.description).slice(0, 100),
          }))(next)(request),
  },
  {
    name: "escaped-keys-unread",
    breaks: "a key with an escaped letter is another key",
    names: ["hardening.odd-json"],
    edge: (next) => async (request) =>
      request.body.includes('"\\u0061mount"') ? refusing(400) : next(request),
  },
  {
    name: "prototype-merged",
    breaks: "the fields of `__proto__` are taken as the body's own",
    names: ["hardening.prototype-keys"],
    edge: sending("POST", ["topups"], inheriting),
  },
  {
    name: "addresses-cut",
    breaks: "what follows a line break in an address is dropped",
    names: ["hardening.addresses"],
    edge: sending("POST", ["invites"], (body) => ({
      ...body,
      email: String(body.email).split(/[\r\n]/u)[0],
    })),
  },
]

const requests: ReadonlyArray<Mutant> = [
  {
    name: "bad-escapes-fail",
    breaks: "an escape in a path that is none returns 500",
    names: ["hardening.odd-paths"],
    edge: (next) => async (request) =>
      isEscaped(request.url.split("?", 1)[0] ?? "") ? next(request) : refusing(500),
  },
  {
    name: "long-bounds-fail",
    breaks: "a bound of more than a thousand letters returns 500",
    names: ["hardening.long-texts"],
    edge: answering("GET", ["transactions"], async (request, next) => {
      const bound = targetOf(request).query.get("min_auth_date") ?? ""
      return bound.length > 1_000 ? refusing(500) : next(request)
    }),
  },
  {
    name: "many-statuses-are-none",
    breaks: "more than ten statuses filter nothing",
    names: ["hardening.pollution"],
    edge: querying(["transactions"], (query) => {
      if (query.getAll("status").length > 10) query.delete("status")
    }),
  },
]

const tenants: ReadonlyArray<Mutant> = [
  {
    name: "foreign-user-listed",
    breaks: "the transactions of another business's user are listed",
    names: ["tenancy.foreign-query", "tenancy.canary", "tenancy.own-records"],
    edge: remembering(async (request, next, good) => {
      const { business, query } = targetOf(request)
      const user = query.get("user_id")
      const isMeant = request.method === "GET" && request.url.includes("/transactions?")
      if (!isMeant || user === null || !good.has(business)) return next(request)
      for (const [other, token] of [...good].filter(([one]) => one !== business)) {
        const elsewhere = withToken(retargeted(request, { business: other }), token)
        const path = `/users/${user}`
        const url = retargeted(elsewhere, { path, query: new URLSearchParams() }).url
        const found = await next({ ...elsewhere, url: url.replace("/v2/", "/v1/") })
        if (isGood(found)) return next(elsewhere)
      }
      return next(request)
    }),
  },
  {
    name: "one-name-for-an-address",
    breaks: "who works for two businesses has one name in both",
    names: ["tenancy.same-address", "tenancy.canary"],
    edge: (next) => {
      const names = new Map<string, Json>()
      return answering("GET", ["user"], async (request, server) => {
        const response = await server(request)
        const user = bodyOf(response)
        if (!isGood(response) || user?.email === undefined) return response
        if (!names.has(user.email)) names.set(user.email, user.first_name)
        const first_name = names.get(user.email)
        return { ...response, body: JSON.stringify({ ...user, first_name }) }
      })(next)
    },
  },
]

/** Mutants for rare requests, and for data of two businesses. */
export const odd = [...bodies, ...requests, ...tenants]
