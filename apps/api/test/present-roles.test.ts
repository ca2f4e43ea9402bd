import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeBusiness, verdict } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

type Role = "Admin" | "Accountant" | "Manager" | "Team Member"

/** A business, and clients for users with one role and tokens with another. */
const stage = async () => {
  const { client_id, person, roleOf } = await makeBusiness(service)
  let count = 0
  return {
    ...{ client_id, roleOf },
    person: (role: Role, ofToken: Role = role) => person(`${++count}`, role, ofToken),
  }
}

describe("a token that acts for a user", () => {
  test("loses permissions with its user, from the next request on", async () => {
    const { client_id, person, roleOf } = await stage()
    const boss = await person("Admin")
    const other = await person("Admin")
    const params = { client_id }
    const seen: Array<string> = []
    for (const role of ["Manager", "Team Member", "Admin", "Accountant"] as const) {
      // Reads before each change, so that the token's role is cached.
      await verdict(other.as.balances.list({ params }))
      const body = { role_id: roleOf(role) }
      await boss.as.users.update({ params: { client_id, user_id: other.id }, body })
      seen.push(
        await verdict(other.as.balances.list({ params })),
        await verdict(other.as.policies.create({ params, body: { name: "Mine" } })),
      )
    }
    const denied = "403 permission_denied"
    expect(seen).toEqual([
      ...["accepted", denied],
      ...[denied, denied],
      ...["accepted", "accepted"],
      ...["accepted", denied],
    ])
  })

  test("can be created with a role above its user's, but is limited to the user's", async () => {
    const { client_id, person } = await stage()
    const above = await person("Team Member", "Admin")
    const below = await person("Admin", "Team Member")
    const mixed = await person("Manager", "Accountant")
    const params = { client_id }
    for (const { as } of [above, below]) {
      expect(await verdict(as.users.list({ params }))).toBe("accepted")
      expect(await verdict(as.policies.list({ params }))).toBe("403 permission_denied")
    }
    expect(await verdict(mixed.as.policies.list({ params }))).toBe("accepted")
    expect(await verdict(mixed.as.events.list({ params }))).toBe("403 permission_denied")
    const invite = { email: "x@example.com", role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }
    const body = { ...invite, payment_types: ["cards"] as const }
    expect(await verdict(mixed.as.invites.create({ params, body }))).toBe("403 permission_denied")
  })
})

describe("a role that permits more than the caller's", () => {
  test("cannot be given in an invite", async () => {
    const { client_id, person, roleOf } = await stage()
    const manager = await person("Manager")
    const admin = await person("Admin")
    const invite = (by: typeof manager, role: Role) =>
      verdict(
        by.as.invites.create({
          params: { client_id },
          body: {
            email: `${role.replace(" ", "")}-of-${by.id}@example.com`,
            role_id: roleOf(role),
            payment_types: ["cards"],
          },
        }),
      )
    const exceeds = "403 role_exceeds_yours"
    expect(await invite(manager, "Admin")).toBe(exceeds)
    expect(await invite(manager, "Accountant")).toBe(exceeds)
    expect(await invite(manager, "Manager")).toBe("accepted")
    expect(await invite(manager, "Team Member")).toBe("accepted")
    expect(await invite(admin, "Admin")).toBe("accepted")
    const listed = await manager.as.invites.list({ params: { client_id } })
    expect(listed.results.map((_) => _.role)).toEqual(["Manager", "Team Member", "Admin"])
  })
})
