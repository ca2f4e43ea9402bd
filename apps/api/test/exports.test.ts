import { exportFormats } from "@outlay/domain/fields"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business with two wallets and transactions of every kind in January. */
const stage = async () => {
  const { operator, params, clientAs } = await makeBusiness(service)
  await operator.wallets.create({ params, body: { currency: "USD" } })
  const accountant = await clientAs("Accountant")
  const meals = await accountant.categories.create({ params, body: { name: "Meals" } })
  const record = (external_id: string, body: object) =>
    operator.transactions.record({
      params,
      body: {
        ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
        ...{ auth_date: "2026-01-10T10:00:00.000Z", merchant_name: "Rail", amount: -12, ...body },
      } as never,
    })
  await record("deposit", { transaction_type: "DEPOSIT_DIRECT_CREDIT", amount: 500 })
  await record("before", { auth_date: "2025-12-31T23:59:59.999Z", amount: -7 })
  const line_items = [{ amount: 11, gst_amount: 1, category_id: meals.id }]
  const lunch = await record("lunch", { line_items })
  await record("foreign", { currency: "USD", fx_amount: -8, amount: -12.31 })
  await record("declined", { status: "DECLINED" })
  const held = await record("held", { status: "AUTHED", amount: -20 })
  const move = { params: { ...params, transaction_id: held.id } }
  await operator.transactions.clear({
    ...move,
    body: { amount: 21.5, date: "2026-01-20T00:00:00Z" },
  })
  await operator.transactions.refund({
    ...move,
    body: { amount: 1.5, date: "2026-02-01T00:00:00Z" },
  })
  return { params, clientAs, accountant, operator, record, meals, lunch }
}

const january = { start_date: "2026-01-01", end_date: "2026-01-31" }

type Stage = Awaited<ReturnType<typeof stage>>

const textOf = async ({ params, accountant }: Stage, export_id: string): Promise<string> =>
  (await accountant.exports.file({ params: { ...params, export_id } })).text()

