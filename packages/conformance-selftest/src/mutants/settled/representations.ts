import { bodyOf, type Json, list, records, responseBody } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { everyBody, mutant, set } from "./edges.ts"

/** Mutants of records and problems. */
export const shown: ReadonlyArray<Mutant> = [
  mutant(
    "timestamps-short",
    "timestamps",
    "timestamps have no milliseconds",
    everyBody((text) => text.replaceAll(/(T\d\d:\d\d:\d\d)\.\d{3}Z/gu, "$1Z")),
  ),
  mutant(
    "timestamps-offset",
    "timestamps",
    "timestamps end with an offset",
    everyBody((text) => text.replaceAll(/(T\d\d:\d\d:\d\d\.\d{3})Z/gu, "$1+00:00")),
  ),
  ...(
    [
      "payment_types",
      "out_of_office_mode",
      "out_of_office_start_date",
      "delegate_approver",
    ] as const
  ).map((name) =>
    mutant(
      `user-${name.replaceAll("_", "-")}-lost`,
      "user-fields",
      `a user does not show \`${name}\``,
      records(["users", "user"], ({ [name]: _, ...rest }) => rest),
    ),
  ),
  ...(["status", "requested_by", "actioned_by", "actioned_on", "created"] as const).map((name) =>
    mutant(
      `topup-${name.replaceAll("_", "-")}-lost`,
      "topup-fields",
      `a topup does not show \`${name}\``,
      responseBody("POST", ["topups"], ({ [name]: _, ...rest }) => rest),
    ),
  ),
  mutant(
    "new-budget-empty",
    "new-budget",
    "a new budget has nothing available",
    responseBody("POST", ["budgets"], set("available_amount", 0)),
  ),
  mutant(
    "new-budget-spent",
    "new-budget",
    "a new budget has spent its amount",
    responseBody("POST", ["budgets"], (budget) => ({
      ...budget,
      spent_amount: budget.reset_amount,
    })),
  ),
  mutant(
    "period-end-next",
    "periods",
    "a period ends when the next begins",
    records(["budgets", "budget"], (budget) =>
      budget.current_period_end === null || budget.current_period_end === undefined
        ? budget
        : {
            ...budget,
            current_period_end: new Date(Date.parse(budget.current_period_end) + 1).toISOString(),
          },
    ),
  ),
  mutant(
    "never-ends",
    "periods",
    "a budget that is never reset has a period",
    records(["budgets", "budget"], (budget) =>
      budget.reset_period === "NEVER"
        ? { ...budget, current_period_end: "9999-12-31T23:59:59.999Z" }
        : budget,
    ),
  ),
  mutant(
    "weeks-from-sunday",
    "periods",
    "weeks begin on Sunday",
    records(["budgets", "budget"], (budget) =>
      budget.reset_period === "WEEKLY"
        ? {
            ...budget,
            current_period_start: new Date(
              Date.parse(budget.current_period_start) - 86_400_000,
            ).toISOString(),
          }
        : budget,
    ),
  ),
  mutant(
    "balance-in-envelope",
    "balance-shape",
    "balances are in an envelope",
    responseBody("GET", ["balance"], (body) => ({ results: body })),
  ),
  mutant(
    "balance-turned",
    "balance-shape",
    "balances are in the reverse order",
    responseBody("GET", ["balance"], (body) => body.toReversed()),
  ),
  mutant(
    "balance-not-closing",
    "balance-shape",
    "a balance is not that of today's close",
    responseBody("GET", ["balance"], (body) =>
      body.map((row: Json) => ({ ...row, balance: row.balance + 1 })),
    ),
  ),
  mutant(
    "category-code-lost",
    "line-item-category",
    "a line item's category has no code",
    records(["transactions", "transaction"], (row) => ({
      ...row,
      line_items: row.line_items?.map((item: Json) => ({
        ...item,
        category: set("code", null)(item.category),
      })),
    })),
  ),
  mutant(
    "always-complete",
    "expense-status",
    "every expense is complete",
    records(["transactions", "transaction"], set("expense_status", "COMPLETE")),
  ),
  mutant(
    "roles-deletable",
    "roles",
    "a role of the beginning can be deleted",
    records(["roles"], set("is_deletable", true)),
  ),
  mutant(
    "roles-three",
    "roles",
    "a business is born with three roles",
    list(["roles"], (body) => ({ ...body, count: 3, results: body.results.slice(0, 3) })),
  ),
  mutant(
    "address-folded",
    "e-mails",
    "an address is stored in small letters",
    responseBody("GET", ["invites"], (body) => ({
      ...body,
      results: body.results.map((row: Json) => ({ ...row, email: row.email.toLowerCase() })),
    })),
  ),
  mutant(
    "text-untrimmed",
    "text",
    "white space around a text is kept",
    responseBody("POST", ["topups"], (topup, request) => ({
      ...topup,
      description: bodyOf(request)?.description ?? topup.description,
    })),
  ),
  mutant(
    "breaks-kept",
    "line-breaks",
    "CR LF stays",
    responseBody("POST", ["topups"], (topup, request) => ({
      ...topup,
      description: bodyOf(request)?.description ?? topup.description,
    })),
  ),
  mutant("fault-alone", "problems", "only the first fault is listed", (next) => async (request) => {
    const response = await next(request)
    const body = bodyOf(response)
    return Array.isArray(body?.errors)
      ? { ...response, body: JSON.stringify({ ...body, errors: body.errors.slice(0, 1) }) }
      : response
  }),
  mutant(
    "problem-unnumbered",
    "problems",
    "a problem does not say its request",
    everyBody((text) => text.replace(/"request_id":"[^"]*"/u, '"request_id":"another"')),
  ),
  mutant(
    "permission-unnamed",
    "permission",
    "a missing permission is not named",
    everyBody((text) =>
      text.includes("permission_denied")
        ? text
            .replaceAll(/"detail":"[^"]*"/gu, '"detail":"You may not."')
            .replaceAll(/"values":\{[^}]*\}/gu, '"values":{}')
        : text,
    ),
  ),
]
