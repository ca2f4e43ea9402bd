import { expect } from "vitest"
import { accept } from "./opening.ts"
import { type Json, refusal, type Story } from "./stage.ts"
import { type Chapter, each } from "./telling.ts"

const makeBudgets = async ({ as, call, id }: Story) => {
  const user = (who: string) => ({ user: { id: id(who) } })
  const invite = { invite: { id: id("Tom's invite") } }
  const monthly = { reset_period: "MONTHLY", has_member_limits: false, rollover_funds: false }
  const budgets = [
    {
      ...monthly,
      name: "Kitchen",
      reset_amount: 3_000,
      members: [user("Sam"), user("Olivia")],
      owners: [user("Olivia")],
    },
    {
      ...monthly,
      name: "Cellar",
      reset_amount: 2_000,
      has_member_limits: true,
      rollover_funds: true,
      members: [
        { ...invite, reset_amount: 1_200 },
        { ...user("Olivia"), reset_amount: 800 },
      ],
      owners: [user("Olivia"), invite],
    },
    {
      ...monthly,
      name: "Website",
      budget_type: "SUBSCRIPTION",
      reset_amount: 300,
      reset_period: "NEVER",
      members: [user("Mei")],
      owners: [user("Mei")],
    },
    {
      ...monthly,
      name: "Pop-up",
      reset_amount: 500,
      reset_period: "ANNUALLY",
      members: [user("Nora")],
      owners: [user("Nora")],
    },
  ]
  for (const { members, owners, ...terms } of budgets) {
    const made = await as("Mei").post("/budgets", { ...terms, members, owners })
    call(terms.name, made)
    expect(made).toMatchObject({ ...terms, available_amount: terms.reset_amount, spent_amount: 0 })
  }
}

export const budgetsAreMade: Chapter = async ({ story, books }) => {
  const { as, on, call, the, id, day } = story
  await on("07-05")
  await makeBudgets(story)
  const { results } = await as("Ravi").get("/budgets?budget_type=BUDGET")
  expect(each("name", results)).toEqual(["Kitchen", "Cellar", "Pop-up"])
  expect(await as("Sam").get("/budgets/{Kitchen}")).toMatchObject({
    current_period_start: `${day("07-01")}T00:00:00.000Z`,
    current_period_end: `${day("07-31")}T23:59:59.999Z`,
  })

  const members = await as("Olivia").get("/budgets/{Cellar}/members")
  const [toms, olivias] = members.results
  expect(toms.invite).toMatchObject({ email: the("Tom's invite").email, used: false })
  expect([toms.available_amount, olivias.available_amount]).toEqual([1_200, 800])
  call("Tom in the Cellar", toms)
  const invitedOwners = await as("Olivia").get("/budgets/{Cellar}/owners")
  await accept(story, "Tom")
  const member = await as("Tom").get("/budgets/{Cellar}/members/{Tom in the Cellar}")
  expect(member).toMatchObject({ id: toms.id, user: { id: id("Tom"), name: "Tom Reed" } })
  expect(member).not.toHaveProperty("invite")
  const owners = await as("Tom").get("/budgets/{Cellar}/owners")
  expect(each("id", owners.results)).toEqual(each("id", invitedOwners.results))
  expect(owners.results.map((_: Json) => _.user.name)).toEqual(["Olivia Park", "Tom Reed"])

  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_000, 0],
      Cellar: [2_000, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: {
      "budget.created": 4,
      "budget_member.created": 6,
      "budget_owner.created": 5,
      "invite.accepted": 1,
      "user.created": 1,
      "token.created": 1,
      "budget_member.updated": 1,
      "budget_owner.updated": 1,
    },
  })
}

export const peopleComeAndGo: Chapter = async ({ story, books }) => {
  const { as, on, call, id } = story
  await on("07-06")
  const olivia = as("Olivia")
  const cellar = async () => {
    const { reset_amount, available_amount } = await olivia.get("/budgets/{Cellar}")
    return [reset_amount, available_amount]
  }
  const nora = { user: { id: id("Nora") } }
  const joins = { ...nora, reset_amount: 500 }
  const joined = await olivia.post("/budgets/{Cellar}/members", joins)
  call("Nora in the Cellar", joined)
  expect(await cellar()).toEqual([2_500, 2_500])
  const path = "/budgets/{Cellar}/members/{Nora in the Cellar}"
  const changed = await olivia.patch(path, { reset_amount: 400 })
  expect([changed.reset_amount, changed.available_amount]).toEqual([400, 500])
  expect(await cellar()).toEqual([2_400, 2_500])
  await olivia.delete(path)
  expect(await cellar()).toEqual([2_000, 2_000])
  const left = await olivia.get("/budgets/{Cellar}/members?is_deleted=true")
  expect(left.results.map((_: Json) => _.user.name)).toEqual(["Nora Bell"])

  const olivias = await as("Ravi").get("/users/{Olivia}/budget-members")
  expect(
    olivias.results.map((_: Json) => [_.budget.name, _.available_amount, _.spent_amount]),
  ).toEqual([
    ["Kitchen", 3_000, 0],
    ["Cellar", 800, 0],
  ])

  const all = "/budgets/{Kitchen}/owners"
  const [first] = (await olivia.get(all)).results
  call("Olivia's kitchen", first)
  call("Nora's kitchen", await olivia.post(all, nora))
  await olivia.delete(`${all}/{Olivia's kitchen}`)
  const last = olivia.delete(`${all}/{Nora's kitchen}`)
  expect(await refusal(last)).toBe("400 last_budget_owner")
  const reinstated = await as("Nora").post(all, { user: { id: id("Olivia") } })
  expect(reinstated).toMatchObject({ id: first.id, is_deleted: false })
  const owners = (await olivia.get(all)).results
  expect(owners.map((_: Json) => _.user.name)).toEqual(["Olivia Park", "Nora Bell"])

  const more = await olivia.patch("/budgets/{Kitchen}", { reset_amount: 3_200 })
  expect([more.reset_amount, more.available_amount]).toEqual([3_200, 3_000])
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {
      Kitchen: [3_000, 0],
      Cellar: [2_000, 0],
      Website: [300, 0],
      "Pop-up": [500, 0],
    },
    events: {
      "budget_member.created": 1,
      "budget_member.updated": 1,
      "budget_member.deleted": 1,
      "budget_owner.created": 1,
      "budget_owner.deleted": 1,
      "budget_owner.reinstated": 1,
      "budget.updated": 1,
    },
  })
}
