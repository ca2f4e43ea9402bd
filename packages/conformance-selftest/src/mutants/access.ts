import type { Token } from "../reference/model.ts"
import { rules } from "../reference/rules.ts"
import { jsonAnswer } from "../wire.ts"
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
    edge: remembering((asked, next, good) => {
      const { business, path } = targetOf(asked)
      const token = good.get(business)
      const open = path === "/balance" && asked.headers["authorization"] === undefined
      return next(open && token !== undefined ? withToken(asked, token) : asked)
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
    edge: remembering(async (asked, next, good) => {
      const answer = await next(asked)
      const token = good.get(targetOf(asked).business)
      const words = asked.headers["authorization"]?.startsWith("Bearer ") === true
      return answer.status === 401 && words && token !== undefined
        ? next(withToken(asked, token))
        : answer
    }),
  },
  {
    name: "any-scheme",
    breaks: "a token works under any scheme",
    names: ["authentication.scheme", "authentication.bearer"],
    edge: (next) => (asked) => {
      const word = asked.headers["authorization"]?.split(" ").at(-1)
      return next(word === undefined ? asked : withToken(asked, `Bearer ${word}`))
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
    edge: (next) => async (asked) => {
      const answer = await next(asked)
      return answer.status === 401 ? { ...answer, status: 403 } : answer
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
    edge: (next) => async (asked) => {
      const answer = await next(asked)
      return answer.status === 403 ? { ...answer, status: 401 } : answer
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
    edge: (next) => (asked) => {
      const { business } = targetOf(asked)
      return next(business === "" ? asked : retargeted(asked, { business: plain(business) }))
    },
  },
  {
    name: "user-id-aliases",
    breaks: "a user is also found by 01 and 1e0 for 1",
    names: ["formats.user-id.aliases"],
    edge: (next) => (asked) => {
      const { path } = targetOf(asked)
      return next(retargeted(asked, { path: plainAt(path, /^(\/users\/)([^/]+)/u) }))
    },
  },
  {
    name: "budget-member-id-aliases",
    breaks: "a budget member is also found by 01 and 1e0 for 1",
    names: ["formats.budget-member-id.aliases"],
    edge: (next) => (asked) => {
      const { path } = targetOf(asked)
      const of = /^(\/budgets\/[^/]+\/members\/)([^/]+)/u
      return next(retargeted(asked, { path: plainAt(path, of) }))
    },
  },
  {
    name: "unknown-is-empty",
    breaks: "an unknown user is an empty object",
    names: ["errors.unknown-id", "formats.user-id", "formats.user-id.aliases"],
    edge: answering("GET", ["user"], async (asked, next) => {
      const answer = await next(asked)
      return answer.status === 404 ? jsonAnswer(200, {}) : answer
    }),
  },
  {
    name: "unknown-users-memberships",
    breaks: "an unknown user has an empty list of memberships",
    names: ["errors.404"],
    edge: answering("GET", ["byUser"], async (asked, next) => {
      const answer = await next(asked)
      const empty = { count: 0, next: "", previous: "", results: [] }
      return answer.status === 404 ? jsonAnswer(200, empty) : answer
    }),
  },
  {
    name: "unknown-fails",
    breaks: "an unknown id returns 500",
    names: ["errors.unknown-id", "errors.404"],
    edge: (next) => async (asked) => {
      const answer = await next(asked)
      return answer.status === 404 && asked.method === "GET" ? refusing(500) : answer
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
    edge: remembering(async (asked, next, good) => {
      const answer = await next(asked)
      const { business } = targetOf(asked)
      const token = good.get(business)
      const asker = asked.headers["authorization"]
      const foreign = others(good, business).some(([, one]) => one === asker)
      const refused = answer.status === 403 || answer.status === 404
      return asked.method !== "GET" && refused && foreign && token !== undefined
        ? next(withToken(asked, token))
        : answer
    }),
  },
  {
    name: "foreign-records",
    breaks: "another business's record is found by its id",
    names: ["tenancy.foreign-id", "tenancy.canary", "tenancy.own-records"],
    edge: remembering(async (asked, next, good) => {
      const answer = await next(asked)
      const { business, path } = targetOf(asked)
      if (answer.status !== 404 || asked.method !== "GET" || path.split("/").length < 3) {
        return answer
      }
      if (!good.has(business)) return answer
      for (const [other, token] of others(good, business)) {
        const elsewhere = await next(withToken(retargeted(asked, { business: other }), token))
        if (isGood(elsewhere)) return elsewhere
      }
      return answer
    }),
  },
]

export const access = [...credentials, ...rights, ...identifiers, ...tenants]