describe("an export", () => {
  test.each(exportFormats)("in %s format balances with each wallet's statement", async (format) => {
    const { params, accountant } = await stage()
    const made = await accountant.exports.create({ params, body: { format, ...january } })
    expect(made).toMatchObject({ format, ...january, only_new: false, count: 5 })
    expect(made.balances.map((_) => _.currency)).toEqual(["AUD", "USD"])
    for (const { currency, ...balance } of made.balances) {
      const query = { ...january, currency }
      const statement = await accountant.statements.get({ params, query })
      expect(balance).toMatchObject({
        opening_balance: statement.opening_balance,
        closing_balance: statement.closing_balance,
        earlier_amount: 0,
      })
      const sum = balance.opening_balance + balance.amount
      expect(sum).toBeCloseTo(balance.closing_balance, 5)
    }
    const file = await accountant.exports.file({ params: { ...params, export_id: made.id } })
    expect(file.size).toBe(made.size)
  })

  test("has lines that add up to its balances", async () => {
    const world = await stage()
    const { params, accountant } = world
    const body = { format: "journal-csv", ...january } as const
    const made = await accountant.exports.create({ params, body })
    const rows = (await textOf(world, made.id)).trim().split("\r\n").slice(1)
    const cents = (text: string | undefined) => Math.round(Number(text) * 100)
    for (const { currency, amount } of made.balances) {
      const own = rows.map((row) => row.split(",")).filter((row) => row[6] === currency)
      const sum = (of: typeof own, column: number) =>
        of.reduce((total, row) => total + cents(row[column]), 0)
      expect(sum(own, 4)).toBe(sum(own, 5))
      const wallet = own.filter((row) => row[3] === `Outlay ${currency}`)
      expect(sum(wallet, 4) - sum(wallet, 5)).toBe(cents(String(amount)))
    }
  })

  test("has the same bytes regardless of later changes", async () => {
    const world = await stage()
    const { params, accountant, meals, lunch } = world
    const made = await accountant.exports.create({ params, body: { format: "csv", ...january } })
    const before = await textOf(world, made.id)
    expect(before).toContain("Meals")
    const category = { ...params, category_id: meals.id }
    await accountant.categories.update({ params: category, body: { name: "Eating" } })
    const expense = { ...params, transaction_id: lunch.id }
    await accountant.expenses.update({ params: expense, body: { line_items: [] } })
    expect(await textOf(world, made.id)).toBe(before)
    const each = { ...params, export_id: made.id }
    expect(await accountant.exports.get({ params: each })).toEqual(made)
    expect((await accountant.exports.list({ params })).results).toEqual([made])
  })

  test("contains only new movements if requested", async () => {
    const { params, accountant, record } = await stage()
    const body = { format: "csv", ...january, only_new: true } as const
    expect((await accountant.exports.create({ params, body })).count).toBe(5)
    await record("late", { amount: -3 })
    const second = await accountant.exports.create({ params, body })
    expect(second.count).toBe(1)
    expect(second.balances[0]).toMatchObject({ currency: "AUD", amount: -3 })
    const [aud] = second.balances
    const sum = (aud?.opening_balance ?? 0) + (aud?.earlier_amount ?? 0) + (aud?.amount ?? 0)
    expect(sum).toBeCloseTo(aud?.closing_balance ?? Number.NaN, 5)
    expect((await accountant.exports.create({ params, body })).count).toBe(0)
    const all = await accountant.exports.create({ params, body: { ...body, only_new: false } })
    expect(all.count).toBe(6)
  })

  test("causes an event, and a dry run of one saves nothing", async () => {
    const { params, clientAs } = await stage()
    const admin = await clientAs("Admin")
    const body = { format: "csv", ...january } as const
    await admin.exports.create({ params, body, query: { dry_run: true } })
    expect((await admin.exports.list({ params })).count).toBe(0)
    const { id } = await admin.exports.create({ params, body })
    const { results } = await admin.events.list({ params, query: { type: "export.created" } })
    expect(results.map(({ data }) => data["id" as keyof typeof data])).toEqual([id])
  })

  test.each(["Manager", "Team Member"])("is denied to a %s", async (role) => {
    const { params, clientAs, accountant } = await stage()
    const client = await clientAs(role)
    const body = { format: "csv", ...january } as const
    const made = await accountant.exports.create({ params, body })
    const each = { params: { ...params, export_id: made.id } }
    const refused = { status: 403, code: "permission_denied" }
    await expect(client.exports.create({ params, body })).rejects.toMatchObject(refused)
    await expect(client.exports.list({ params })).rejects.toMatchObject(refused)
    await expect(client.exports.get(each)).rejects.toMatchObject(refused)
    await expect(client.exports.file(each)).rejects.toMatchObject(refused)
  })

  test("that belongs to another business returns 404", async () => {
    const [one, other] = [await stage(), await stage()]
    const body = { format: "csv", ...january } as const
    const { id: export_id } = await one.accountant.exports.create({ params: one.params, body })
    const foreign = { params: { ...other.params, export_id } }
    const missing = { status: 404, code: "not_found" }
    await expect(other.accountant.exports.get(foreign)).rejects.toMatchObject(missing)
    await expect(other.accountant.exports.file(foreign)).rejects.toMatchObject(missing)
  })

  test.each([
    [{ format: "pdf", ...january }],
    [{ format: "csv", start_date: "2026-01-01" }],
    [{ format: "csv", start_date: "2026-01-32", end_date: "2026-02-01" }],
    [{ format: "csv", start_date: "2026-02-01", end_date: "2026-01-31" }],
  ])("cannot be created with %j", async (body) => {
    const { params, accountant } = await stage()
    const creating = accountant.exports.create({ params, body: body as never })
    await expect(creating).rejects.toMatchObject({ status: 400 })
  })
})
