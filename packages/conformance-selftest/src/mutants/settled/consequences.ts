import { jsonResponse } from "../../wire.ts"
import {
  answering,
  isGood,
  type Json,
  list,
  records,
  refusing,
  responseBody,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, notRemoved, set, taken } from "./edges.ts"

/** The first response of a key is always repeated, even if it was a refusal. */
const rememberingRefusals: Edge = (next) => {
  const known = new Map<string, ReturnType<typeof next>>()
  return answering("POST", ["topups"], (request, server) => {
    const key = request.headers["idempotency-key"]
    if (key === undefined) return server(request)
    const response = known.get(key) ?? server(request)
    known.set(key, response)
    return response
  })(next)
}

/** An expense is assessed again if a category of its business was deleted. */
const checkingAgain: Edge = (next) => {
  const changed = new Set<string>()
  const shown = records(["transaction"], (expense, request) =>
    changed.has(targetOf(request).business)
      ? { ...expense, expense_status: "INCOMPLETE_EXPENSE" }
      : expense,
  )(next)
  return answering("DELETE", ["category"], (request, server) => {
    changed.add(targetOf(request).business)
    return server(request)
  })(shown)
}

/** Hides events of a type. */
const untold = (type: string): Edge =>
  answering("GET", ["events"], async (request, next) => {
    const response = await next(request)
    return isGood(response) && targetOf(request).query.get("type") === type
      ? jsonResponse(200, { count: 0, next: null, previous: null, results: [] })
      : response
  })

const rolled: Edge = records(["budget"], (budget) =>
  budget.rollover_funds === true
    ? { ...budget, available_amount: Math.ceil(budget.available_amount / 100) * 100 }
    : budget,
)

/** Mutants of effects elsewhere or later, and of stored responses. */
export const consequences: ReadonlyArray<Mutant> = [
  mutant(
    "long-body-taken",
    "body-size",
    "of a body over 1 MiB the end is dropped",
    answering("POST", ["topups"], async (request, next) => {
      const response = await next(request)
      return response.status === 413 ? jsonResponse(200, {}) : response
    }),
  ),
  mutant(
    "refusals-remembered",
    "idempotency.refused",
    "a key belongs to the request that was refused",
    rememberingRefusals,
  ),
  mutant("user-stays", "user-leaves", "who is deleted stays where they were", notRemoved("user")),
  mutant("invite-stays", "invite-cancelled", "a cancelled invite stays", notRemoved("invite")),
  mutant("budget-stays", "budget-removal", "what a deleted budget had stays", notRemoved("budget")),
  mutant("cents-not-rolled", "reset", "only whole hundreds roll over", rolled),
  mutant("late-charge-unmoved", "late-movement", "what is charged late moves nothing", rolled),
  mutant(
    "late-charge-spent",
    "late-movement",
    "what is charged late is spent in the current period",
    records(["budget"], (budget) =>
      budget.rollover_funds === true && budget.available_amount % 1 !== 0
        ? { ...budget, spent_amount: 10.1 }
        : budget,
    ),
  ),
  mutant(
    "periods-oldest-first",
    "periods-list",
    "the periods are listed from the first on",
    list(["periods"], (body) => ({ ...body, results: body.results.toReversed() })),
  ),
  mutant(
    "periods-never-restated",
    "periods-list",
    "no period says that it was restated",
    records(["periods"], set("restated", false)),
  ),
  mutant(
    "complete-checked-again",
    "complete-stays",
    "a complete expense is checked again when its category goes",
    checkingAgain,
  ),
  mutant(
    "approval-untold",
    "approved-at-once",
    "that a topup was approved at once is not told",
    untold("topup.approved"),
  ),
  mutant(
    "hashes-alike",
    "event-chain",
    "every event has the hash of the first",
    list(["events"], (body) => ({
      ...body,
      results: body.results.map((event: Json) => ({ ...event, hash: body.results[0].hash })),
    })),
  ),
  mutant(
    "events-from-zero",
    "event-chain",
    "events are numbered from 0",
    records(["events"], (event) => ({ ...event, sequence: event.sequence - 1 })),
  ),
  mutant(
    "field-on-none",
    "field-rules",
    "a new field is on no budget",
    responseBody("POST", ["fields"], set("budget_setting", "NONE")),
  ),
  mutant(
    "field-name-twice",
    "field-rules",
    "a second field of a name is made",
    taken("POST", "fields", 201, (body) => body?.name === "REGION"),
  ),
  mutant(
    "statements-for-all",
    "permissions",
    "whoever has a token reads statements",
    answering("GET", ["statements"], async (request, next) => {
      const response = await next(request)
      return response.status === 403 ? refusing(400) : response
    }),
  ),
]
