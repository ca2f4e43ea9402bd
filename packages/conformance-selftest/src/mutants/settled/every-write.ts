import { type HttpRequest, jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isAt,
  isGood,
  type Json,
  type Place,
  retargeted,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { allowing, dropped, type Edge, mutant, overlooked, spelt, withBody } from "./edges.ts"

type Write = readonly [method: string, place: Place]

const nameOf = ([method, place]: Write): string => `${method}-${place}`.toLowerCase()

/** Returns one mutant for each of these writes. */
const each = (
  requirement: string,
  name: string,
  breaks: string,
  writes: ReadonlyArray<Write>,
  edge: (method: string, place: Place) => Edge,
): ReadonlyArray<Mutant> =>
  writes.map(([method, place]) =>
    mutant(
      `${name}-${nameOf([method, place])}`,
      requirement,
      `${breaks}: ${method} ${place}`,
      edge(method, place),
    ),
  )

const creations: ReadonlyArray<Write> = [
  ["POST", "invites"],
  ["POST", "budgets"],
  ["POST", "members"],
  ["POST", "owners"],
  ["POST", "codes"],
  ["POST", "categories"],
  ["POST", "fields"],
  ["POST", "options"],
  ["POST", "links"],
]

/** A dry run that saves its changes. */
const done = (method: string, place: Place): Edge =>
  answering(method, [place], async (request, next) => {
    const { query } = targetOf(request)
    if (!query.has("dry_run")) return next(request)
    query.delete("dry_run")
    const response = await next(retargeted(request, { query }))
    return { ...response, headers: { ...response.headers, "dry-run": "true" } }
  })

const untagged = (method: string, place: Place): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    const { etag: _, ...headers } = response.headers
    return { ...response, headers }
  })

/** A removed record can be removed again. */
const goneAgain = (method: string, place: Place): Edge => {
  return (next) => {
    const removedIds = new Set<string>()
    return answering(method, [place], async (request, server) => {
      const response = await server(request)
      if (response.status === 204) removedIds.add(request.url)
      return response.status === 404 && removedIds.has(request.url)
        ? { status: 204, headers: {}, body: "" }
        : response
    })(next)
  }
}

/** Returns 404 for an unknown id before the request is validated. */
const thereFirst = (method: string, place: Place): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    if (response.status !== 400) return response
    const { path } = targetOf(request)
    const above = method === "PATCH" ? path : path.replace(/\/[^/]+$/u, "")
    const read = retargeted(request, { path: above, query: new URLSearchParams() })
    const { "content-type": _, "content-length": __, ...headers } = read.headers
    const found = await next({ ...read, headers, method: "GET", body: Buffer.alloc(0) })
    return found.status === 404 ? found : response
  })

/** Drops unknown fields. */
const anyField = (method: string, place: Place, names: ReadonlyArray<string>): Edge =>
  withBody(method, place, (body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
  )

const nestedField: Edge = withBody("POST", "budgets", (body) =>
  Array.isArray(body.members)
    ? {
        ...body,
        members: body.members.map((member: Json) => {
          const { colour: _, ...rest } = member ?? {}
          return rest
        }),
      }
    : body,
)

const firstTag = (name: string): Edge => spelt(name, (value) => value.split(",")[0] ?? value)

/** An ETag depends on the name of a budget, but not on its amounts. */
const tagOfNames: Edge = (next) => {
  const real = new Map<string, string>()
  const known = (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, real.get(value) ?? value]),
    ),
  })
  return async (request) => {
    if (!isAt(request, ["budget"])) return next(request)
    const response = await next(known(request))
    const { etag } = response.headers
    const { id, name } = bodyOf(response) ?? {}
    if (!isGood(response) || etag === undefined) return response
    const tag = `"${id}-${Buffer.from(String(name)).toString("hex")}"`
    real.set(tag, etag)
    return { ...response, headers: { ...response.headers, etag: tag } }
  }
}

/** Returns 200 for a member or owner who is added again. */
const backWith200 = (place: Place): Edge => {
  return (next) => {
    const seen = new Set<string>()
    return answering("POST", [place], async (request, server) => {
      const response = await server(request)
      const known = `${targetOf(request).business} ${bodyOf(response)?.id}`
      if (response.status === 201 && (seen.has(known) || isOlder(bodyOf(response)))) {
        return { ...response, status: 200 }
      }
      seen.add(known)
      return response
    })(next)
  }
}
const isOlder = ({ created, updated }: Json): boolean => created !== updated

const replayedWith200: Edge = (next) => async (request) => {
  const response = await next(request)
  const isReplay = response.headers["idempotent-replayed"] !== undefined
  return isReplay && response.status === 201 ? { ...response, status: 200 } : response
}

const patchOfAnyType: Edge = (next) => (request) =>
  next(
    request.method === "PATCH"
      ? { ...request, headers: { ...request.headers, "content-type": "application/json" } }
      : request,
  )

