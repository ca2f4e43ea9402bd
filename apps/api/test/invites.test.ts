import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { makeBusiness, verdict } from "./business.ts"
import { ended, watched, workplace } from "./outlay.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business with an Admin. */
const stage = async () => {
  const { operator, client_id, params, roleOf, user, clientAs } = await makeBusiness(service)
  const admin = { id: await user("Ann") }
  const client = await clientAs("Admin")
  const invite = (email: string) => {
    const body = { email, role_id: roleOf("Manager"), payment_types: ["cards", "bills"] as const }
    return client.invites.create({ params, body })
  }
  type Person = { user: { id: number } } | { invite: { id: number } }
  const budget = (members: ReadonlyArray<Person>, owners: ReadonlyArray<Person>) =>
    client.budgets.create({
      params,
      body: {
        ...{ name: "Travel", reset_amount: 30 * members.length, reset_period: "NEVER" },
        ...{ has_member_limits: true, rollover_funds: false },
        members: members.map((person) => ({ ...person, reset_amount: 30 })),
        owners,
      },
    })
  return { client_id, params, roleOf, admin, operator, client, clientAs, invite, budget }
}

describe("invites", () => {
  test("are created, listed by age with their roles, and cancelled", async () => {
    const { client_id, params, roleOf, client, invite } = await stage()
    const sam = await invite("Sam@Example.com")
    expect(sam).toMatchObject({
      ...{ email: "Sam@Example.com", role: "Manager", role_id: roleOf("Manager") },
      ...{ payment_types: ["cards", "bills"], used: false },
    })
    const kim = await invite("kim@example.com")
    expect((await client.invites.list({ params })).results).toEqual([sam, kim])
    const key = { client_id, invite_id: sam.id }
    await client.invites.cancel({ params: key })
    expect(await client.invites.list({ params })).toMatchObject({ count: 1, results: [kim] })
    expect(await verdict(client.invites.cancel({ params: key }))).toBe("404 not_found")
    const again = await invite("sam@example.com")
    expect(again.id).not.toBe(sam.id)
  })

  test("are refused for the reasons in the interface", async () => {
    const { params, roleOf, client, invite, clientAs } = await stage()
    await invite("sam@example.com")
    const body = { email: "kim@example.com", role_id: roleOf("Manager"), payment_types: ["cards"] }
    const create = (fields: object, by = client) =>
      verdict(by.invites.create({ params, body: { ...body, ...fields } as never }))
    const elsewhere = (await stage()).roleOf("Manager")
    expect(await create({ role_id: elsewhere })).toBe("400 unknown_role")
    expect(await create({ email: "SAM@example.com" })).toBe("400 invite_exists")
    expect(await create({ email: "ann@EXAMPLE.com" })).toBe("400 user_exists")
    for (const payment_types of [[], ["cards", "cards"], ["cash"]]) {
      expect(await create({ payment_types })).toMatch(/^400 /u)
    }
    for (const email of ["sam", "a@b.example\r\nBcc: c@d.example", "a@b.example,c@d.example"]) {
      expect(await create({ email })).toMatch(/^400 /u)
    }
    expect(await create({}, await clientAs("Team Member"))).toBe("403 permission_denied")
    expect(await create({}, await clientAs("Manager"))).toBe("accepted")
  })

  test("become users who retain the ids of their memberships and ownerships", async () => {
    const { client_id, params, client, operator, invite, budget } = await stage()
    const sam = await invite("sam@example.com")
    const person = { invite: { id: sam.id } }
    const { id: budget_id } = await budget([person], [person])
    const of = { params: { client_id, budget_id } }
    const members = (await client.budgetMembers.list(of)).results
    const owners = (await client.budgetOwners.list(of)).results
    expect([members[0]?.invite?.id, owners[0]?.invite?.id]).toEqual([sam.id, sam.id])

    const key = { client_id, invite_id: sam.id }
    const accept = () =>
      operator.invites.accept({ params: key, body: { first_name: "Sam", last_name: "Ito" } })
    const user = await accept()
    expect(user).toMatchObject({
      ...{ name: "Sam Ito", email: sam.email, role: "Manager", payment_types: ["cards", "bills"] },
    })
    const shown = (_: { readonly id: unknown; readonly user?: { readonly id: number } }) => ({
      id: _.id,
      user: _.user?.id,
      invite: "invite" in _,
    })
    const now = { user: user.id, invite: false }
    expect((await client.budgetMembers.list(of)).results.map(shown)).toEqual([
      { id: members[0]?.id, ...now },
    ])
    expect((await client.budgetOwners.list(of)).results.map(shown)).toEqual([
      { id: owners[0]?.id, ...now },
    ])
    expect((await client.invites.list({ params })).results).toMatchObject([
      { id: sam.id, used: true },
    ])
    expect(await verdict(accept())).toBe("400 invite_already_accepted")
    expect(await verdict(client.invites.cancel({ params: key }))).toBe(
      "400 invite_already_accepted",
    )
  })

  test("cannot be accepted if the user already exists or the invite was cancelled", async () => {
    const { client_id, params, roleOf, client, operator, invite } = await stage()
    const sam = await invite("sam@example.com")
    const body = { first_name: "Sam", last_name: "Ito" }
    const accept = (invite_id: number, business = client_id) =>
      verdict(operator.invites.accept({ params: { client_id: business, invite_id }, body }))
    const role_id = roleOf("Manager")
    const user = { ...body, email: "SAM@example.com", role_id, payment_types: ["cards" as const] }
    await operator.users.create({ params, body: user })
    expect(await accept(sam.id)).toBe("400 user_exists")
    await client.invites.cancel({ params: { client_id, invite_id: sam.id } })
    expect(await accept(sam.id)).toBe("404 not_found")
    const kim = await invite("kim@example.com")
    expect(await accept(kim.id, (await stage()).client_id)).toBe("404 not_found")
    expect(await accept(kim.id, 999_999)).toBe("404 not_found")
  })

  test("return their funds to budgets when cancelled, unless they are the only owner", async () => {
    const { client_id, admin, client, invite, budget } = await stage()
    const sam = await invite("sam@example.com")
    const person = { invite: { id: sam.id } }
    const ann = { user: { id: admin.id } }
    const params = { client_id, budget_id: (await budget([ann, person], [person])).id }
    const cancel = () => client.invites.cancel({ params: { client_id, invite_id: sam.id } })
    expect(await verdict(cancel())).toBe("400 last_budget_owner")
    await client.budgetOwners.create({ params, body: ann })
    await cancel()
    expect(await client.budgets.get({ params })).toMatchObject({
      ...{ reset_amount: 30, available_amount: 30 },
    })
    const active = { params, query: { is_deleted: false } }
    expect((await client.budgetMembers.list(active)).count).toBe(1)
    expect((await client.budgetOwners.list(active)).count).toBe(1)
  })
})

