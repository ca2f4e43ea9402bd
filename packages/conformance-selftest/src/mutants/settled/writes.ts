import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  records,
  responseBody,
  sending,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { mutant, set } from "./edges.ts"

/** Mutants of writes. */
export const writes: ReadonlyArray<Mutant> = [
  mutant(
    "approval-not-asked",
    "asked-approval",
    "`auto_approve: false` asks for nothing",
    sending("POST", ["topups"], ({ auto_approve: _, ...body }) => body),
  ),
  mutant(
    "budget-unmade",
    "budget-rules",
    "a budget against a rule is answered as made",
    answering("POST", ["budgets"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(201, {}) : response
    }),
  ),
  mutant(
    "split-unevenly",
    "pooling",
    "the odd cents go to the last members",
    list(["members"], (body) => ({
      ...body,
      results: body.results.map((row: Json, index: number) => ({
        ...row,
        reset_amount: body.results.at(-1 - index).reset_amount,
        available_amount: body.results.at(-1 - index).available_amount,
      })),
    })),
  ),
  mutant(
    "member-amount-unmoved",
    "member-amounts",
    "a budget does not follow its members' amounts",
    records(["budget"], set("reset_amount", 800)),
  ),
  mutant(
    "member-back-anew",
    "member-rules",
    "who comes back is a new member",
    responseBody("POST", ["members"], (member) => ({ ...member, id: `9${member.id}` })),
  ),
  mutant(
    "option-unfielded",
    "option-rules",
    "a new option does not show whether it is enabled",
    responseBody("POST", ["options"], ({ enabled: _, ...option }) => option),
  ),
  mutant(
    "option-anywhere",
    "option-rules",
    "an option is taken by any field",
    answering("POST", ["options"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(201, {}) : response
    }),
  ),
  mutant(
    "type-free",
    "type-change",
    "a type that something hangs on changes",
    answering("PATCH", ["field"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(200, {}) : response
    }),
  ),
  mutant(
    "link-unnamed",
    "link-rules",
    "a link does not show the budget's name",
    responseBody("POST", ["links"], ({ name: _, ...link }) => link),
  ),
  mutant(
    "code-renamed-anew",
    "code-upsert",
    "renaming a code is answered with 201",
    answering("POST", ["codes"], async (request, next) => {
      const response = await next(request)
      return response.status === 200 ? { ...response, status: 201 } : response
    }),
  ),
  mutant(
    "code-id-anew",
    "code-upsert",
    "a renamed code has another id",
    answering("POST", ["codes"], async (request, next) => {
      const response = await next(request)
      const body = bodyOf(response)
      return response.status === 200
        ? {
            ...response,
            body: JSON.stringify({ ...body, id: "00000000-0000-4000-8000-000000000001" }),
          }
        : response
    }),
  ),
  mutant(
    "category-free",
    "category-rules",
    "whatever changes of a category is taken",
    answering("PATCH", ["category"], async (request, next) => {
      const response = await next(request)
      return isGood(response) ? response : jsonResponse(200, {})
    }),
  ),
  mutant(
    "system-category-removed",
    "category-rules",
    "a system category is deleted",
    answering("DELETE", ["category"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? { ...response, status: 204, body: "" } : response
    }),
  ),
  mutant(
    "update-free",
    "user-rules",
    "a change of a user against a rule is taken",
    answering("PATCH", ["user"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(200, {}) : response
    }),
  ),
  mutant(
    "owner-removed",
    "user-removal",
    "the only owner of a budget is deleted",
    answering("DELETE", ["user"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? { ...response, status: 204, body: "" } : response
    }),
  ),
  mutant(
    "same-is-new",
    "no-difference",
    "a PATCH that changes nothing has a new `updated`",
    responseBody("PATCH", ["budget"], (budget) => ({
      ...budget,
      updated: new Date(Date.parse(budget.updated) + 1).toISOString(),
    })),
  ),
]
