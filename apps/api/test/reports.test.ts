import { afterAll, beforeAll, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let world: Awaited<ReturnType<typeof found>>
beforeAll(async () => {
  service = await startService()
  world = await found()
})
afterAll(() => service?.stop())

/** A business in which Tom spends from Kim's budget, Lee without a budget, and Sam not at all. */
const found = async () => {
  const { operator, client_id, params, person, tokenOf } = await makeBusiness(service)
  const admin = await person("Admin")
  const tom = await person("Tom", "Team Member")
  const kim = await person("Kim", "Team Member")
  const lee = await person("Lee", "Team Member")
  const sam = await person("Sam", "Team Member")
  const budget = await admin.as.budgets.create({
    params,
    body: {
      ...{ name: "Travel", reset_amount: 100, reset_period: "MONTHLY" as const },
      ...{ has_member_limits: false, rollover_funds: false },
      members: [{ user: { id: tom.id } }],
      owners: [{ user: { id: kim.id } }],
    },
  })
  const meals = await admin.as.categories.create({ params, body: { name: "Meals" } })
  const record = (external_id: string, body: object) =>
    operator.transactions.record({
      params,
      body: {
        ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
        ...{ merchant_name: "Train", auth_date: "2026-01-05T00:00:00.000Z", amount: -10 },
        ...body,
      } as never,
    })
  const line_items = [{ amount: 6, category_id: meals.id }, { amount: 3 }]
  const trip = await record("e-1", { budget_id: budget.id, user_id: tom.id, line_items })
  await operator.transactions.refund({
    params: { ...params, transaction_id: trip.id },
    body: { amount: 5 },
  })
  const lunch = { user_id: lee.id, merchant_name: "Café", amount: -2.5 }
  await record("e-2", { ...lunch, auth_date: "2026-01-31T23:59:59.999Z" })
  await record("e-3", { ...lunch, auth_date: "2026-02-01T00:00:00.000Z" })
  await record("e-4", { ...lunch, status: "DECLINED" })
  await record("e-5", { transaction_type: "DEPOSIT_DIRECT_CREDIT", amount: 100 })
  const outsider = { token: await tokenOf("Team Member") }
  const ask = (token: string, query: string) =>
    fetch(`${service.url}/v1/businesses/${client_id}/reports/spend?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  return { params, admin, tom, kim, lee, sam, outsider, budget, meals, ask }
}

const january = { start_date: "2026-01-01", end_date: "2026-01-31" }
const period = "start_date=2026-01-01&end_date=2026-01-31"

test("a report contains spending and refunds of a month, by category and month", async () => {
  const { admin, params, meals } = world
  const group_by = ["category", "month"] as const
  expect(await admin.as.reports.spend({ params, query: { ...january, group_by } })).toEqual({
    groups: [
      { keys: [meals.id, "2026-01"], count: 1, spent: 6, refunded: 3 },
      { keys: [null, "2026-01"], count: 2, spent: 6.5, refunded: 2 },
    ],
  })
})

test("a report contains only what a user without the permission may see", async () => {
  const { params, tom, kim, lee, sam, outsider, ask } = world
  const trains = { keys: ["Train"], count: 1, spent: 10, refunded: 5 }
  const lunches = { keys: ["Café"], count: 1, spent: 2.5, refunded: 0 }
  const query = { ...january, group_by: ["merchant"] as const }
  const seen = await Promise.all(
    [tom, kim, lee, sam].map(({ as }) => as.reports.spend({ params, query })),
  )
  expect(seen.map(({ groups }) => groups)).toEqual([[trains], [trains], [lunches], []])
  expect((await ask(outsider.token, `${period}&group_by=merchant`)).status).toBe(403)
})

test.each([
  ["no grouping", period, "missing"],
  ["no dates", "group_by=day", "missing"],
  ["an unknown grouping", `${period}&group_by=year`, "not_allowed"],
  ["a list of groupings", `${period}&group_by=day,month`, "not_allowed"],
  ["a field without a name", `${period}&group_by=custom_field:`, "too_short"],
  ["three groupings", `${period}&group_by=day&group_by=user&group_by=month`, "too_long"],
  [
    "three groupings with an unknown one",
    `${period}&group_by=day&group_by=x&group_by=day`,
    "not_allowed",
  ],
  ["a duplicate grouping", `${period}&group_by=day&group_by=day`, "not_unique"],
  [
    "dates in the wrong order",
    "start_date=2026-02-01&end_date=2026-01-31&group_by=day",
    "not_in_order",
  ],
  ["too many days", "start_date=2016-01-01&end_date=2026-01-01&group_by=day", "period_too_long"],
])("%s is refused", async (_, query, code) => {
  const response = await world.ask(world.admin.token, query)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, code])
})

test("ten years by day are allowed", async () => {
  const { admin, params } = world
  const query = { start_date: "2016-01-01", end_date: "2025-12-31", group_by: ["day"] as const }
  expect(await admin.as.reports.spend({ params, query })).toEqual({ groups: [] })
})
