import { jsonResponse } from "../../wire.ts"
import { answering, bodyOf, querying, targetOf } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { mutant, status } from "./edges.ts"

/** Mutants with wrong statuses. */
export const statuses: ReadonlyArray<Mutant> = [
  mutant("created-200", "successes", "a creation is answered with 200", status(201, 200)),
  mutant("removed-200", "successes", "a removal is answered with 200", status(204, 200)),
  mutant(
    "topup-201",
    "successes",
    "a topup is answered with 201",
    answering("POST", ["topups"], async (request, next) => {
      const response = await next(request)
      return response.status === 200 ? { ...response, status: 201 } : response
    }),
  ),
  mutant("media-type-400", "media-type", "another media type is 400", status(415, 400)),
  mutant("method-404", "methods", "a method that a path lacks is 404", status(405, 404)),
  mutant("shape-422", "shape-status", "a shape that is wrong is 422", status(400, 422, "GET")),
  mutant(
    "bounds-clamped",
    "bounds",
    "a limit above the maximum is the maximum",
    querying(["all"], (query) => {
      if (Number(query.get("limit")) > 500) query.set("limit", "500")
    }),
  ),
  mutant("rule-422", "rule-status", "what is against a rule is 422", status(400, 422, "DELETE")),
  mutant("rule-409", "rule-status", "what is against a rule is 409", status(400, 409, "POST")),
  mutant("unknown-business-404", "order-of-checks", "another business is 404", status(403, 404)),
  mutant("id-400", "path-ids", "an id that is none is 400", status(404, 400, "GET")),
  mutant(
    "deleted-404",
    "deleted",
    "a deleted record is not found by its id",
    answering("GET", ["user", "budget"], async (request, next) => {
      const response = await next(request)
      return bodyOf(response)?.is_deleted === true ? jsonResponse(404, {}) : response
    }),
  ),
  mutant(
    "written-when-deleted",
    "deleted",
    "a write to a deleted record is 400",
    status(404, 400, "PATCH"),
  ),
  mutant(
    "min-after-max",
    "min-after-max",
    "the first day after the last finds nothing",
    answering("GET", ["transactions"], async (request, next) => {
      const { query } = targetOf(request)
      const turned = ["auth", "cleared"].some(
        (kind) =>
          String(query.get(`min_${kind}_date`) ?? "") >
          String(query.get(`max_${kind}_date`) ?? "9"),
      )
      return turned
        ? jsonResponse(200, { count: 0, next: null, previous: null, results: [] })
        : next(request)
    }),
  ),
  mutant(
    "statement-undated",
    "statement-refusals",
    "a statement without days is answered",
    answering("GET", ["statements"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(200, {}) : response
    }),
  ),
]
