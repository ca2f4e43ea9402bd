import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Client, makeBusiness, type Person, verdict } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business with an Admin, an owner, the owner's delegate, a requester and an unrelated user. */
const stage = async () => {
  const { client_id, person, clientAs } = await makeBusiness(service)
  const people = {
    admin: await person("Ada", "Admin"),
    owner: await person("Olu", "Manager"),
    delegate: await person("Del", "Manager"),
    asker: await person("Ask", "Manager"),
    stranger: await person("Sam", "Manager"),
  }
  return { ...people, client_id, clientAs, ...makings(client_id, people) }
}

/** Functions that make budgets, policies and topups of a stage. */
const makings = (
  client_id: number,
  { admin, owner, asker }: Readonly<Record<"admin" | "owner" | "asker", Person>>,
) => {
  const aBudget = async (reset_amount: number, owners: ReadonlyArray<Person> = [owner]) => {
    const { id } = await admin.as.budgets.create({
      params: { client_id },
      body: {
        name: "Travel",
        reset_amount,
        reset_period: "NEVER",
        has_member_limits: false,
        rollover_funds: false,
        members: [{ user: { id: asker.id } }],
        owners: owners.map((each) => ({ user: { id: each.id } })),
      },
    })
    return { client_id, budget_id: id }
  }
  type Budget = Awaited<ReturnType<typeof aBudget>>
  const aPolicy = (fields: { budget_id?: string | null; above_amount?: number | null } = {}) =>
    admin.as.policies.create({ params: { client_id }, body: { name: "Ask first", ...fields } })
  const ask = (
    params: Budget,
    amount = 10,
    { by = asker.as, auto_approve }: { by?: Client; auto_approve?: boolean } = {},
  ) =>
    by.topups.create({
      params,
      body: {
        amount,
        description: "More",
        ...(auto_approve === undefined ? {} : { auto_approve }),
      },
    })
  const available = async (params: Budget) =>
    (await admin.as.budgets.get({ params })).available_amount
  return { aBudget, aPolicy, ask, available }
}

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe("policies", () => {
  test("are listed by age, changed and deleted", async () => {
    const { client_id, admin, aBudget, aPolicy } = await stage()
    const { budget_id } = await aBudget(0)
    const policies = admin.as.policies
    const first = await aPolicy({ budget_id, above_amount: 12.5 })
    const second = await aPolicy()
    expect(first).toMatchObject({ name: "Ask first", budget_id, above_amount: 12.5 })
    expect(second).toMatchObject({ budget_id: null, above_amount: null })
    const listed = await policies.list({ params: { client_id } })
    expect(listed.results).toEqual([first, second])
    const params = { client_id, policy_id: first.id }
    const body = { name: "Larger ones", above_amount: 20, budget_id: null }
    const changed = await policies.update({ params, body })
    expect(changed).toMatchObject({ id: first.id, created: first.created, ...body })
    expect(await policies.get({ params })).toEqual(changed)
    await policies.remove({ params })
    expect(await verdict(policies.get({ params }))).toBe("404 not_found")
    expect(await verdict(policies.update({ params, body }))).toBe("404 not_found")
    expect(await verdict(policies.remove({ params }))).toBe("404 not_found")
  })

  test("refer to existing budgets of this business and amounts in its currency", async () => {
    const here = await stage()
    const elsewhere = await stage()
    const foreign = await elsewhere.aBudget(0)
    const removed = await here.aBudget(0)
    await here.admin.as.budgets.remove({ params: removed })
    for (const { budget_id } of [foreign, removed]) {
      const refused = await here.aPolicy({ budget_id, above_amount: 0.001 }).catch((_) => _)
      expect(refused).toMatchObject({ status: 400, code: "unknown_budget" })
      expect(refused.errors).toMatchObject([{ pointer: "/budget_id" }])
    }
    expect(await verdict(here.aPolicy({ above_amount: 0.001 }))).toBe("400 too_many_decimals")
    expect(await verdict(here.aPolicy({ above_amount: -1 }))).toBe("400 out_of_range")
    expect(
      await verdict(
        here.owner.as.policies.create({
          params: { client_id: here.client_id },
          body: { name: "Mine" },
        }),
      ),
    ).toBe("403 permission_denied")
  })

  test("require approval of a topup above the amount for their budget", async () => {
    const { aBudget, aPolicy, ask, available, admin } = await stage()
    const covered = await aBudget(100)
    const other = await aBudget(100)
    const policy = await aPolicy({ budget_id: covered.budget_id, above_amount: 10 })
    expect((await ask(covered, 10)).status).toBe("APPROVED")
    const waits = await ask(covered, 10.01)
    expect(waits).toMatchObject({ status: "PENDING", actioned_by: null, actioned_on: null })
    expect((await ask(covered, -50)).status).toBe("APPROVED")
    expect((await ask(other, 500)).status).toBe("APPROVED")
    expect([await available(covered), await available(other)]).toEqual([60, 600])
    await aPolicy()
    expect((await ask(other, 0.01)).status).toBe("PENDING")
    expect((await ask(covered, 20, { auto_approve: true })).status).toBe("PENDING")
    const auto = await ask(covered, 20, { by: admin.as, auto_approve: true })
    expect(auto.status).toBe("APPROVED")
    await admin.as.policies.remove({
      params: { client_id: covered.client_id, policy_id: policy.id },
    })
    expect((await ask(covered, 11)).status).toBe("PENDING")
  })
})

