import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  type Json,
  list,
  type Place,
  records,
  responseBody,
  sending,
  targetOf,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, notRemoved, taken } from "./edges.ts"

/** Refuses matching requests. */
const refused = (method: string, place: Place, isMeant: (body: Json) => boolean): Edge =>
  answering(method, [place], async (request, next) =>
    isMeant(bodyOf(request)) ? jsonResponse(400, {}) : next(request),
  )

const waits = (isMeant: (amount: number) => boolean): Edge =>
  responseBody("POST", ["topups"], (topup) =>
    isMeant(topup.amount) ? { ...topup, status: "PENDING" } : topup,
  )

const named: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  [
    "assistants",
    "fourth-assistant",
    "a fourth assistant is taken",
    taken("PATCH", "user", 200, (body) => body?.expense_delegate?.length === 4),
  ],
  [
    "delegate-overlap",
    "overlap-of-a-day",
    "an absence of the delegate on the same day is taken",
    taken("PATCH", "user", 200, (body) => body?.delegate_approver !== undefined),
  ],
  [
    "policy-bound",
    "bound-waits",
    "a topup at the bound of a policy waits",
    waits((amount) => amount === 100),
  ],
  ["taking-away", "taking-waits", "taking away needs approval", waits((amount) => amount < 0)],
  [
    "amount-bound",
    "largest-refused",
    "the largest amount is refused",
    refused("POST", "topups", (body) => Math.abs(body?.amount) === 9_999_999_999.99),
  ],
  [
    "amount-bound",
    "amounts-of-32-bits",
    "what is available is kept in 32 bits of cents",
    records(["budget"], (budget) => ({
      ...budget,
      available_amount: ((Math.round(budget.available_amount * 100) || 0) | 0) / 100,
    })),
  ],
  [
    "description-length",
    "description-cut",
    "a description is cut after 255 units",
    responseBody("POST", ["topups"], (topup) => ({
      ...topup,
      description: String(topup.description).slice(0, 255),
    })),
  ],
  [
    "topup-amount",
    "topup-of-nothing",
    "a topup of 0 is taken",
    taken("POST", "topups", 200, (body) => body?.amount === 0),
  ],
  [
    "topup-amount",
    "cent-refused",
    "a topup of a cent is refused",
    refused("POST", "topups", (body) => Math.abs(body?.amount) === 0.01),
  ],
  [
    "pooled-member",
    "pooled-member-empty",
    "a member without a limit has nothing available",
    list(["members"], (body) => ({
      ...body,
      results: body.results.map((row: Json) => ({ ...row, available_amount: 0 })),
    })),
  ],
  [
    "member-topup",
    "member-topup-alone",
    "a member's topup does not move the budget",
    records(["budget"], (budget) => ({ ...budget, available_amount: 800 })),
  ],
  [
    "member-sum",
    "sum-set-alone",
    "a sum of members' amounts is set alone",
    taken("PATCH", "budget", 200),
  ],
  [
    "reset-amount-later",
    "reset-amount-at-once",
    "a new `reset_amount` is available at once",
    records(["budget"], (budget) => ({ ...budget, available_amount: budget.reset_amount })),
  ],
  ["person-twice", "person-twice", "a person is twice in a budget", taken("POST", "budgets", 201)],
  [
    "invite-ids",
    "invite-by-text-refused",
    "an invite that is named by text is refused",
    refused("POST", "budgets", (body) => typeof body?.owners?.[0]?.invite?.id === "string"),
  ],
  ["invites-listed", "cancelled-listed", "a cancelled invite is listed", notRemoved("invite")],
  [
    "code-mappings",
    "mappings-kept",
    "a category keeps a code that is deleted",
    list(["categories"], (body) => ({
      ...body,
      results: body.results.map((row: Json) => ({
        ...row,
        accounting_code_id: row.accounting_code_id ?? "00000000-0000-4000-8000-000000000001",
      })),
    })),
  ],
  [
    "category-leaves",
    "category-stays",
    "a deleted category stays on budgets",
    notRemoved("category"),
  ],
  ["gone-by-id", "field-found", "a deleted custom field is found", notRemoved("field")],
  [
    "field-settings",
    "none-is-some",
    "a field that is turned to NONE stays linked",
    sending("PATCH", ["field"], (body) => ({
      ...body,
      budget_setting: body.budget_setting === "NONE" ? "SOME" : body.budget_setting,
    })),
  ],
  [
    "statement-balances",
    "balances-of-the-page",
    "a statement's opening balance is that of the page",
    responseBody("GET", ["statements"], (body, request) => {
      const offset = Number(targetOf(request).query.get("offset") ?? 0)
      return offset === 0 ? body : { ...body, opening_balance: body.opening_balance + 1 }
    }),
  ],
]

/** Mutants with bounds that are off by one, or without consequences elsewhere. */
export const bounds: ReadonlyArray<Mutant> = named.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
