import { expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { type Json, refusal } from "./stage.ts"
import { type Chapter, total } from "./telling.ts"

export const paidByBank: Chapter = async ({ story, books }) => {
  const { as, on, day, id } = story
  await on("07-28")
  const paid = {
    status: "CLEARED",
    auth_date: `${day("07-28")}T02:00:00.000Z`,
    cleared_date: `${day("07-28")}T02:00:00.000Z`,
  }
  const bill = {
    ...paid,
    external_id: "bill-1",
    transaction_type: "BILL",
    merchant_name: "Margaret River Wines",
    amount: -1_320,
    user_id: id("Tom"),
    budget_id: id("Cellar"),
  }
  const knives = {
    ...paid,
    auth_date: `${day("07-28")}T01:00:00.000Z`,
    external_id: "claim-1",
    transaction_type: "REIMBURSEMENT",
    merchant_name: "Knife sharpener",
    amount: -45.6,
    user_id: id("Sam"),
    budget_id: id("Kitchen"),
  }
  const stranger = { ...bill, external_id: "bill-2", user_id: 999_999 }
  const file = [bill, knives, stranger, bill].map((row) => JSON.stringify(row)).join("\n")
  const report = await as("the operator").post("/transactions/import", file)
  expect(report).toMatchObject({ received: 4, imported: 2, unchanged: 1, refused: 1 })
  expect(report.errors).toMatchObject([{ line: 3, code: "unknown_user" }])

  const { results } = await as("Ravi").get("/transactions?transaction_type=BILL")
  expect(results).toMatchObject([
    { merchant_name: "Margaret River Wines", amount: -1_320, user: { name: "Tom Reed" } },
  ])
  const tom = await as("Tom").get("/budgets/{Cellar}/members/{Tom in the Cellar}")
  expect([tom.available_amount, tom.spent_amount]).toEqual([-110, 2_440])
  await books.agree({
    wallets: { AUD: total(49_010.06, -1_320, -45.6), NZD: 6_785 },
    budgets: {
      Kitchen: [total(2_610.01, -45.6), total(889.99, 45.6)],
      Cellar: [2_010 - 1_320, 1_120 + 1_320],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: { "transaction.recorded": 2 },
  })
}

/** Balance of each wallet from the end of a day of July on. */
const july = {
  AUD: [
    ["07-01", 50_000],
    ["07-22", 48_707.56],
    ["07-25", 49_010.06],
    ["07-28", 47_644.46],
  ],
  NZD: [
    ["07-01", 8_000],
    ["07-22", 6_800],
    ["07-25", 6_785],
  ],
} as const

export const theMonthEnds: Chapter = async ({ story, books }) => {
  const { as, on, day } = story
  const ravi = as("Ravi")
  const statement = (currency: string, paging: string) => {
    const period = `start_date=${day("07-01")}&end_date=${day("07-31")}`
    return ravi.get(`/statements?${period}&currency=${currency}${paging}`)
  }
  const assertJuly = async () => {
    for (const [currency, steps] of Object.entries(july)) {
      const { daily_balances, ...rest } = await statement(currency, "")
      const closing_balance = steps.at(-1)?.[1]
      const sums = { count: 31, currency, opening_balance: 0, closing_balance }
      expect(rest).toMatchObject({ ...sums, start_date: day("07-01"), end_date: day("07-31") })
      const closings = daily_balances.map((_: Json) => [_.date, _.closing_balance])
      const expectedDays = Array.from(
        { length: 31 },
        (_, n) => `07-${String(n + 1).padStart(2, "0")}`,
      )
      expect(closings).toEqual(
        expectedDays.map((date) => [day(date), steps.findLast(([from]) => from <= date)?.[1]]),
      )
      const page = await statement(currency, "&offset=20&limit=10")
      expect(page).toMatchObject({ ...sums, next: "offset=30&limit=10" })
      expect(page.daily_balances).toEqual(daily_balances.slice(20, 30))
    }
  }
  await on("07-31")
  await assertJuly()

  await on("08-01")
  const kitchen = await as("Sam").get("/budgets/{Kitchen}")
  expect(kitchen.current_period_start).toBe(`${day("08-01")}T00:00:00.000Z`)
  const members = await as("Olivia").get("/budgets/{Cellar}/members?is_deleted=false")
  const shares = members.results.map((_: Json) => [_.user.name, _.available_amount, _.spent_amount])
  expect(shares).toEqual([
    ["Tom Reed", -110 + 1_200, 0],
    ["Olivia Park", 800 + 800, 0],
  ])
  const reset = await ravi.get("/events?type=budget.period_reset")
  const closed = reset.results.map(({ data, previous }: Json) => [
    data.name,
    previous.available_amount,
    previous.spent_amount,
    data.available_amount,
  ])
  expect(closed.toSorted()).toEqual([
    ["Cellar", 690, 2_440, 2_690],
    ["Kitchen", 2_564.41, 935.59, 3_200],
  ])

  await as("the operator").post("/transactions/{fish}/refund", { amount: 30 })
  await as("the operator").post("/transactions/{site}/clear", {})
  await assertJuly()
  await books.agree({
    wallets: { AUD: total(47_644.46, 30), NZD: 6_785 },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [690 + 2_000, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: {
      ...{ "budget.period_reset": 2, "budget.period_restated": 1 },
      ...{ "transaction.refunded": 1, "transaction.cleared": 1 },
    },
  })
}

/** July changes after its end, and the amount rolled over to August changes with it. */
export const julyIsNotOver: Chapter = async ({ story, books }) => {
  const { as, on, day, id } = story
  await on("08-03")
  const operator = as("the operator")
  const bill = await operator.post("/transactions", {
    external_id: "bill-3",
    transaction_type: "BILL",
    status: "CLEARED",
    auth_date: `${day("07-30")}T02:00:00.000Z`,
    cleared_date: `${day("07-30")}T02:00:00.000Z`,
    merchant_name: "Slow Baker",
    amount: -80,
    user_id: id("Sam"),
    budget_id: id("Kitchen"),
  })
  expect(bill).toMatchObject({ budget: { name: "Kitchen" }, expense_status: "INCOMPLETE_EXPENSE" })
  await operator.post("/transactions/{wine}/refund", { amount: 333.33 })
  const { results: periods } = await as("Olivia").get("/budgets/{Cellar}/periods")
  expect(periods).toMatchObject([
    { number: 2, opening_amount: 3_023.33, closing_amount: 3_023.33, restated: false },
    { number: 1, spent_amount: total(2_440, -333.33), closing_amount: 1_023.33, restated: true },
  ])

  const statement = async (start: string, end: string, currency: string) => {
    const period = `start_date=${day(start)}&end_date=${day(end)}&currency=${currency}`
    const { opening_balance, closing_balance } = await as("Ravi").get(`/statements?${period}`)
    return [opening_balance, closing_balance]
  }
  expect(await statement("07-01", "07-31", "AUD")).toEqual([0, total(47_644.46, -80)])
  expect(await statement("07-30", "07-30", "AUD")).toEqual([47_644.46, 47_564.46])
  expect(await statement("08-01", "08-31", "AUD")).toEqual([47_564.46, total(47_564.46, 30)])
  expect(await statement("07-01", "07-31", "NZD")).toEqual([0, 6_785])
  const late = `start_date=${day("07-30")}&end_date=${day("07-30")}`
  const grouped = `${late}&group_by=month&group_by=merchant`
  const { groups } = await as("Ravi").get(`/reports/spend?${grouped}`)
  const keys = [day("07-30").slice(0, 7), "Slow Baker"]
  expect(groups).toEqual([{ keys, count: 1, spent: 80, refunded: 0 }])
  const [sam] = (await as("Olivia").get("/budgets/{Kitchen}/members")).results
  expect(sam).toMatchObject({ user: { name: "Sam Ito" }, spent_amount: 0 })
  await books.agree({
    wallets: { AUD: total(47_674.46, -80), NZD: total(6_785, 361.6) },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [3_023.33, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: {
      ...{ "transaction.recorded": 1, "transaction.refunded": 1 },
      "budget.period_restated": 2,
    },
  })
}

/** Periods are closed when they end, one by one, even without requests. */
export const theQuarterEnds: Chapter = async ({ story, books }) => {
  const { as, on, day } = story
  await on("10-01")
  const since = `min_created=${day("08-31")}T00:00:00.000Z`
  const resets = await until("four periods are closed", async () => {
    const { results } = await as("Ravi").get(`/events?type=budget.period_reset&${since}`)
    return results.length >= 4 && results
  })
  const ends = resets.map(({ data, previous, actor }: Json) => [
    data.name,
    previous.current_period_end.slice(0, 10),
    previous.available_amount ?? "unchanged",
    data.available_amount,
    actor.type,
  ])
  expect(ends.toSorted()).toEqual([
    ["Cellar", day("08-31"), 1_600, 2_400, "system"],
    ["Cellar", day("09-30"), 2_400, 3_200, "system"],
    ["Kitchen", day("08-31"), "unchanged", 3_200, "system"],
    ["Kitchen", day("09-30"), "unchanged", 3_200, "system"],
  ])
  const members = await as("Olivia").get("/budgets/{Cellar}/members?is_deleted=false")
  const shares = members.results.map((_: Json) => [_.user.name, _.available_amount])
  expect(shares).toEqual([["Olivia Park", 1_600 + 800 + 800]])
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: { Kitchen: [3_200, 0], Cellar: [3_200, 0], Website: [200.05, 99.95] },
    events: { "budget.period_reset": 4 },
  })
}

/** Closed and exported books do not change. */
export const theQuarterIsClosed: Chapter = async ({ story, books }) => {
  const { as, call, day } = story
  const ravi = as("Ravi")
  expect(await ravi.get("/books")).toMatchObject({ locked_through: null })
  const closed = { locked_through: day("09-30") }
  expect(await ravi.put("/books", closed)).toMatchObject(closed)
  const late = as("the operator").post("/transactions", {
    external_id: "bill-late",
    transaction_type: "BILL",
    status: "CLEARED",
    auth_date: `${day("09-30")}T02:00:00.000Z`,
    merchant_name: "Slow Baker",
    amount: -80,
  })
  expect(await refusal(late)).toBe("400 books_locked")
  expect(await refusal(ravi.put("/books", { locked_through: null }))).toBe("403 books_only_forward")

  const quarter = { format: "csv", start_date: day("07-01"), end_date: day("09-30") }
  const made = call("the quarter", await ravi.post("/exports", quarter))
  const balances = made.balances.map((_: Json) => [
    _.currency,
    _.opening_balance,
    _.closing_balance,
  ])
  expect(balances).toEqual([
    ["AUD", 0, 47_594.46],
    ["NZD", 0, 7_146.6],
  ])
  expect(await ravi.get("/exports")).toMatchObject({ count: 1, results: [made] })
  expect(await ravi.get("/exports/{the quarter}")).toEqual(made)
  const file: string = await ravi.get("/exports/{the quarter}/file")
  expect(Buffer.byteLength(file)).toBe(made.size)
  expect(file).toContain("Margaret River Wines")
  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: { Kitchen: [3_200, 0], Cellar: [3_200, 0], Website: [200.05, 99.95] },
    events: { "books.updated": 1, "export.created": 1 },
  })
}

