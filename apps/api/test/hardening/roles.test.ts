import { makeOperatorClient } from "@outlay/client"
import type { Permission } from "@outlay/domain"
import type { Access } from "@outlay/http-contract"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { exampleBody, makeWorld, ofTokens, pathOf, send, type World } from "./world.ts"

let world: World
const tokens = new Map<string, string>()

const roleNames = ["Admin", "Accountant", "Manager", "Team Member"] as const

beforeAll(async () => {
  world = await makeWorld()
  const { client_id, roles } = world.alpha
  const { promise } = makeOperatorClient({
    baseUrl: world.service.url,
    token: world.service.operatorToken,
  })
  for (const name of roleNames) {
    const body = { name, role_id: roles[name] ?? "" }
    tokens.set(name, (await promise.tokens.create({ params: { client_id }, body })).token)
  }
})
afterAll(() => world?.service.stop())

const writesOf = {
  Accountant: ["custom_fields", "accounting_codes", "categories"],
  Manager: ["budgets", "budget_members", "budget_owners", "topups", "invites"],
}
const readByMembers = ["roles", "users", "budgets", "budget_members", "categories", "custom_fields"]

/** Permissions as in the interface, written independently of the product's table. */
const allows = (role: (typeof roleNames)[number], { resource, action }: Permission): boolean => {
  const reads = action === "read"
  switch (role) {
    case "Admin":
      return true
    case "Accountant":
      return (
        reads ||
        writesOf.Accountant.includes(resource) ||
        (resource === "transactions" && action === "update")
      )
    case "Manager":
      return reads ? resource !== "audit" : writesOf.Manager.includes(resource)
    case "Team Member":
      return reads && readByMembers.includes(resource)
  }
}

/** The tokens have no user. */
const opens = (role: (typeof roleNames)[number], access: Access): boolean =>
  typeof access === "string"
    ? access === "token" || (access === "admin" && role === "Admin")
    : allows(role, access)

describe("F-61 exactly what a role allows succeeds", () => {
  const rows = ofTokens.flatMap((endpoint) =>
    roleNames.map((role) => [endpoint.operation, role, endpoint] as const),
  )
  test.each(rows)("%s as %s", async (_, role, endpoint) => {
    // The ids do not exist, so a permitted request changes nothing.
    const { client_id } = world.alpha
    const body = exampleBody(endpoint)
    const response = await send(world, endpoint.method, pathOf(endpoint, { client_id }), {
      token: tokens.get(role) ?? "",
      ...(body === undefined ? {} : { body }),
    })
    const allowed = opens(role, endpoint.access)
    expect([response.status, response.text.includes("permission_denied")]).toEqual([
      allowed ? response.status : 403,
      !allowed,
    ])
    expect([401, 403].includes(response.status)).toBe(!allowed)
  })
})

describe("401", () => {
  test.each(ofTokens.map((endpoint) => [endpoint.operation, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const path = pathOf(endpoint, world.alpha.ids)
      const bare = await send(world, endpoint.method, path)
      const wrong = await send(world, endpoint.method, path, { token: `outlay_${"x".repeat(43)}` })
      expect([bare.status, wrong.status]).toEqual([401, 401])
      expect(bare.type).toBe("application/problem+json")
    },
  )
})
