import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  type Place,
  records,
  retargeted,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { allowing, heedless, mutant, reshaped } from "./edges.ts"

const turned = (place: Place): Mutant =>
  mutant(
    `order-turned-${place.toLowerCase()}`,
    "order",
    `the list ${place} has the reverse order`,
    list([place], (body) => ({ ...body, results: body.results.toReversed() })),
  )

/** Replaces paging parameters that are out of bounds with the nearest bound. */
const clamped = (place: Place): Mutant =>
  mutant(
    `bounds-clamped-${place.toLowerCase()}`,
    "bounds",
    `a page of ${place} out of bounds is one at the bounds`,
    heedless(place, (query) => {
      const limit = Number(query.get("limit") ?? Number.NaN)
      if (limit > 500) query.set("limit", "500")
      if (limit === 0) query.set("limit", "1")
    }),
  )

/** Ignores one of two filters. */
const unheeded = (place: Place, given: string, lost: string, requirement: string): Mutant =>
  mutant(
    `${given}-over-${lost}-${place}`.replaceAll("_", "-").toLowerCase(),
    requirement,
    `\`${lost}\` is not heeded beside \`${given}\``,
    heedless(place, (query) => {
      if (query.has(given)) query.delete(lost)
    }),
  )

const isDay = (name: string): boolean => name.endsWith("_date")
const invalid = () =>
  jsonResponse(400, { code: "invalid_date", errors: [{ code: "invalid_date" }] })

/** Refuses valid days that match. */
const noDay = (name: string, breaks: string, isMeant: (day: string) => boolean): Mutant =>
  mutant(name, "dates", breaks, (next) => async (request) => {
    const days = [...targetOf(request).query].filter(([one]) => isDay(one))
    return days.some(([, day]) => isMeant(day)) ? invalid() : next(request)
  })

const centuries = mutant(
  "leap-centuries",
  "dates",
  "29 February 1900 is a day",
  (next) => (request) => {
    const { query } = targetOf(request)
    const leap = [...query].find(([name, day]) => isDay(name) && day === "1900-02-29")
    if (leap === undefined) return next(request)
    query.set(leap[0], "1900-03-01")
    return next(retargeted(request, { query }))
  },
)

const statements: ReadonlyArray<Mutant> = [
  mutant(
    "days-turned",
    "order",
    "daily balances are from the last on",
    reshaped("GET", "statements", (body) => ({
      ...body,
      daily_balances: body.daily_balances.toReversed(),
    })),
  ),
  mutant(
    "statement-of-no-day",
    "dates",
    "a statement takes a day that there is not",
    allowing("GET", "statements", "invalid_date", 200),
  ),
  mutant(
    "nothing-held",
    "empty-statement",
    "without a day both balances are 0",
    reshaped("GET", "statements", (body) =>
      body.count === 0 ? { ...body, opening_balance: 0, closing_balance: 0 } : body,
    ),
  ),
]

const events: ReadonlyArray<Mutant> = [
  ...(["min_created", "max_created"] as const).map((name) =>
    mutant(
      `events-${name.replace("_", "-")}`,
      "event-chain",
      `events are not filtered by \`${name}\``,
      heedless("events", (query) => query.delete(name)),
    ),
  ),
  unheeded("events", "type", "after_sequence", "event-chain"),
  mutant("hash-anew", "event-chain", "an event has another hash when it is read again", (next) => {
    let times = 0
    return records(["events"], (event) => {
      times += 1
      return { ...event, hash: times.toString(16).padStart(64, "0") }
    })(next)
  }),
  ...(["actor", "data"] as const).map((name) =>
    mutant(
      `event-without-${name}`,
      "event-chain",
      `an event does not say its \`${name}\``,
      records(["events"], ({ [name]: _, ...event }) => event),
    ),
  ),
]

const zoned = mutant(
  "updated-in-any-zone",
  "transaction-filters",
  "the zone of `updated_after` is not heeded",
  heedless("transactions", (query) => {
    const text = query.get("updated_after") ?? ""
    if (/[+-]\d\d:\d\d$/u.test(text)) query.set("updated_after", `${text.slice(0, -6)}Z`)
  }),
)

/** A transaction keeps its creation time as `updated`, also for filters. */
const unmoved = mutant(
  "updated-never-moves",
  "transaction-filters",
  "a change of a transaction does not show in the list of what changed",
  (next) => {
    const changed = new Set<string>()
    return answering("GET", ["transactions"], async (request, server) => {
      const response = await server(request)
      const body = bodyOf(response)
      if (!isGood(response) || !targetOf(request).query.has("updated_after")) return response
      const rows = body.results.filter(({ id }: Json) => !changed.has(id))
      return jsonResponse(200, { ...body, count: rows.length, results: rows })
    })((request) => {
      if (request.method === "PATCH") changed.add(targetOf(request).path.split("/").at(-1) ?? "")
      return next(request)
    })
  },
)

/** Mutants of rules that hold for one representative list, but not for another. */
export const everyList: ReadonlyArray<Mutant> = [
  ...(["owners", "options", "memberTopups", "policies", "waiting", "movements"] as const).map(
    turned,
  ),
  ...(
    [
      "statements",
      "events",
      "periods",
      "movements",
      "waiting",
      "policies",
      "taxRates",
      "exports",
      "tokens",
      "webhooks",
    ] as const
  ).map(clamped),
  ...(["policies", "movements", "waiting", "taxRates"] as const).map((place) =>
    mutant(
      `any-parameter-${place.toLowerCase()}`,
      "unknown-input",
      `any parameter is taken by ${place}`,
      allowing("GET", place, "unknown_parameter", 200),
    ),
  ),
  mutant(
    "offset-of-32-bits",
    "past-the-end",
    "an offset has 32 bits",
    (next) => async (request) =>
      Number(targetOf(request).query.get("offset") ?? 0) > 0x7fff_ffff
        ? jsonResponse(400, {})
        : next(request),
  ),
  noDay("days-from-1000", "there is no day before the year 1000", (day) => /^0\d{3}-/u.test(day)),
  noDay("no-leap-day", "29 February is no day", (day) => day.endsWith("-02-29")),
  centuries,
  ...statements,
  ...events,
  ...(
    [
      ["user_id", "status"],
      ["user_id", "budget_id"],
      ["status", "transaction_type"],
      ["budget_id", "min_auth_date"],
      ["transaction_type", "expense_status"],
      ["transaction_type", "updated_after"],
      ["transaction_type", "has_receipt"],
      ["category_id", "custom_field"],
      ["search", "max_amount"],
    ] as const
  ).map(([given, lost]) => unheeded("transactions", given, lost, "transaction-filters")),
  unheeded("transactions", "user_id", "sort", "transaction-sort"),
  unheeded("members", "user_id", "is_deleted", "member-filter"),
  unheeded("budgets", "budget_type", "has_member_limits", "budget-filters"),
  zoned,
  unmoved,
  mutant(
    "custom-unheeded",
    "category-filters",
    "`custom` filters nothing",
    heedless("categories", (query) => query.delete("custom")),
  ),
]
