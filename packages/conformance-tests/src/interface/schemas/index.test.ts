import { describe, expect, test } from "vitest"
import type { OperationId } from "../operations.ts"
import {
  isDate,
  isFragment,
  isUtcDateTime,
  isUuid,
  shapeFaults,
  shapeRequirements,
} from "./index.ts"

type Fields = { readonly [name: string]: unknown }

const at = "2026-03-02T12:00:00.000Z"
const uuid = "0a1b2c3d-0000-4000-8000-00000000000f"
const made = { created: at, updated: at }

const user: Fields = {
  id: 7,
  first_name: "Ann",
  last_name: "Quill",
  name: "Ann Quill",
  email: "ann@example.com",
  role: "Admin",
  role_id: uuid,
  is_deleted: false,
  expense_delegate: null,
  ...made,
}
const lineItem: Fields = {
  id: "l",
  amount: 10,
  gst_amount: 0.91,
  custom_fields: [{ field_name: "Project", entry_text: "Bridge" }],
  description: "",
}
const transaction: Fields = {
  id: "t-1",
  cleared_date: null,
  auth_date: at,
  merchant_name: "Café",
  attendees: ["Bo"],
  budget: { id: "b", name: "Travel", budget_type: "BUDGET" },
  currency: "AUD",
  custom_fields: [],
  fx_amount: -10,
  amount: -10,
  gst: 0,
  expense_status: "COMPLETE",
  status: "AUTHED",
  transaction_type: "CARD_TRANSACTION",
  user: { id: 7 },
  line_items: [lineItem],
  receipt_urls: [],
  ...made,
}
const budget: Fields = {
  id: "b",
  name: "Travel",
  budget_type: "BUDGET",
  available_amount: 1000,
  spent_amount: 0,
  reset_amount: 1000,
  reset_period: "MONTHLY",
  current_period_start: "2026-03-01T00:00:00Z",
  current_period_end: "2026-03-31T23:59:59.999+00:00",
  has_member_limits: false,
  rollover_funds: false,
  limit_categories: false,
  categories: [],
  custom_fields: [],
  is_deleted: false,
  ...made,
}
const role: Fields = {
  id: uuid,
  name: "Admin",
  is_deletable: false,
  permissions: [{ resource: "users", action: "read" }],
}
const statement: Fields = {
  count: 1,
  next: null,
  previous: null,
  start_date: "2026-03-01",
  end_date: "2026-03-01",
  currency: "AUD",
  opening_balance: 0,
  closing_balance: 10.5,
  daily_balances: [
    { date: "2026-03-01", opening_balance: 0, closing_balance: 10.5, id: "d", ...made },
  ],
}
const pageOf = (...results: ReadonlyArray<unknown>): Fields => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})

const lawful: ReadonlyArray<readonly [OperationId, unknown]> = [
  ["users.list", pageOf(user)],
  ["users.list", { ...pageOf(), next: "offset=50&limit=50", previous: "" }],
  ["users.get", { ...user, payment_types: [] }],
  ["transactions.list", pageOf(transaction)],
  ["transactions.get", { ...transaction, user: null, budget: null }],
  ["budgets.list", pageOf(budget)],
  [
    "budgets.get",
    { ...budget, reset_period: "NEVER", current_period_start: null, current_period_end: null },
  ],
  ["roles.list", pageOf(role)],
  ["statements.get", statement],
  ["balances.get", [{ currency: "AUD", balance: 1 }]],
  ["topups.list", pageOf({})],
]

test.each(lawful)("%s has the shape that the interface shows", (operation, body) => {
  expect(shapeFaults(operation, 200, body)).toEqual([])
})

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

const wrong: ReadonlyArray<
  readonly [operation: OperationId, body: unknown, requirement: string, pointer: string]