describe("outlay serve", () => {
  const here = workplace()
  afterAll(here.leave)

  const begin = async () => {
    const child = here.begin(["serve", "--port", "0", "--mail-folder", here.path("mail")])
    const text = watched(child)
    await until("the service prints its line", () => {
      if (child.exitCode !== null) throw new Error(text.err)
      return text.out.includes("\n")
    })
    return { child, text, url: text.out.trim().replace("outlay listening on ", "") }
  }
  const sent = (): ReadonlyArray<string> => {
    try {
      return readdirSync(here.path("mail")).filter((name) => name.endsWith(".eml"))
    } catch {
      return []
    }
  }

  test("sends committed messages after it was killed, and none of a dry run", async () => {
    await here.document(["migrate"])
    await here.document(["business", "create", "Harbour"])
    const { token } = await here.document(["token", "create", "Test", "--business", "1"])
    const first = await begin()
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${first.url}/v1/businesses/1/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      })
    const { results } = (await (await ask("roles")).json()) as {
      readonly results: ReadonlyArray<{ readonly id: string }>
    }
    const invite = (path: string, email: string) => {
      const body = { email, role_id: results[0]?.id, payment_types: ["cards"] }
      return ask(path, { method: "POST", body: JSON.stringify(body) })
    }
    expect((await invite("invites?dry_run=true", "kim@example.com")).status).toBe(201)
    expect((await invite("invites", "sam@example.com")).status).toBe(201)
    first.child.kill("SIGKILL")
    await ended(first.child)

    const { child, text } = await begin()
    await expect.poll(sent).toHaveLength(1)
    const eml = readFileSync(here.path(`mail/${sent()[0]}`), "utf8")
    expect(eml).toMatch(/^To: sam@example\.com\r$/mu)
    expect(eml).toMatch(/^Subject: Harbour invites you/mu)
    // The first process may have sent it just before it was killed.
    const output = () => first.text.err + text.err
    await expect.poll(output).toContain("Mail to sam@example.com")
    expect(output()).not.toContain("kim@example.com")
    child.kill("SIGTERM")
    expect(await ended(child)).toBe(0)
    expect(sent()).toHaveLength(1)
  })
})
