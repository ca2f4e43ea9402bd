import { answering, list, type Place, querying, retargeted, targetOf } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, everyBody, mutant } from "./edges.ts"

const query = (places: ReadonlyArray<Place>, ...names: ReadonlyArray<string>): Edge =>
  querying(places, (given) => {
    for (const name of names) given.delete(name)
  })

const turned = (places: ReadonlyArray<Place>): Edge =>
  list(places, (body) => ({ ...body, results: body.results.toReversed() }))

/** Mutants of orders, pages and filters. */
export const lists: ReadonlyArray<Mutant> = [
  ...(
    [
      "users",
      "byUser",
      "budgets",
      "invites",
      "categories",
      "codes",
      "fields",
      "members",
      "transactions",
      "topups",
    ] as const
  ).map((place) =>
    mutant(
      `order-turned-${place.toLowerCase()}`,
      "order",
      `the list ${place} has the reverse order`,
      turned([place]),
    ),
  ),
  mutant(
    "fragments-turned",
    "fragments",
    "a fragment has the limit first",
    everyBody((text) => text.replaceAll(/"offset=(\d+)&limit=(\d+)"/gu, '"limit=$2&offset=$1"')),
  ),
  mutant(
    "previous-before-zero",
    "fragments",
    "`previous` keeps its distance before the beginning",
    list(["users"], (body) =>
      body.previous === "offset=0&limit=50" ? { ...body, previous: "offset=0&limit=30" } : body,
    ),
  ),
  mutant(
    "past-the-end-uncounted",
    "past-the-end",
    "past the end `count` is 0",
    list(["users"], (body) => (body.results.length === 0 ? { ...body, count: 0 } : body)),
  ),
  mutant(
    "past-the-end-alone",
    "past-the-end",
    "past the end there is no `previous`",
    list(["users"], (body) => (body.results.length === 0 ? { ...body, previous: null } : body)),
  ),
  mutant(
    "twice-is-once",
    "scalar-twice",
    "the last of two scalars counts",
    answering("GET", ["transactions"], async (request, next) => {
      const given = targetOf(request).query
      if (given.has("status") || given.has("transaction_type")) return next(request)
      return next(retargeted(request, { query: new URLSearchParams(Object.fromEntries(given)) }))
    }),
  ),
  mutant(
    "declined-listed",
    "absent-filter",
    "declined transactions are always listed",
    answering("GET", ["transactions"], async (request, next) => {
      const { query: given } = targetOf(request)
      if (given.has("status")) return next(request)
      for (const one of ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"]) given.append("status", one)
      return next(retargeted(request, { query: given }))
    }),
  ),
  ...(["user_id", "budget_id", "transaction_type", "updated_after"] as const).map((name) =>
    mutant(
      `filter-${name.replaceAll("_", "-")}-ignored`,
      "transaction-filters",
      `\`${name}\` filters nothing`,
      query(["transactions"], name),
    ),
  ),
  ...(["budget_type", "has_member_limits"] as const).map((name) =>
    mutant(
      `filter-${name.replaceAll("_", "-")}-ignored`,
      "budget-filters",
      `\`${name}\` filters nothing`,
      query(["budgets"], name),
    ),
  ),
  ...(["users", "members", "byUser", "owners"] as const).map((place) =>
    mutant(
      `is-deleted-ignored-${place.toLowerCase()}`,
      "is-deleted",
      `\`is_deleted\` filters nothing of ${place}`,
      query([place], "is_deleted"),
    ),
  ),
  ...(["invites", "roles", "categories", "codes", "fields"] as const).map((place) =>
    mutant(
      `is-deleted-taken-${place}`,
      "is-deleted",
      `\`is_deleted\` is taken by ${place}`,
      query([place], "is_deleted"),
    ),
  ),
  mutant(
    "booleans-loose",
    "query-booleans",
    "any spelling of a boolean is taken",
    querying(["users"], (given) => {
      const value = given.get("is_deleted")
      if (value !== null)
        given.set("is_deleted", String(["true", "1", "yes", "t", "TRUE"].includes(value)))
    }),
  ),
  mutant(
    "integers-loose",
    "query-integers",
    "any spelling of an integer is taken",
    querying(["users"], (given) => {
      for (const name of ["offset", "limit"]) {
        const value = Number(given.get(name) ?? Number.NaN)
        if (Number.isInteger(value) && value > 0) given.set(name, String(value))
      }
    }),
  ),
]
