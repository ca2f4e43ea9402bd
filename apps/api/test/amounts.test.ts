import { afterAll, beforeAll, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** Largest amount of the interface, and how often it fits into a balance in dinars. */
const most = 9_999_999_999.99
const often = 100

/** A business in a currency with three decimals, in which a balance reaches its bound soonest. */
const stage = async () => {
  const { operator, client_id, params, person } = await makeBusiness(service, { currency: "KWD" })
  const { id, as: admin } = await person("Ada")
  const budget = await admin.budgets.create({
    params,
    body: {
      ...{ name: "Travel", reset_amount: 0, reset_period: "NEVER", rollover_funds: false },
      ...{ has_member_limits: false, owners: [{ user: { id } }] },
      members: [{ user: { id } }],
    },
  })
  return { operator, admin, client_id, budget_id: budget.id }
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "accepted",
    ({ status, code, detail }) => ({ status, code, detail }),
  )

test("maximum amounts are added until the balance reaches its bound", async () => {
  const { operator, admin, client_id, budget_id } = await stage()
  const params = { client_id, budget_id }
  const body = { amount: most, description: "More" }
  for (let n = 0; n < often; n++) await admin.topups.create({ params, body })
  expect(await refusal(admin.topups.create({ params, body }))).toEqual({
    status: 400,
    code: "amount_out_of_range",
    detail: `The available amount of budget ${budget_id} would exceed ±999999999999.999 KWD.`,
  })
  expect(await admin.budgets.get({ params })).toMatchObject({ available_amount: 999_999_999_999 })

  const deposit = (external_id: string) =>
    operator.transactions.record({
      params: { client_id },
      body: {
        ...{
          external_id,
          transaction_type: "DEPOSIT_DIRECT_CREDIT",
          status: "CLEARED",
          amount: most,
        },
        ...{ auth_date: "2026-11-01T00:00:00.000Z", merchant_name: "Bank" },
      },
    })
  for (let n = 0; n < often; n++) await deposit(`deposit-${n}`)
  expect(await refusal(deposit("one-more"))).toMatchObject({ code: "amount_out_of_range" })
  expect(await admin.balances.list({ params: { client_id } })).toEqual([
    { currency: "KWD", balance: 999_999_999_999 },
  ])
})

test("a statement fails if an amount in it exceeds the bound of a balance", async () => {
  const { operator, admin, client_id } = await stage()
  const params = { client_id }
  const rows = Array.from({ length: 10 * often }, (_, n) => {
    const [day, sign] = n % 2 === 0 ? ["01", 1] : ["02", -1]
    return {
      ...{ external_id: `row-${n}`, transaction_type: "MANUAL_TRANSFER", status: "CLEARED" },
      ...{ auth_date: `2026-11-${day}T00:00:00.000Z`, amount: sign * most, merchant_name: "Bank" },
    } as const
  })
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("")
  const report = await operator.transactionImport.create({ params, body })
  expect(report).toMatchObject({ imported: rows.length, refused: 0 })
  const read = (start_date: string, end_date: string) =>
    admin.statements.get({ params, query: { start_date, end_date } })
  expect(await refusal(read("2026-11-01", "2026-11-02"))).toMatchObject({
    ...{ status: 400, code: "amount_out_of_range" },
  })
  expect(await read("2026-11-03", "2026-11-03")).toMatchObject({ closing_balance: 0 })
})
