import { expect, test } from "vitest"
import { aRole } from "../../test/given.ts"
import { isAdmin, permissionsOf, type RoleName } from "./rules.ts"

const said = (name: RoleName): ReadonlyArray<string> =>
  permissionsOf[name].map(({ resource, action }) => `${resource} ${action}`).sort()

const everything = [
  "users",
  "roles",
  "invites",
  "transactions",
  "budgets",
  "budget_members",
  "budget_owners",
  "topups",
  "statements",
  "balances",
  "custom_fields",
  "accounting_codes",
  "categories",
  "tax_rates",
  "webhooks",
  "policies",
  "audit",
]
const reading = everything.map((resource) => `${resource} read`)
const writing = (...resources: ReadonlyArray<string>) =>
  resources.flatMap((_) => [`${_} create`, `${_} update`, `${_} delete`])

const rows: ReadonlyArray<readonly [RoleName, ReadonlyArray<string>]> = [
  ["Admin", [...reading, ...writing(...everything)]],
  ["Accountant", [...reading, ...writing("custom_fields", "accounting_codes", "categories")]],
  [
    "Manager",
    [
      ...reading.filter((_) => _ !== "audit read"),
      ...writing("budgets", "budget_members", "budget_owners", "topups", "invites"),
    ],
  ],
  [
    "Team Member",
    [
      "roles read",
      "users read",
      "budgets read",
      "budget_members read",
      "categories read",
      "custom_fields read",
    ],
  ],
]

test.each(rows)("%s may do exactly what the interface says", (name, expected) => {
  expect(said(name)).toEqual([...expected].sort())
})

test("only the Admin role that a business is born with is the Admin's", () => {
  expect(isAdmin(aRole({ name: "Admin" }))).toBe(true)
  expect(isAdmin(aRole({ name: "Admin", is_deletable: true }))).toBe(false)
  expect(isAdmin(aRole({ name: "Manager" }))).toBe(false)
})
