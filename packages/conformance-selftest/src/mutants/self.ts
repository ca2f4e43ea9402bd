import { jsonResponse } from "../wire.ts"
import { answering, type Json, pretending, responseBody } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

/** Returns the user of the first response to every caller. */
const alwaysTheFirst = () => {
  let first: Json = null
  return responseBody("GET", ["me"], (body) => {
    first ??= body.user
    return { ...body, user: first }
  })
}

export const self: ReadonlyArray<Mutant> = [
  {
    name: "me-is-the-first",
    breaks: "everyone is the user who asked first",
    names: ["conventions.me"],
    edge: (next) => alwaysTheFirst()(next),
  },
  {
    name: "me-without-budgets",
    breaks: "nobody owns anything, nor belongs to it",
    names: ["conventions.me"],
    edge: responseBody("GET", ["me"], ({ business, user, role, permissions }) => ({
      ...{ business, user, role, permissions },
    })),
  },
  {
    name: "me-without-permissions",
    breaks: "what one may is not said",
    names: ["conventions.me"],
    edge: responseBody("GET", ["me"], ({ permissions: _, ...body }) => body),
  },
  {
    name: "me-of-nobody-is-empty",
    breaks: "a token of nobody has a user without fields",
    names: ["conventions.me"],
    edge: responseBody("GET", ["me"], ({ user, ...body }) => ({ user: user ?? {}, ...body })),
  },
  {
    name: "me-unchanged",
    breaks: "a change of oneself is answered, and not made",
    names: ["conventions.me-changes"],
    edge: pretending("PATCH", ["me"]),
  },
  {
    name: "me-of-nobody-changes",
    breaks: "a token of nobody changes itself",
    names: ["conventions.me-changes"],
    edge: answering("PATCH", ["me"], async (request, next) => {
      const response = await next(request)
      return response.status === 403 ? jsonResponse(200, {}) : response
    }),
  },
  {
    name: "absence-of-any-days",
    breaks: "an absence may end before it starts, or have no days",
    names: ["conventions.me-changes"],
    rules: () => ({ absenceStands: () => undefined }),
  },
]
