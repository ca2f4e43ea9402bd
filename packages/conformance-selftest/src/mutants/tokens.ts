import { type HttpRequest, jsonResponse } from "../wire.ts"
import { bodyOf, isAt, isGood, type Place, targetOf, withToken } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

type Edge = NonNullable<Mutant["edge"]>

const textOf = ({ headers }: HttpRequest): string | undefined =>
  /^Bearer +(\S+)$/u.exec(headers["authorization"] ?? "")?.[1]

/** Lets a refused request through with the valid token that `like` takes its token for. */
const taking =
  (like: (text: string, good: string) => boolean, places: ReadonlyArray<Place> = ["all"]): Edge =>
  (next) => {
    const good = new Map<string, string>()
    return async (request) => {
      const response = await next(request)
      const text = textOf(request)
      if (text === undefined) return response
      if (isGood(response)) good.set(text, targetOf(request).business)
      if (response.status !== 401 || !isAt(request, places)) return response
      const { business } = targetOf(request)
      const taken = [...good].find(([token, of]) => of === business && like(text, token))
      return taken === undefined ? response : next(withToken(request, `Bearer ${taken[0]}`))
    }
  }

const equalBy = (part: (text: string) => string) => (text: string, good: string) =>
  part(text) === part(good)

const nearly = (
  name: string,
  breaks: string,
  like: (text: string, good: string) => boolean,
): Mutant => ({
  name,
  breaks,
  names: ["authentication.garbage", "authentication.required"],
  edge: taking(like),
})

const beginning = 12

/** True for ended tokens: they have the same length as a valid one, and another beginning. */
const isEnded = (text: string, good: string): boolean =>
  text.length === good.length && text.slice(0, beginning) !== good.slice(0, beginning)

const wrongShape = (request: HttpRequest): boolean => {
  const { query } = targetOf(request)
  return query.get("limit") === "many" || Array.isArray(bodyOf(request))
}

/** Mutants that accept almost valid credentials, or check an invalid request in the wrong order. */
export const tokens: ReadonlyArray<Mutant> = [
  nearly(
    "token-cut",
    "the last letter of a token does not count",
    equalBy((text) => text.slice(0, -1)),
  ),
  nearly(
    "token-by-beginning",
    "only the beginning of a token counts",
    equalBy((text) => text.slice(0, beginning)),
  ),
  nearly(
    "token-by-end",
    "only the end of a token counts",
    equalBy((text) => text.slice(-beginning)),
  ),
  nearly(
    "token-in-any-case",
    "a token is taken in any case",
    equalBy((text) => text.toLowerCase()),
  ),
  nearly("token-within", "a token is taken with more around it", (text, good) =>
    text.includes(good),
  ),
  nearly("token-of-letters", "a token with a letter replaced is taken", (text, good) => {
    const differs = [...text].filter((letter, at) => letter !== good[at])
    return text.length === good.length && differs.length === 1
  }),
  {
    name: "ended-elsewhere",
    breaks: "tokens that are expired or revoked work for what the document does not show",
    names: ["authentication.expired", "authentication.revoked"],
    edge: taking(isEnded, ["invites", "fields", "codes", "categories", "owners"]),
  },
  {
    name: "shape-before-credential",
    breaks: "a request that is wrong in itself is 400 without a credential, too",
    names: ["authentication.required"],
    edge: (next) => async (request) => {
      const response = await next(request)
      return response.status === 401 && wrongShape(request) ? jsonResponse(400, {}) : response
    },
  },
]