const tags: ReadonlyArray<Mutant> = [
  mutant(
    "match-star-refused",
    "etag",
    "`If-Match: *` is refused",
    (next) => async (request) =>
      request.headers["if-match"] === "*" ? jsonResponse(412, {}) : next(request),
  ),
  mutant("match-first-only", "etag", "one tag of `If-Match` counts", firstTag("if-match")),
  mutant(
    "none-match-first-only",
    "etag",
    "one tag of `If-None-Match` counts",
    firstTag("if-none-match"),
  ),
  mutant(
    "none-match-star-unheeded",
    "etag",
    "`If-None-Match: *` matches nothing",
    spelt("if-none-match", (value) => (value === "*" ? '"none"' : value)),
  ),
  mutant(
    "none-match-weak-unknown",
    "etag",
    "a weak tag is another tag",
    spelt("if-none-match", (value) => (value.startsWith("W/") ? '"none"' : value)),
  ),
  mutant("tag-of-names", "etag", "a tag does not change with amounts", tagOfNames),
]

/** Mutants of rules that hold for one representative write, but not for another. */
export const everyWrite: ReadonlyArray<Mutant> = [
  ...each(
    "idempotency",
    "key-unheeded",
    "a key has no effect",
    [...creations, ["POST", "memberTopups"], ["POST", "decision"]],
    (method, place) => dropped(method, place, "idempotency-key"),
  ),
  mutant("replay-200", "idempotency", "a replay of 201 is 200", replayedWith200),
  ...each(
    "dry-run",
    "dry-done",
    "a dry run is done",
    [
      ["POST", "members"],
      ["POST", "owners"],
      ["POST", "codes"],
      ["POST", "fields"],
      ["POST", "options"],
      ["POST", "links"],
      ["PATCH", "budget"],
      ["PATCH", "member"],
      ["PATCH", "field"],
      ["DELETE", "invite"],
      ["DELETE", "member"],
      ["DELETE", "code"],
      ["DELETE", "category"],
    ],
    done,
  ),
  ...each(
    "etag",
    "match-unheeded",
    "`If-Match` is not heeded",
    [
      ["PATCH", "user"],
      ["PATCH", "member"],
      ["PATCH", "field"],
      ["PATCH", "category"],
      ["PATCH", "option"],
      ["DELETE", "user"],
      ["DELETE", "member"],
      ["DELETE", "field"],
      ["DELETE", "category"],
      ["DELETE", "code"],
      ["DELETE", "invite"],
    ],
    (method, place) => dropped(method, place, "if-match"),
  ),
  ...each(
    "etag",
    "answer-untagged",
    "the answer has no tag",
    [
      ["PATCH", "user"],
      ["PATCH", "member"],
      ["PATCH", "field"],
    ],
    untagged,
  ),
  ...tags,
  ...each(
    "deleted",
    "gone-again",
    "what is removed is removed again",
    [
      ["DELETE", "member"],
      ["DELETE", "code"],
      ["DELETE", "category"],
      ["DELETE", "field"],
      ["DELETE", "option"],
      ["DELETE", "invite"],
    ],
    goneAgain,
  ),
  ...each(
    "deleted",
    "joined-deleted",
    "who joins a deleted budget is answered as if they did",
    [
      ["POST", "members"],
      ["POST", "owners"],
    ],
    (method, place) => overlooked(method, place, 404, 201),
  ),
  ...each(
    "unknown-input",
    "any-parameter",
    "any parameter is taken",
    [
      ["GET", "user"],
      ["GET", "budget"],
      ["GET", "balance"],
      ["GET", "statements"],
      ["GET", "transaction"],
      ["GET", "events"],
      ["GET", "periods"],
      ["GET", "report"],
      ["POST", "topups"],
      ["POST", "invites"],
      ["PATCH", "user"],
      ["DELETE", "user"],
    ],
    (method, place) => allowing(method, place, "unknown_parameter", 200),
  ),
  ...each(
    "unknown-input",
    "any-field",
    "any field is taken",
    [
      ["POST", "members"],
      ["POST", "owners"],
      ["POST", "codes"],
      ["POST", "fields"],
      ["POST", "options"],
      ["PATCH", "budget"],
      ["PATCH", "field"],
      ["PATCH", "category"],
    ],
    (method, place) => anyField(method, place, ["no such field"]),
  ),
  mutant("any-field-nested", "unknown-input", "a new member takes any field", nestedField),
  ...each(
    "order-of-checks",
    "there-first",
    "404 comes before the shape",
    [
      ["PATCH", "budget"],
      ["PATCH", "user"],
      ["PATCH", "field"],
      ["POST", "members"],
      ["POST", "owners"],
      ["POST", "options"],
    ],
    thereFirst,
  ),
  mutant("patch-of-any-type", "media-type", "a PATCH has any media type", patchOfAnyType),
  mutant(
    "patch-with-keys-twice",
    "malformed-json",
    "of a key that is twice in a PATCH the last counts",
    withBody("PATCH", "all", (body) => body),
  ),
  mutant("owner-back-200", "successes", "an owner comes back with 200", backWith200("owners")),
  mutant("member-back-200", "successes", "a member comes back with 200", backWith200("members")),
]