export const xeroIsConnected: Chapter = async ({ story, books }) => {
  const { as, on, call, id, the } = story
  await on("08-05")
  const operator = as("the operator")
  const own = `/operator/v1/businesses/${the("the business").client_id}`
  expect(await operator.patch(own, { integration: "XERO" })).toMatchObject({ integration: "XERO" })
  const byHand = as("Ravi").post("/accounting-codes", { code: "410", name: "Functions" })
  expect(await refusal(byHand)).toBe("400 integration_managed")

  const codes = "/sync/accounting-codes"
  await operator.post(codes, { code: "410", name: "Functions" })
  const renamed = await operator.post(codes, { code: "320", name: "Food & beverage" })
  expect(renamed.id).toBe(id("code 320"))
  await operator.delete(`${codes}/{code 200}`)
  const { results } = await as("Ravi").get("/accounting-codes")
  expect(results.map((_: Json) => [_.code, _.name])).toEqual([
    ["310", "Wine purchases"],
    ["320", "Food & beverage"],
    ["410", "Functions"],
  ])

  const fields = "/sync/custom-fields"
  const texts = (...names: ReadonlyArray<string>) => names.map((text) => ({ text }))
  const region = { created_by: "XERO", name: "Region", field_type: "LIST", budget_setting: "NONE" }
  const made = await operator.post(fields, { ...region, options: texts("West", "East") })
  expect(call("Region", made)).toMatchObject(region)
  const byRavi = as("Ravi").patch("/custom-fields/{Region}", { name: "Area" })
  expect(await refusal(byRavi)).toBe("400 integration_manages_field")
  await operator.patch(`${fields}/{Region}`, { name: "State", options: texts("West", "South") })
  const options = await as("Ravi").get("/custom-fields/{Region}/options")
  expect(options.results.map((_: Json) => _.text)).toEqual(["West", "South"])
  await operator.delete(`${fields}/{Region}`)
  const deleted = as("Ravi").get("/custom-fields/{Region}")
  expect(await refusal(deleted)).toBe("404 not_found")

  await books.agree({
    wallets: { AUD: 47_594.46, NZD: 7_146.6 },
    budgets: {
      Kitchen: [3_200, 0],
      Cellar: [3_023.33, 0],
      Website: [200.05, 99.95],
      "Pop-up": [500, 0],
    },
    events: {
      "business.updated": 1,
      "accounting_code.created": 1,
      "accounting_code.updated": 1,
      "accounting_code.deleted": 1,
      "custom_field.created": 1,
      "custom_field.updated": 1,
      "custom_field.deleted": 1,
      "custom_field_option.created": 2 + 1,
      "custom_field_option.deleted": 1 + 2,
    },
  })
}
