import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aRole } from "../../test/given.ts"
import { permissionResources } from "../core/actor.ts"
import type { Role } from "../core/records/roles.ts"
import { clipped, decideGrant, isAdmin, permissionsOf, type RoleName, roleNames } from "./rules.ts"

const namesOf = (name: RoleName): ReadonlyArray<string> =>
  permissionsOf[name].map(({ resource, action }) => `${resource} ${action}`).sort()

/** Resources that the interface names. */
const named = [
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

/** Other resources can be read by everyone except Team Members, and are written by Admins. */
const everything: ReadonlyArray<string> = permissionResources

test("the resources of permissions begin with those of the interface, in its order", () => {
  expect(everything.slice(0, named.length)).toEqual(named)
})

const reading = everything.map((resource) => `${resource} read`)
const writing = (...resources: ReadonlyArray<string>) =>
  resources.flatMap((_) => [`${_} create`, `${_} update`, `${_} delete`])

const rows: ReadonlyArray<readonly [RoleName, ReadonlyArray<string>]> = [
  ["Admin", [...reading, ...writing(...everything)]],
  [
    "Accountant",
    [
      ...reading,
      ...writing("custom_fields", "accounting_codes", "categories"),
      "transactions update",
    ],
  ],
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

test.each(rows)("%s has exactly the permissions of the interface", (name, expected) => {
  expect(namesOf(name)).toEqual([...expected].sort())
})

test("only the predefined Admin role is the Admin role", () => {
  expect(isAdmin(aRole({ name: "Admin" }))).toBe(true)
  expect(isAdmin(aRole({ name: "Admin", is_deletable: true }))).toBe(false)
  expect(isAdmin(aRole({ name: "Manager" }))).toBe(false)
})

const roleOf = (name: RoleName): Role => aRole({ id: name, name, permissions: permissionsOf[name] })

describe("clipped", () => {
  const rows: ReadonlyArray<readonly [RoleName, RoleName, string]> = [
    ["Admin", "Admin", "Admin"],
    ["Admin", "Team Member", "Team Member"],
    ["Admin", "Manager", "Manager"],
    ["Team Member", "Admin", "Team Member"],
    ["Manager", "Team Member", "Team Member"],
    ["Manager", "Accountant", "Manager, bounded by Accountant"],
  ]
  test.each(rows)("a token with %s, of a user with %s, has %s", (role, bound, left) => {
    expect(clipped(roleOf(role), roleOf(bound)).name).toBe(left)
  })

  test("has the permissions of both, and is an Admin role only if both are", () => {
    for (const [a, b] of roleNames.flatMap((a) => roleNames.map((b) => [a, b] as const))) {
      const left = clipped(roleOf(a), roleOf(b))
      const both = namesOf(a).filter((_) => namesOf(b).includes(_))
      expect(left.permissions.map((_) => `${_.resource} ${_.action}`).sort()).toEqual(both)
      expect(isAdmin(left)).toBe(a === "Admin" && b === "Admin")
    }
  })
})

describe("decideGrant", () => {
  const may: Readonly<Record<RoleName, ReadonlyArray<RoleName>>> = {
    Admin: ["Admin", "Accountant", "Manager", "Team Member"],
    Accountant: ["Accountant", "Team Member"],
    Manager: ["Manager", "Team Member"],
    "Team Member": ["Team Member"],
  }
  test.each(roleNames)("%s cannot grant a role with more permissions", (name) => {
    const caller = { user_id: null, permissions: permissionsOf[name] }
    const given = roleNames.filter((role) =>
      Result.isSuccess(decideGrant(caller, roleOf(role), "/role_id")),
    )
    expect(given).toEqual(may[name])
  })

  test("the operator can grant any role", () => {
    const caller = { user_id: null, permissions: null }
    for (const name of roleNames) {
      expect(Result.isSuccess(decideGrant(caller, roleOf(name), "/role_id"))).toBe(true)
    }
  })
})
