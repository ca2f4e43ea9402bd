import type { Token } from "../reference/model.ts"
import { rules } from "../reference/rules.ts"
import { jsonResponse } from "../wire.ts"
import {
  answering,
  isGood,
  refusing,
  remembering,
  retargeted,
  targetOf,
  withToken,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const credentials: ReadonlyArray<Mutant> = [
  {
    name: "balance-open",
    breaks: "one operation requires no credentials",
    names: ["authentication.required", "authentication.garbage", "authentication.scheme"],
    edge: remembering((request, next, good) => {
      const { business, path } = targetOf(request)
      const token = good.get(business)
      const open = path === "/balance" && request.headers["authorization"] === undefined
      return next(open && token !== undefined ? withToken(request, token) : request)
    }),
  },
  {
    name: "revoked-works",
    breaks: "a revoked token works",
    names: ["authentication.revoked", "authentication.revoked-at-once"],
    rules: () => ({
      alive: ({ expires }, now) => expires === null || expires > now,
    }),
  },
  {
    name: "revoked-later",
    breaks: "a token that worked continues to work after it is revoked",
    names: ["authentication.revoked-at-once"],
    rules: () => {
      const worked = new Set<Token>()
      return {
        alive: (token, now) => {
          if (worked.has(token)) return true
          const alive = rules.alive(token, now)
          if (alive) worked.add(token)
          return alive
        },
      }
    },
  },
  {
    name: "expired-works",
    breaks: "an expired token works",
    names: ["authentication.expired"],
    rules: () => ({ alive: ({ revoked }) => !revoked }),
  },
  {
    name: "garbage-works",
    breaks: "any text works as a token",
    names: ["authentication.garbage", "authentication.expired", "authentication.revoked"],
    edge: remembering(async (request, next, good) => {
      const response = await next(request)
      const token = good.get(targetOf(request).business)
      const words = request.headers["authorization"]?.startsWith("Bearer ") === true
      return response.status === 401 && words && token !== undefined
        ? next(withToken(request, token))
        : response
    }),
  },
  {
    name: "any-scheme",
    breaks: "a token works under any scheme",
    names: ["authentication.scheme", "authentication.bearer"],
    edge: (next) => (request) => {
      const word = request.headers["authorization"]?.split(" ").at(-1)
      return next(word === undefined ? request : withToken(request, `Bearer ${word}`))
    },
  },
  {
    name: "403-for-401",
    breaks: "a request without credentials returns 403",
    names: [
      "errors.401",
      "authentication.required",
      "authentication.garbage",
      "authentication.scheme",
      "authentication.expired",
      "authentication.revoked",
      "authentication.revoked-at-once",
    ],
    edge: (next) => async (request) => {
      const response = await next(request)
      return response.status === 401 ? { ...response, status: 403 } : response
    },
  },
]

const rights: ReadonlyArray<Mutant> = [
  {
    name: "everyone-may",
    breaks: "the permissions of a role are not checked",
    names: ["authorization.forbidden", "errors.403"],
    rules: () => ({ permits: () => true }),
  },
  {
    name: "readers-write",
    breaks: "every role that can read can also write",
    names: ["authorization.forbidden"],
    rules: () => ({ permits: (role, resource) => rules.permits(role, resource, "read") }),
  },
  {
    name: "readers-see-nothing",
    breaks: "only roles that can do everything can read",
    names: ["authorization.may-read"],
    rules: () => ({ permits: (role, resource) => rules.permits(role, resource, "delete") }),
  },
  {
    name: "401-for-403",
    breaks: "a missing permission returns 401",
    names: ["authorization.forbidden", "errors.403"],
    edge: (next) => async (request) => {
      const response = await next(request)
      return response.status === 403 ? { ...response, status: 401 } : response
    },
  },
]

/** Returns any spelling of an integer as its plain digits. */
const plain = (text: string): string => {
  const number = Number(decodeURIComponent(text))
  return Number.isInteger(number) && text !== "" ? String(number) : text
}

const plainAt = (path: string, before: RegExp): string =>
  path.replace(before, (_, lead: string, id: string) => `${lead}${plain(id)}`)

const identifiers: ReadonlyArray<Mutant> = [
  {
    name: "client-id-aliases",
    breaks: "a business is also found by 01 and 1e0 for 1",
    names: ["formats.client-id.aliases", "hardening.integers"],
    edge: (next) => (request) => {
      const { business } = targetOf(request)
      return next(business === "" ? request : retargeted(request, { business: plain(business) }))
    },
  },
  {
    name: "user-id-aliases",
    breaks: "a user is also found by 01 and 1e0 for 1",
    names: ["formats.user-id.aliases"],
    edge: (next) => (request) => {
      const { path } = targetOf(request)
      return next(retargeted(request, { path: plainAt(path, /^(\/users\/)([^/]+)/u) }))
    },
  },
  {
    name: "budget-member-id-aliases",
    breaks: "a budget member is also found by 01 and 1e0 for 1",
    names: ["formats.budget-member-id.aliases"],
    edge: (next) => (request) => {
      const { path } = targetOf(request)
      const of = /^(\/budgets\/[^/]+\/members\/)([^/]+)/u
      return next(retargeted(request, { path: plainAt(path, of) }))
    },
  },
  {
    name: "unknown-is-empty",
    breaks: "an unknown user is an empty object",
    names: ["errors.unknown-id", "formats.user-id", "formats.user-id.aliases"],
    edge: answering("GET", ["user"], async (request, next) => {
      const response = await next(request)
      return response.status === 404 ? jsonResponse(200, {}) : response
    }),
  },
  {
    name: "unknown-users-memberships",
    breaks: "an unknown user has an empty list of memberships",
    names: ["errors.404"],
    edge: answering("GET", ["byUser"], async (request, next) => {
      const response = await next(request)
      const empty = { count: 0, next: "", previous: "", results: [] }
      return response.status === 404 ? jsonResponse(200, empty) : response
    }),
  },
  {
    name: "unknown-fails",
    breaks: "an unknown id returns 500",
    names: ["errors.unknown-id", "errors.404"],
    edge: (next) => async (request) => {
      const response = await next(request)
      return response.status === 404 && request.method === "GET" ? refusing(500) : response
    },
  },
  {
    name: "member-of-another-budget",
    breaks: "a member of one budget is found under another",
    names: ["errors.wrong-parent", "topups.of-member.of-budget"],
    rules: () => ({ membersOf: (_, { budgets }) => budgets.flatMap(({ members }) => members) }),
  },
]

/** Returns other businesses with a known credential. */
const others = (good: ReadonlyMap<string, string>, business: string) =>
  [...good].filter(([other]) => other !== business)

const tenants: ReadonlyArray<Mutant> = [
  {
    name: "no-tenants",
    breaks: "a token works for every business",
    names: [
      "tenancy.foreign-business",
      "tenancy.nothing-applied",
      "tenancy.canary",
      "tenancy.own-records",
      "errors.403",
      "formats.client-id",
    ],
    rules: () => ({ admits: () => true }),
  },
  {
    name: "tenants-on-reads-only",
    breaks: "the business of a token is checked on reads only",
    names: ["tenancy.foreign-business", "tenancy.nothing-applied"],
    edge: remembering(async (request, next, good) => {
      const response = await next(request)
      const { business } = targetOf(request)
      const token = good.get(business)
      const asker = request.headers["authorization"]
      const foreign = others(good, business).some(([, one]) => one === asker)
      const refused = response.status === 403 || response.status === 404
      return request.method !== "GET" && refused && foreign && token !== undefined
        ? next(withToken(request, token))
        : response
    }),
  },
  {
    name: "foreign-records",
    breaks: "another business's record is found by its id",
    names: ["tenancy.foreign-id", "tenancy.canary", "tenancy.own-records"],
    edge: remembering(async (request, next, good) => {
      const response = await next(request)
      const { business, path } = targetOf(request)
      if (response.status !== 404 || request.method !== "GET" || path.split("/").length < 3) {
        return response
      }
      if (!good.has(business)) return response
      for (const [other, token] of others(good, business)) {
        const elsewhere = await next(withToken(retargeted(request, { business: other }), token))
        if (isGood(elsewhere)) return elsewhere
      }
      return response
    }),
  },
]

export const access = [...credentials, ...rights, ...identifiers, ...tenants]
