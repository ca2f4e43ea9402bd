import { expect } from "vitest"
import { swipe } from "./cards.ts"
import { type Json, refusal, refused } from "./stage.ts"
import { type Chapter, each } from "./telling.ts"

export const theAuditorVisits: Chapter = async ({ story, books }) => {
  const { as, on, call, day, equip, id } = story
  await on("08-10")
  const operator = as("the operator")
  const pass = { name: "Audit", role_id: id("Accountant") }
  const expires_at = `${day("08-12")}T00:00:00.000Z`
  const { token, ...rest } = await operator.post("/tokens", { ...pass, expires_at })
  expect(call("the pass", rest)).toMatchObject({ ...pass, user_id: null, expires_at })
  equip("the auditor", token)
  call("the revoked pass", await operator.post("/tokens", { ...pass, name: "Wrong" }))
  await operator.delete("/tokens/{the revoked pass}")
  const mei = as("Mei")
  const spare = await mei.post("/tokens", { ...pass, name: "Spare" })
  call("the spare pass", spare)
  equip("the second auditor", spare.token)
  const forNora = { ...pass, user_id: id("Nora") }
  expect(await refusal(mei.post("/tokens", forNora))).toBe("403 user_is_not_you")
  const seen = await as("the auditor").get("/transactions?status=CLEARED")
  expect(each("merchant_name", seen.results)).toEqual([
    "Slow Baker",
    "Margaret River Wines",
    "Knife sharpener",
    "Pixel & Co",
    "Cloudy Bay Cellar Door",
    "Swan Linen",
    "Fremantle Fish Market",
    "Harbour & Vine Pty Ltd",
    "Harbour & Vine Pty Ltd",
  ])
  const asks = { email: "auditor@example.com", role_id: id("Admin"), payment_types: ["cards"] }
  const promotion = as("the auditor").post("/invites", asks)
  expect(await refusal(promotion)).toBe("403 permission_denied")
  expect(await refusal(as("the auditor").post("/tokens", pass))).toBe("403 permission_denied")

  expect((await as("the second auditor").get("/balance")).length).toBe(2)
  await mei.delete("/tokens/{the spare pass}")
  expect(await refusal(as("the second auditor").get("/balance"))).toBe("401 unauthorized")
  await on("08-12")
  expect(await refusal(as("the auditor").get("/balance"))).toBe("401 unauthorized")
  const tokens = await operator.get("/tokens")
  expect(each("id", (await mei.get("/tokens")).results)).toEqual(each("id", tokens.results))
  expect(tokens.results.map((_: Json) => [_.name, _.revoked_at !== null])).toEqual([
    ...["Mei", "Ravi", "Olivia", "Nora", "Sam", "Tom"].map((who) => [`${who}'s telephone`, false]),
    ["Audit", false],
    ["Wrong", true],
    ["Spare", true],
  ])
  expect(JSON.stringify(tokens)).not.toContain(token)
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [3_023.33, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: { "token.created": 3, "token.revoked": 2 },
  })
}

export const theyLeave: Chapter = async ({ story, books }) => {
  const { as, on, call, id } = story
  await on("08-14")
  const mei = as("Mei")
  const last = await refused(mei.delete("/users/{Nora}"))
  expect(last.verdict).toBe("400 last_budget_owner")
  expect(last.document.detail).toContain("Pop-up")
  const hope = { amount: 50, description: "One more weekend", auto_approve: false }
  expect(await as("Tom").post("/budgets/{Pop-up}/topups", hope)).toMatchObject({
    status: "PENDING",
  })
  await mei.delete("/budgets/{Pop-up}")
  const hopes = (await mei.get("/budgets/{Pop-up}/topups")).results
  expect(each("status", hopes)).toEqual(["CANCELLED"])
  expect(await mei.get("/budgets/{Pop-up}")).toMatchObject({ is_deleted: true })
  await mei.delete("/users/{Nora}")
  expect(await mei.get("/users/{Nora}")).toMatchObject({ name: "Nora Bell", is_deleted: true })
  expect(await mei.get("/users/{Olivia}")).toMatchObject({ delegate_approver: null })
  const owners = await mei.get("/budgets/{Kitchen}/owners?is_deleted=false")
  expect(owners.results.map((_: Json) => _.user.name)).toEqual(["Olivia Park"])
  expect(await refusal(as("Nora").get("/budgets"))).toBe("401 unauthorized")

  const toms = "/budgets/{Cellar}/members/{Tom in the Cellar}"
  const wish = { amount: 700, description: "One more auction" }
  const topup = call("the last wish", await as("Tom").post(`${toms}/topups`, wish))
  expect(topup.status).toBe("PENDING")
  await mei.delete("/users/{Tom}")
  const { results } = await mei.get(`${toms}/topups`)
  expect(results[0]).toMatchObject({ id: topup.id, status: "CANCELLED", amount: 700 })
  const cellar = await mei.get("/budgets/{Cellar}")
  expect([cellar.reset_amount, cellar.available_amount]).toEqual([800, 2_690 - 1_090])
  const request = { who: "Tom", budget: "Cellar", amount: 5, merchant: "Corkscrews" }
  const { explanation } = await swipe(story, "late", { ...request, declined: "user_deleted" })
  expect(explanation).toBe("5.00 AUD requested by Tom Reed, who is deleted.")
  const staff = await mei.get("/users?is_deleted=true")
  expect(each("id", staff.results)).toEqual([id("Nora"), id("Tom")])

  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: { Kitchen: [3_200, 0], Cellar: [1_600, 0], Website: [200.05, 99.95] },
    events: {
      "budget.deleted": 1,
      "budget_member.deleted": 1 + 1,
      "budget_owner.deleted": 1 + 1 + 1,
      "user.deleted": 2,
      "user.updated": 1,
      "token.revoked": 2,
      "topup.created": 1 + 1,
      "topup.cancelled": 1 + 1,
      "transaction.declined": 1,
    },
  })
}
