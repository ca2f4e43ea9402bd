import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Client, makeBusiness, type Person, verdict } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business with a policy above 100.00, and a budget that allocates 50.00 to one member. */
const stage = async (bound: number | null = 100) => {
  const { client_id, person, clientAs } = await makeBusiness(service)
  const admin = await person("ada")
  const people = {
    admin,
    owner: await person("olu", "Team Member"),
    deputy: await person("del", "Manager"),
    manager: await person("max", "Manager"),
    member: await person("mia", "Team Member"),
    newcomer: await person("new", "Team Member"),
  }
  const limited = await admin.as.budgets.create({
    params: { client_id },
    body: newBudget(people, 50, true),
  })
  const shared = await admin.as.budgets.create({
    params: { client_id },
    body: newBudget(people, 50, false),
  })
  await admin.as.policies.create({
    params: { client_id },
    body: { name: "Large ones", above_amount: bound },
  })
  return {
    ...{ client_id, ...people },
    bot: await clientAs("Manager"),
    limited: { client_id, budget_id: limited.id },
    shared: { client_id, budget_id: shared.id },
  }
}
type Stage = Awaited<ReturnType<typeof stage>>

const newBudget = (
  { owner, member }: Readonly<Record<"owner" | "member", Person>>,
  reset_amount: number,
  has_member_limits: boolean,
) => ({
  ...{ name: "Travel", reset_amount, has_member_limits, rollover_funds: false },
  reset_period: "MONTHLY" as const,
  members: [{ user: { id: member.id }, ...(has_member_limits ? { reset_amount } : {}) }],
  owners: [{ user: { id: owner.id } }],
})

/** Returns every way in which a caller can raise funds to an amount. */
const ways = (given: Stage, by: Client, amount: number) => {
  const { client_id, limited, shared, newcomer } = given
  const memberOf = async () => {
    const { results } = await given.admin.as.budgetMembers.list({ params: limited })
    return { ...limited, budget_member_id: Number(results[0]?.id) }
  }
  const dry = { query: { dry_run: true } }
  return {
    "a new budget": () =>
      by.budgets.create({ params: { client_id }, body: newBudget(given, amount, false), ...dry }),
    "a new budget with limits": () =>
      by.budgets.create({ params: { client_id }, body: newBudget(given, amount, true), ...dry }),
    "a raised reset_amount": () =>
      by.budgets.update({ params: shared, body: { reset_amount: amount }, ...dry }),
    "a raised reset_amount with limits turned on": () =>
      by.budgets.update({
        params: shared,
        body: { reset_amount: amount, has_member_limits: true },
        ...dry,
      }),
    "a raised reset_amount with limits turned off": () =>
      by.budgets.update({
        params: limited,
        body: { reset_amount: amount, has_member_limits: false },
        ...dry,
      }),
    "a new member's limit": () =>
      by.budgetMembers.create({
        params: limited,
        body: { user: { id: newcomer.id }, reset_amount: amount },
        ...dry,
      }),
    "a raised limit": async () =>
      by.budgetMembers.update({
        params: await memberOf(),
        body: { reset_amount: amount },
        ...dry,
      }),
  }
}

const verdicts = async (given: Stage, by: Client, amount: number) => {
  const found: Record<string, string> = {}
  for (const [way, raise] of Object.entries(ways(given, by, amount))) {
    found[way] = await verdict(raise())
  }
  return found
}

const refused = "403 needs_approval"

describe("raising funds above the amount of a policy", () => {
  test("is refused to a Manager who owns no budget, and to a token without a user", async () => {
    const given = await stage()
    for (const by of [given.manager.as, given.bot]) {
      expect(new Set(Object.values(await verdicts(given, by, 100.01)))).toEqual(new Set([refused]))
    }
    const upTo = await verdicts(given, given.manager.as, 100)
    expect(new Set(Object.values(upTo))).toEqual(new Set(["accepted"]))
  })

  test("is allowed to an Admin, and for existing budgets to an owner or delegate", async () => {
    const admins = await stage()
    const every = await verdicts(admins, admins.admin.as, 500)
    expect(new Set(Object.values(every))).toEqual(new Set(["accepted"]))
    const owners = await stage()
    expect(await verdicts(owners, owners.owner.as, 500)).toEqual({
      ...Object.fromEntries(Object.keys(every).map((way) => [way, "accepted"])),
      "a new budget": "403 permission_denied",
      "a new budget with limits": "403 permission_denied",
    })
    const given = await stage()
    const { client_id, admin, owner, deputy } = given
    expect(new Set(Object.values(await verdicts(given, deputy.as, 500)))).toEqual(
      new Set([refused]),
    )
    await admin.as.users.update({
      params: { client_id, user_id: owner.id },
      body: {
        ...{ delegate_approver: deputy.id, out_of_office_mode: true },
        ...{ out_of_office_start_date: "2000-01-01", out_of_office_end_date: "2100-01-01" },
      },
    })
    expect(await verdicts(given, deputy.as, 500)).toEqual({
      ...Object.fromEntries(Object.keys(every).map((way) => [way, "accepted"])),
      "a new budget": refused,
      "a new budget with limits": refused,
    })
  })

  test("is also refused for a removed member who is added again", async () => {
    const given = await stage()
    const { limited, newcomer, admin, manager } = given
    const user = { user: { id: newcomer.id } }
    const added = await admin.as.budgetMembers.create({
      params: limited,
      body: { ...user, reset_amount: 500 },
    })
    const params = { ...limited, budget_member_id: Number(added.id) }
    const change = (reset_amount: number) =>
      verdict(manager.as.budgetMembers.update({ params, body: { reset_amount } }))
    expect([await change(500), await change(500.01), await change(400)]).toEqual([
      ...["accepted", refused, "accepted"],
    ])
    await manager.as.budgetMembers.remove({ params })
    const again = (reset_amount: number) =>
      verdict(manager.as.budgetMembers.create({ params: limited, body: { ...user, reset_amount } }))
    expect([await again(400), await again(100)]).toEqual([refused, "accepted"])
  })

  test("is refused for every amount above zero if the policy has no amount", async () => {
    const given = await stage(null)
    const { client_id, manager } = given
    const make = (reset_amount: number) =>
      verdict(
        manager.as.budgets.create({
          params: { client_id },
          body: newBudget(given, reset_amount, false),
        }),
      )
    expect([await make(0.01), await make(0)]).toEqual([refused, "accepted"])
  })
})
