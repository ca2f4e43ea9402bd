import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clientOf, makeBusiness, verdict } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const stage = () => makeBusiness(service)

describe("tokens made by a business", () => {
  test("are shown once, show their last use, and stop working when revoked", async () => {
    const { params, roleOf, person } = await stage()
    const ann = (await person("ann", "Admin")).as
    const body = { name: "Reports", role_id: roleOf("Accountant") }
    const { token, ...made } = await ann.apiTokens.create({ params, body })
    expect(made).toMatchObject({ ...body, user_id: null, revoked_at: null, last_used_at: null })
    const script = clientOf(service, token)
    expect(await verdict(script.balances.list({ params }))).toBe("accepted")

    const { results } = await ann.apiTokens.list({ params })
    expect(results.map((_) => _.name)).toEqual(["ann", "Reports"])
    expect(results[1]?.last_used_at).not.toBeNull()
    const { results: events } = await ann.events.list({ params, query: { type: "token.created" } })
    expect(events.at(-1)?.data).toMatchObject({ id: made.id })
    const digest = /[0-9a-f]{64}/u
    for (const shown of [results, events.map(({ hash: _, ...rest }) => rest)]) {
      expect(JSON.stringify(shown)).not.toContain(token)
      expect(JSON.stringify(shown)).not.toMatch(digest)
    }

    const token_id = made.id
    await ann.apiTokens.revoke({ params: { ...params, token_id } })
    expect(await verdict(script.balances.list({ params }))).toBe("401 unauthorized")
    const again = ann.apiTokens.revoke({ params: { ...params, token_id } })
    expect(await verdict(again)).toBe("404 not_found")
  })

  test("can be managed only by Admins, and only with a token of the Admin role", async () => {
    const { params, roleOf, person } = await stage()
    const body = { name: "Mine", role_id: roleOf("Team Member") }
    const requests: Array<ReadonlyArray<string>> = []
    for (const [name, role, ofToken] of [
      ["ann", "Admin", "Admin"],
      ["bo", "Accountant", "Accountant"],
      ["cy", "Manager", "Admin"],
      ["di", "Admin", "Team Member"],
    ] as const) {
      const { as } = await person(name, role, ofToken)
      requests.push([
        name,
        await verdict(as.apiTokens.list({ params })),
        await verdict(as.apiTokens.create({ params, body })),
      ])
    }
    const denied = "403 permission_denied"
    expect(requests).toEqual([
      ["ann", "accepted", "accepted"],
      ["bo", denied, denied],
      ["cy", denied, denied],
      ["di", denied, denied],
    ])
  })

  test("act for the user who makes them, or for no one", async () => {
    const { params, roleOf, person, operator } = await stage()
    const [ann, bo] = [await person("ann", "Admin"), await person("bo", "Admin")]
    const make = (by: typeof ann.as, user_id: number | null) =>
      by.apiTokens.create({ params, body: { name: "New", role_id: roleOf("Admin"), user_id } })
    expect(await verdict(make(ann.as, bo.id))).toBe("403 user_is_not_you")
    expect(await verdict(make(ann.as, 999))).toBe("400 unknown_user")
    const mine = clientOf(service, (await make(ann.as, ann.id)).token)
    expect((await mine.me.get({ params })).user?.id).toBe(ann.id)
    const program = clientOf(service, (await make(ann.as, null)).token)
    expect(await verdict(make(program, ann.id))).toBe("403 user_is_not_you")

    await bo.as.users.remove({ params: { ...params, user_id: ann.id } })
    expect(await verdict(mine.balances.list({ params }))).toBe("401 unauthorized")
    expect(await verdict(program.balances.list({ params }))).toBe("accepted")
    expect((await operator.tokens.list({ params })).count).toBe(4)
  })

  test("belong to one business", async () => {
    const [one, other] = [await stage(), await stage()]
    const ann = (await one.person("ann", "Admin")).as
    await other.person("bo", "Admin")
    const [{ id: token_id } = { id: "" }] = (
      await other.operator.tokens.list({ params: other.params })
    ).results
    const revoke = (params: { client_id: number }) =>
      verdict(ann.apiTokens.revoke({ params: { ...params, token_id } }))
    expect(await revoke(other.params)).toBe("403 forbidden")
    expect(await revoke(one.params)).toBe("404 not_found")
    const foreign = { name: "New", role_id: other.roleOf("Admin") }
    const made = ann.apiTokens.create({ params: one.params, body: foreign })
    expect(await verdict(made)).toBe("400 unknown_role")
  })

  test("are limited to a hundred, not counting revoked ones", async () => {
    const { params, roleOf, person } = await stage()
    const ann = (await person("ann", "Admin")).as
    const make = (n: number) =>
      ann.apiTokens.create({ params, body: { name: `${n}`, role_id: roleOf("Manager") } })
    const ids: Array<string> = []
    for (let n = 1; n < 100; n++) ids.push((await make(n)).id)
    expect(await verdict(make(100))).toBe("400 too_many_tokens")
    await ann.apiTokens.revoke({ params: { ...params, token_id: ids[0] ?? "" } })
    expect(await verdict(make(101))).toBe("accepted")
  })
})
