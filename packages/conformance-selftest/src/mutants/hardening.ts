import { rules } from "../reference/rules.ts"
import type { HttpRequest } from "../wire.ts"
import { answering, bodyOf, type Json, querying, refusing, retargeted, targetOf } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const writes = ["POST", "PATCH"]

/** Replaces the bytes of a body. */
const bytes = (request: HttpRequest, body: Buffer): HttpRequest => {
  const { "content-length": _, ...headers } = request.headers
  return { ...request, headers, body }
}

/** Changes every JSON body. */
const rewriting =
  (change: (body: Json) => Json): NonNullable<Mutant["edge"]> =>
  (next) =>
  (request) => {
    const body = bodyOf(request)
    if (typeof body !== "object" || body === null) return next(request)
    return next(bytes(request, Buffer.from(JSON.stringify(change(body)))))
  }

const isNumber = (value: unknown): value is number => typeof value === "number"

const bodies: ReadonlyArray<Mutant> = [
  {
    name: "last-key-wins",
    breaks: "the last value of a duplicate key is used",
    names: ["hardening.duplicate-keys"],
    edge: rewriting((body) => body),
  },
  {
    name: "broken-text-mended",
    breaks: "bytes that are not UTF-8 are replaced",
    names: ["hardening.bad-encoding"],
    edge: (next) => (request) => next(bytes(request, Buffer.from(request.body.toString("utf8")))),
  },
  {
    name: "coding-ignored",
    breaks: "the compression of a body is ignored",
    names: ["hardening.compressed"],
    edge: (next) => (request) => {
      const { "content-encoding": _, ...headers } = request.headers
      return next({ ...request, headers })
    },
  },
  {
    name: "media-type-ignored",
    breaks: "any body is accepted as JSON",
    names: ["hardening.media-types"],
    edge: (next) => (request) => {
      const headers = { ...request.headers, "content-type": "application/json" }
      return next(request.body.length === 0 ? request : { ...request, headers })
    },
  },
  {
    name: "unreadable-fails",
    breaks: "a body that is not JSON returns 500",
    names: ["hardening.not-json", "hardening.odd-json", "hardening.depth"],
    edge: (next) => async (request) => {
      const unreadable = writes.includes(request.method) && bodyOf(request) === undefined
      const response = await next(request)
      return unreadable && response.status === 400 ? refusing(500) : response
    },
  },
  {
    name: "amounts-rounded",
    breaks: "an amount is rounded to a cent",
    names: ["hardening.exact-amounts"],
    edge: rewriting((body) =>
      isNumber(body.amount) ? { ...body, amount: Math.round(body.amount * 100) / 100 } : body,
    ),
  },
  {
    name: "amounts-bounded",
    breaks: "an amount beyond the limit becomes the limit",
    names: ["hardening.huge-amounts"],
    edge: rewriting((body) =>
      isNumber(body.amount) ? { ...body, amount: Math.min(body.amount, 999_999_999) } : body,
    ),
  },
  {
    name: "text-for-numbers",
    breaks: "an amount in text is accepted as a number",
    names: ["hardening.wrong-types", "hardening.integers"],
    edge: rewriting((body) =>
      typeof body.amount === "string" ? { ...body, amount: Number(body.amount) } : body,
    ),
  },
  {
    name: "texts-cleaned",
    breaks: "non-ASCII letters are dropped from texts",
    names: ["hardening.naughty-texts"],
    edge: rewriting((body) =>
      JSON.parse(JSON.stringify(body).replaceAll(/[^\u0020-\u007e]/gu, "?")),
    ),
  },
  {
    name: "some-topups-lost",
    breaks: "every fortieth topup is lost",
    names: ["hardening.many-topups", "topups.exact"],
    rules: () => {
      let count = 0
      return {
        topUp: (funds, amount) => {
          count += 1
          return count % 40 === 0 ? undefined : rules.topUp(funds, amount)
        },
      }
    },
  },
]

const day = /^\d{4}-\d{2}-\d{2}$/u

const requests: ReadonlyArray<Mutant> = [
  {
    name: "allow-missing",
    breaks: "405 does not list the allowed methods",
    names: ["hardening.methods"],
    edge: (next) => async (request) => {
      const response = await next(request)
      const { allow: _, ...headers } = response.headers
      return response.status === 405 ? { ...response, headers } : response
    },
  },
  {
    name: "ids-trimmed",
    breaks: "white space around an id is trimmed",
    names: ["hardening.odd-ids", "hardening.odd-paths", "formats.user-id.aliases"],
    edge: (next) => (request) => {
      const { path } = targetOf(request)
      return next(retargeted(request, { path: path.replaceAll(/%20|%09|%0a|\+/giu, "") }))
    },
  },
  {
    name: "ids-in-any-case",
    breaks: "an id in capitals is also found",
    names: ["hardening.odd-ids"],
    edge: (next) => (request) => {
      const { path } = targetOf(request)
      return next(path === "" ? request : retargeted(request, { path: path.toLowerCase() }))
    },
  },
  {
    name: "paging-fails",
    breaks: "a limit that is not a number returns 500",
    names: ["hardening.paging"],
    edge: answering("GET", ["all"], async (request, next) => {
      const limit = targetOf(request).query.get("limit")
      return limit !== null && Number.isNaN(Number(limit)) ? refusing(500) : next(request)
    }),
  },
  {
    name: "odd-dates-ignored",
    breaks: "a bound that is not a date is ignored",
    names: ["hardening.dates"],
    edge: querying(["transactions"], (query) => {
      for (const [name, value] of [...query]) {
        if (name.endsWith("_date") && !day.test(value)) query.delete(name)
      }
    }),
  },
  {
    name: "quotes-fail",
    breaks: "a quotation mark in a query returns 500",
    names: ["hardening.injection"],
    edge: (next) => async (request) =>
      request.url.includes("?") && /%27|'/u.test(request.url) ? refusing(500) : next(request),
  },
]

export const hardening = [...bodies, ...requests]
