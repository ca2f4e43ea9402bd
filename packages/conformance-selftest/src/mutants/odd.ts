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
    edge: (next) => (asked) =>
      asked.body.length <= mostBytes
        ? next(asked)
        : sending("POST", ["topups"], (body) => ({
            ...body,
            description: String(body.description).slice(0, 100),
          }))(next)(asked),
  },
  {
    name: "escaped-keys-unread",
    breaks: "a key with an escaped letter is another key",
    names: ["hardening.odd-json"],
    edge: (next) => async (asked) =>
      asked.body.includes('"\\u0061mount"') ? refusing(400) : next(asked),
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
    edge: (next) => async (asked) =>
      isEscaped(asked.url.split("?", 1)[0] ?? "") ? next(asked) : refusing(500),
  },
  {
    name: "long-bounds-fail",
    breaks: "a bound of more than a thousand letters returns 500",
    names: ["hardening.long-texts"],
    edge: answering("GET", ["transactions"], async (asked, next) => {
      const bound = targetOf(asked).query.get("min_auth_date") ?? ""
      return bound.length > 1_000 ? refusing(500) : next(asked)
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
    edge: remembering(async (asked, next, good) => {
      const { business, query } = targetOf(asked)
      const user = query.get("user_id")
      const isMeant = asked.method === "GET" && asked.url.includes("/transactions?")
      if (!isMeant || user === null || !good.has(business)) return next(asked)
      for (const [other, token] of [...good].filter(([one]) => one !== business)) {
        const elsewhere = withToken(retargeted(asked, { business: other }), token)
        const path = `/users/${user}`
        const url = retargeted(elsewhere, { path, query: new URLSearchParams() }).url
        const found = await next({ ...elsewhere, url: url.replace("/v2/", "/v1/") })
        if (isGood(found)) return next(elsewhere)
      }
      return next(asked)
    }),
  },
  {
    name: "one-name-for-an-address",
    breaks: "who works for two businesses has one name in both",
    names: ["tenancy.same-address", "tenancy.canary"],
    edge: (next) => {
      const names = new Map<string, Json>()
      return answering("GET", ["user"], async (asked, server) => {
        const answer = await server(asked)
        const user = bodyOf(answer)
        if (!isGood(answer) || user?.email === undefined) return answer
        if (!names.has(user.email)) names.set(user.email, user.first_name)
        const first_name = names.get(user.email)
        return { ...answer, body: JSON.stringify({ ...user, first_name }) }
      })(next)
    },
  },
]

/** Mutants for rare requests, and for data of two businesses. */
export const odd = [...bodies, ...requests, ...tenants]
