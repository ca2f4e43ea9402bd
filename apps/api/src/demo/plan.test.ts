import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { chores, fields, isAsked, outlier, taxes } from "./back-office.ts"
import { chance } from "./chance.ts"
import { lines, people } from "./company.ts"
import { firstDay, type Happening, planSteps } from "./plan.ts"

const options = { seed: 7, months: 24, until: "2026-11-21T04:05:06.789Z" }
const steps = planSteps(options)
const transactions = steps.filter((step) => step.kind === "transaction")
const share = (of: (step: Happening) => boolean) =>
  transactions.filter(of).length / transactions.length

describe("chance", () => {
  test("is the same for the same seed, on every machine", () => {
    const dice = chance(42)
    expect([dice.integer(1, 6), dice.integer(1, 6), dice.integer(1, 6), dice.next()]).toEqual([
      4, 3, 6, 0.6697340414393693,
    ])
    expect(chance(43).next()).not.toBe(chance(42).next())
  })
})

describe("the plan", () => {
  test("is the same for the same seed, and different for another seed", () => {
    const digest = (seed: number) =>
      createHash("sha256")
        .update(JSON.stringify(planSteps({ ...options, seed })))
        .digest("hex")
    expect(digest(7)).toBe(digest(7))
    expect(digest(8)).not.toBe(digest(7))
  })

  test("is in order and within its time range", () => {
    expect(firstDay(options)).toBe("2024-11-01")
    expect(firstDay({ ...options, months: 10 })).toBe("2026-01-01")
    const times = steps.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
    expect(times[0]?.slice(0, 10)).toBe("2024-11-01")
    expect(times.every((at) => at <= options.until)).toBe(true)
  })

  test("has two years of typical transactions", () => {
    expect(people).toHaveLength(24)
    expect(lines.length).toBeGreaterThanOrEqual(12)
    expect(transactions.length).toBeGreaterThan(3000)
    expect(new Set(transactions.map((_) => _.external_id)).size).toBe(transactions.length)
    expect(new Set(lines.map((_) => _.reset_period)).size).toBe(9)
    expect(share((_) => _.status === "DECLINED")).toBeGreaterThan(0.005)
    expect(share((_) => _.currency !== "AUD")).toBeGreaterThan(0.1)
    expect(share((_) => _.receipt === null)).toBeGreaterThan(0.03)
    expect(share((_) => _.items.some((item) => item.category === null))).toBeGreaterThan(0.01)
    expect(transactions.some((_) => _.status === "AUTHED")).toBe(true)
    expect(steps.some(({ kind }) => kind === "refund")).toBe(true)
    expect(steps.some(({ kind }) => kind === "topup")).toBe(true)
    expect(steps.flatMap((step) => (step.kind === "chore" ? [step.what] : []))).toEqual(
      chores.map(({ what }) => what),
    )
  })

  test("buys at hundreds of shops, grows, and has one unusually large purchase", () => {
    const purchases = transactions.filter((_) => _.budget !== null)
    expect(new Set(purchases.map((_) => _.merchant_name)).size).toBeGreaterThan(400)
    const inYear = (from: string, to: string) =>
      purchases.filter(({ auth_date }) => auth_date >= from && auth_date < to).length
    expect(inYear("2025-11", "2026-11")).toBeGreaterThan(1.2 * inYear("2024-11", "2025-11"))
    const [largest] = purchases.toSorted((a, b) => a.amount - b.amount)
    expect(largest?.merchant_name).toBe(outlier.merchant)
  })

  test("has the same purchases on a day for any end date, except for growth", () => {
    const merchantsOn = (until: string) =>
      planSteps({ ...options, until })
        .filter((_) => _.kind === "transaction" && _.auth_date.startsWith("2026-03-05"))
        .flatMap((_) => (_.kind === "transaction" ? [_.merchant_name] : []))
    const later = merchantsOn("2026-08-01T00:00:00.000Z")
    expect(merchantsOn("2026-06-01T00:00:00.000Z")).toEqual(expect.arrayContaining(later))
    expect(later.length).toBeGreaterThan(3)
  })

  test("sets required custom fields and a tax rate on coded expenses", () => {
    for (const { budget, items, custom_fields } of transactions) {
      const coded = items.length > 0 && items.every((item) => item.category !== null)
      for (const { name } of coded && budget !== null ? fields : []) {
        if (!isAsked(name, lines[budget ?? 0]?.name ?? "")) continue
        expect(custom_fields.map(({ field_name }) => field_name)).toContain(name)
      }
      for (const { category, tax, gst_amount } of items) {
        if (gst_amount > 0 && category !== null) expect(tax).toBe("GST on expenses")
        expect(tax === null).toBe(category === null)
      }
    }
    const taxed = new Set(transactions.flatMap(({ items }) => items.map(({ tax }) => tax)))
    expect([...taxed].filter((tax) => tax !== null).toSorted()).toEqual(
      taxes.map(({ name }) => name).toSorted(),
    )
  })

  test("has quiet weekends and seasons", () => {
    const purchases = transactions.filter((_) => _.budget !== null)
    const weekend = purchases.filter(({ auth_date }) =>
      [0, 6].includes(new Date(auth_date).getUTCDay()),
    )
    expect(weekend.length / purchases.length).toBeLessThan(0.2)
    const travel = lines.findIndex(({ name }) => name === "Travel")
    const inMonth = (month: string) =>
      purchases.filter((_) => _.budget === travel && _.auth_date.slice(5, 7) === month).length
    expect(inMonth("03")).toBeGreaterThan(2 * inMonth("01"))
  })

  test("has line items and taxes that add up, and correct signs", () => {
    for (const { items, amount, fx_amount, gst, currency } of transactions) {
      expect(Math.sign(fx_amount)).toBe(Math.sign(amount))
      if (currency === "AUD") expect(fx_amount).toBe(amount)
      if (items.length === 0) continue
      expect(items.reduce((sum, item) => sum + item.amount, 0)).toBe(Math.abs(amount))
      expect(items.reduce((sum, item) => sum + item.gst_amount, 0)).toBe(gst)
      expect(items.every((item) => item.amount > 0 && item.gst_amount >= 0)).toBe(true)
    }
  })

  test.each([1, 2, 7])("seed %d never overdraws a wallet", (seed) => {
    const wallets = new Map<string, number>()
    for (const step of planSteps({ ...options, seed })) {
      if (step.kind !== "transaction") continue
      const { currency, amount, fx_amount, status } = step
      const wallet = currency === "USD" ? "USD" : "AUD"
      if (status === "DECLINED") continue
      const balance = (wallets.get(wallet) ?? 0) + (wallet === "USD" ? fx_amount : amount)
      wallets.set(wallet, balance)
      expect(balance).toBeGreaterThan(0)
    }
  })

  test("spends from a budget only as its members, and less than its limit", () => {
    for (const [place, line] of lines.entries()) {
      const own = transactions.filter((_) => _.budget === place)
      expect(own.every(({ user }) => user !== null && line.members.includes(user))).toBe(true)
      expect(own.length).toBeGreaterThan(20)
    }
  })
})