describe("a pending topup", () => {
  test("is approved by an owner, and its funds move once", async () => {
    const { aBudget, aPolicy, ask, available, owner, admin } = await stage()
    await aPolicy()
    const budget = await aBudget(100)
    const { id: topup_id } = await ask(budget)
    expect(await available(budget)).toBe(100)
    const params = { ...budget, topup_id }
    const approved = await owner.as.topups.approve({ params })
    expect(approved).toMatchObject({ status: "APPROVED", amount: 10 })
    expect(approved.actioned_by?.id).toBe(owner.id)
    expect(approved.actioned_on).not.toBeNull()
    expect(await available(budget)).toBe(110)
    for (const action of ["approve", "decline", "cancel"] as const) {
      const again = admin.as.topups[action]({ params })
      expect(await verdict(again)).toBe("400 topup_not_pending")
    }
    expect(await available(budget)).toBe(110)
  })

  test("shows the reason of its decision, which is optional", async () => {
    const { aBudget, aPolicy, ask, owner } = await stage()
    await aPolicy()
    const budget = await aBudget(100)
    const requestTopup = async () => ({ ...budget, topup_id: (await ask(budget)).id })
    const body = { reason: "The trip is paid from travel" }
    for (const verb of ["approve", "decline"] as const) {
      const decide = owner.as.topups[verb]
      expect(await decide({ params: await requestTopup(), body })).toMatchObject(body)
      expect(await decide({ params: await requestTopup(), body: {} })).toMatchObject({
        reason: null,
      })
      expect(await decide({ params: await requestTopup() })).toMatchObject({ reason: null })
    }
    const params = await requestTopup()
    const decline = owner.as.topups.decline
    expect(await verdict(decline({ params, body: { reason: "" } }))).toBe("400 too_short")
    const long = "x".repeat(501)
    expect(await verdict(decline({ params, body: { reason: long } }))).toBe("400 too_long")
    const { results } = await owner.as.topups.list({ params: budget })
    expect(results.find(({ id }) => id === params.topup_id)).toMatchObject({ status: "PENDING" })
  })

  test("moves nothing if declined, or cancelled by the requester or an Admin", async () => {
    const { aBudget, aPolicy, ask, available, admin, owner, asker, stranger } = await stage()
    await aPolicy()
    const budget = await aBudget(100)
    const requestTopup = async () => ({ ...budget, topup_id: (await ask(budget)).id })
    const declined = await owner.as.topups.decline({ params: await requestTopup() })
    expect(declined.status).toBe("DECLINED")
    const params = await requestTopup()
    for (const { as } of [owner, stranger]) {
      expect(await verdict(as.topups.cancel({ params }))).toBe("403 not_an_approver")
    }
    expect((await asker.as.topups.cancel({ params })).status).toBe("CANCELLED")
    const cancelled = await admin.as.topups.cancel({ params: await requestTopup() })
    expect(cancelled).toMatchObject({ status: "CANCELLED", actioned_by: { id: admin.id } })
    expect(await available(budget)).toBe(100)
  })

  test("cannot be decided by others, nor by a delegate unless the owner is away", async () => {
    const { client_id, aBudget, aPolicy, ask, admin, owner, delegate, stranger } = await stage()
    await aPolicy()
    const budget = await aBudget(100)
    const params = { ...budget, topup_id: (await ask(budget)).id }
    for (const { as } of [stranger, delegate]) {
      for (const action of ["approve", "decline"] as const) {
        expect(await verdict(as.topups[action]({ params }))).toBe("403 not_an_approver")
      }
    }
    const away = (start: number, end: number) =>
      admin.as.users.update({
        params: { client_id, user_id: owner.id },
        body: {
          delegate_approver: delegate.id,
          out_of_office_mode: true,
          out_of_office_start_date: dayFromNow(start),
          out_of_office_end_date: dayFromNow(end),
        },
      })
    await away(2, 5)
    const early = delegate.as.topups.approve({ params })
    expect(await verdict(early)).toBe("403 not_an_approver")
    await away(-1, 1)
    const approved = await delegate.as.topups.approve({ params })
    expect(approved.actioned_by?.id).toBe(delegate.id)
  })

  test("cannot be decided by its requester, unless no one else can", async () => {
    const { client_id, aBudget, aPolicy, ask, admin, owner, asker, clientAs } = await stage()
    await aPolicy()
    const shared = await aBudget(100, [asker, owner])
    const own = { ...shared, topup_id: (await ask(shared)).id }
    expect(await verdict(asker.as.topups.approve({ params: own }))).toBe("403 not_an_approver")
    const alone = await aBudget(100, [asker])
    const params = { ...alone, topup_id: (await ask(alone)).id }
    expect(await verdict(asker.as.topups.approve({ params }))).toBe("403 not_an_approver")
    const bot = await clientAs("Admin")
    const { id } = await ask(alone, 5, { by: bot, auto_approve: false })
    const bots = { ...alone, topup_id: id }
    expect(await verdict(bot.topups.approve({ params: bots }))).toBe("403 not_an_approver")
    await bot.users.remove({ params: { client_id, user_id: admin.id } })
    expect((await asker.as.topups.approve({ params })).actioned_by?.id).toBe(asker.id)
  })

  test("that would overdraw the budget is refused at approval, and can be declined", async () => {
    const { aBudget, ask, available, owner } = await stage()
    const budget = await aBudget(100)
    const params = { ...budget, topup_id: (await ask(budget, -80, { auto_approve: false })).id }
    await ask(budget, -30)
    expect(await verdict(owner.as.topups.approve({ params }))).toBe("400 insufficient_funds")
    expect(await available(budget)).toBe(70)
    const [latest] = (await owner.as.topups.list({ params: budget })).results.slice(-1)
    expect(latest).toMatchObject({ id: params.topup_id, status: "PENDING" })
    expect((await owner.as.topups.decline({ params })).status).toBe("DECLINED")
  })

  test("that is for a member changes member and budget equally when approved", async () => {
    const { client_id, aPolicy, admin, owner, asker } = await stage()
    const { id: budget_id } = await admin.as.budgets.create({
      params: { client_id },
      body: {
        name: "Cards",
        reset_amount: 50,
        reset_period: "NEVER",
        has_member_limits: true,
        rollover_funds: false,
        members: [{ user: { id: asker.id }, reset_amount: 50 }],
        owners: [{ user: { id: owner.id } }],
      },
    })
    await aPolicy({ budget_id, above_amount: 5 })
    const members = await admin.as.budgetMembers.list({ params: { client_id, budget_id } })
    const member = { client_id, budget_id, budget_member_id: Number(members.results[0]?.id) }
    const amounts = async () => [
      (await admin.as.budgetMembers.get({ params: member })).available_amount,
      (await admin.as.budgets.get({ params: member })).available_amount,
    ]
    const { id: topup_id, status } = await asker.as.topups.createOfMember({
      params: member,
      body: { amount: 5.01, description: "More" },
    })
    expect([status, ...(await amounts())]).toEqual(["PENDING", 50, 50])
    const params = { ...member, topup_id }
    const ownForm = asker.as.topups.approveOfMember({ params })
    expect(await verdict(ownForm)).toBe("403 not_an_approver")
    const budgetForm = owner.as.topups.approve({ params: { client_id, budget_id, topup_id } })
    expect(await verdict(budgetForm)).toBe("404 not_found")
    await owner.as.topups.approveOfMember({ params })
    expect(await amounts()).toEqual([55.01, 55.01])
  })

  test("is cancelled with its budget, and with the user who requested it", async () => {
    const { client_id, aBudget, aPolicy, ask, admin, owner, asker } = await stage()
    await aPolicy()
    const remaining = await aBudget(100)
    const removed = await aBudget(100)
    const orphan = { ...remaining, topup_id: (await ask(remaining)).id }
    const homeless = { ...removed, topup_id: (await ask(removed)).id }
    await admin.as.budgets.remove({ params: removed })
    expect(await verdict(owner.as.topups.approve({ params: homeless }))).toBe("404 not_found")
    await admin.as.users.remove({ params: { client_id, user_id: asker.id } })
    expect(await verdict(owner.as.topups.approve({ params: orphan }))).toBe("400 topup_not_pending")
    const [topup] = (await admin.as.topups.list({ params: remaining })).results
    expect(topup).toMatchObject({ id: orphan.topup_id, status: "CANCELLED", actioned_by: null })
    const statuses = await admin.as.topups.list({ params: removed })
    expect(statuses.results.map((_) => _.status)).toEqual(["CANCELLED"])
  })

  test("is decided once by two concurrent decisions, 200 times", async () => {
    const { aBudget, aPolicy, ask, available, admin, owner } = await stage()
    await aPolicy()
    const budget = await aBudget(0)
    const rounds = Array.from({ length: 200 }, async (_, round) => {
      const params = { ...budget, topup_id: (await ask(budget, 1)).id }
      const second = round % 2 === 0 ? "approve" : "decline"
      const outcomes = await Promise.all([
        verdict(owner.as.topups.approve({ params })),
        verdict(admin.as.topups[second]({ params })),
      ])
      expect(outcomes.toSorted()).toEqual(["400 topup_not_pending", "accepted"])
    })
    await Promise.all(rounds)
    const { results } = await owner.as.topups.list({ params: budget, query: { limit: 500 } })
    const approved = results.filter(({ status }) => status === "APPROVED")
    expect(results).toHaveLength(200)
    expect(await available(budget)).toBe(approved.length)
  })
})