> = [
  ["users.list", [], "lists.envelope", ""],
  ["users.list", undefined, "lists.envelope", ""],
  ["users.list", without(pageOf(), "count"), "lists.envelope", ""],
  ["users.list", { ...pageOf(), count: "0" }, "lists.envelope", "/count"],
  ["users.list", { ...pageOf(), count: 0.5 }, "lists.envelope", "/count"],
  ["users.list", { ...pageOf(), next: "?offset=1&limit=1" }, "lists.fragments", "/next"],
  ["users.list", { ...pageOf(), next: "limit=1&offset=1" }, "lists.fragments", "/next"],
  ["users.list", pageOf({ ...user, id: "7" }), "users.shape", "/results/0/id"],
  ["users.list", pageOf(user, "x"), "users.shape", "/results/1"],
  ["users.get", { ...user, role_id: "admin" }, "users.shape", "/role_id"],
  ["users.get", { ...user, email: "ann" }, "users.shape", "/email"],
  ["users.get", { ...user, expense_delegate: ["7"] }, "users.shape", "/expense_delegate/0"],
  ["users.get", without(user, "expense_delegate"), "users.shape", ""],
  ["users.get", { ...user, created: "2026-03-02 12:00:00" }, "formats.timestamps", "/created"],
  ["transactions.get", { ...transaction, amount: "-10.00" }, "transactions.shape", "/amount"],
  ["transactions.get", { ...transaction, status: "DECLINED" }, "transactions.shape", "/status"],
  [
    "transactions.list",
    pageOf({ ...transaction, line_items: [{ ...lineItem, gst_amount: null }] }),
    "line-items.shape",
    "/results/0/line_items/0/gst_amount",
  ],
  ["budgets.get", { ...budget, reset_period: "YEARLY" }, "budgets.shape", "/reset_period"],
  ["budgets.get", { ...budget, current_period_end: null }, "budgets.shape", "/current_period_end"],
  [
    "roles.list",
    pageOf({ ...role, permissions: [{ resource: "users", action: "write" }] }),
    "roles.permission-shape",
    "/results/0/permissions/0/action",
  ],
  ["statements.get", { ...statement, start_date: "1/3/2026" }, "formats.dates", "/start_date"],
  [
    "statements.get",
    { ...statement, daily_balances: [{ ...statement, date: "2026-03-01" }] },
    "statements.daily-balances",
    "/daily_balances/0",
  ],
  ["invites.list", pageOf({}), "invites.fields", "/results/0"],
  ["categories.list", pageOf("food"), "lists.envelope", "/results/0"],
]

test.each(wrong)("%s reports an error in %j", (operation, body, requirement, pointer) => {
  expect(shapeFaults(operation, 200, body)).toContainEqual(
    expect.objectContaining({ requirement, pointer }),
  )
})

test("every missing required field is reported, and at most twenty errors", () => {
  for (const name of Object.keys(without(without(transaction, "user"), "budget"))) {
    expect(shapeFaults("transactions.get", 200, without(transaction, name))).toHaveLength(1)
  }
  expect(shapeFaults("users.list", 200, pageOf(...Array(30).fill({})))).toHaveLength(20)
})

test("an operation is checked against its shapes and the formats in them", () => {
  expect(shapeRequirements("users.list")).toEqual([
    "lists.envelope",
    "users.shape",
    "lists.fragments",
    "formats.timestamps",
  ])
  expect(shapeRequirements("statements.get")).toContain("formats.dates")
  expect(shapeRequirements("balances.get")).toEqual([])
})

test("the body of a refusal is not checked", () => {
  expect(shapeFaults("users.list", 404, "nothing here")).toEqual([])
})

describe("formats", () => {
  test.each([
    [isUtcDateTime, ["2026-03-02T12:00:00Z", "2024-02-29T23:59:59.123456+00:00"]],
    [isDate, ["2026-03-02", "2024-02-29"]],
    [isFragment, ["offset=0&limit=1", ""]],
    [isUuid, [uuid, uuid.toUpperCase()]],
  ] as const)("%o accepts %j", (holds, texts) => {
    for (const text of texts) expect(holds(text), text).toBe(true)
  })
  test.each([
    [
      isUtcDateTime,
      ["2026-03-02T12:00:00", "2026-03-02T12:00:00+10:00", "2026-02-30T12:00:00Z", "2026-03-02"],
    ],
    [isDate, ["2026-02-29", "2026-3-2", "20260302", "2026-03-02T00:00:00Z"]],
    [isFragment, ["offset=0", "offset=-1&limit=1", "offset=0&limit=1&x=1"]],
    [isUuid, ["7", `urn:uuid:${uuid}`]],
  ] as const)("%o refuses %j", (holds, texts) => {
    for (const text of texts) expect(holds(text), text).toBe(false)
  })
})
