import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Client, makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const roleNames = ["Admin", "Accountant", "Manager", "Team Member"] as const
type RoleName = (typeof roleNames)[number]

/** A business with a token of each role, and functions that record transactions in it. */
const stage = async () => {
  const { operator, params, clientAs } = await makeBusiness(service)
  const clients = {} as { [Name in RoleName]: Client }
  for (const name of roleNames) clients[name] = await clientAs(name)
  const row = (external_id: string, auth_date: string, more: object = {}) => ({
    ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ auth_date, merchant_name: "Rail", amount: -12, ...more },
  })
  const record = (external_id: string, auth_date: string, more: object = {}) =>
    operator.transactions.record({ params, body: row(external_id, auth_date, more) as never })
  const lines = (rows: ReadonlyArray<object>, book_late_on?: string) =>
    operator.transactionImport.create({
      params,
      query: book_late_on === undefined ? {} : { book_late_on },
      body: rows.map((each) => JSON.stringify(each)).join("\n") as never,
    })
  return { params, operator, clients, row, record, lines }
}

const january = "2026-01-15T10:00:00.000Z"
const february = "2026-02-15T10:00:00.000Z"
const lock = { body: { locked_through: "2026-01-31" } }

describe("the lock date", () => {
  test("is read and moved forward by Accountants, and moved back by Admins", async () => {
    const { params, clients } = await stage()
    const { Accountant, Admin } = clients
    expect(await Accountant.books.get({ params })).toEqual({ locked_through: null })
    expect(await Accountant.books.update({ params, ...lock })).toEqual({
      locked_through: "2026-01-31",
    })
    const back = { locked_through: "2026-01-30" }
    await expect(Accountant.books.update({ params, body: back })).rejects.toMatchObject({
      status: 403,
      code: "books_only_forward",
    })
    expect(await Admin.books.update({ params, body: back })).toEqual(back)
    expect(await Accountant.books.get({ params })).toEqual(back)
    for (const client of Object.values(clients)) {
      expect((await client.me.get({ params })).business).toMatchObject(back)
    }
    const { results } = await Admin.events.list({ params, query: { type: "books.updated" } })
    expect(results.map(({ data, previous }) => [data, previous])).toEqual([
      [{ locked_through: "2026-01-31" }, { locked_through: null }],
      [{ locked_through: "2026-01-30" }, { locked_through: "2026-01-31" }],
    ])
  })

  test.each(["Manager", "Team Member"] as const)("is denied to a %s", async (name) => {
    const { params, clients } = await stage()
    const refused = { status: 403, code: "permission_denied" }
    await expect(clients[name].books.get({ params })).rejects.toMatchObject(refused)
    await expect(clients[name].books.update({ params, ...lock })).rejects.toMatchObject(refused)
  })

  test.each([
    [{}],
    [{ locked_through: "2026-02-30" }],
    [{ locked_through: "2026-01-31T00:00:00Z" }],
    [{ locked_through: "2026-01-31", more: true }],
  ])("cannot be set to %j", async (body) => {
    const { params, clients } = await stage()
    const putting = clients.Admin.books.update({ params, body: body as never })
    await expect(putting).rejects.toMatchObject({ status: 400 })
  })
})

const locked = { status: 400, code: "books_locked" }

describe("a transaction dated on a locked day", () => {
  test("is refused, while a later date is accepted", async () => {
    const { params, operator, clients, record } = await stage()
    await record("before", january, { status: "AUTHED" })
    const { results } = await clients.Admin.transactions.list({ params })
    const transaction_id = results[0]?.id ?? ""
    await clients.Accountant.books.update({ params, ...lock })
    await expect(record("late", "2026-01-31T23:59:59.999Z")).rejects.toMatchObject(locked)
    const clearing = (date: string) =>
      operator.transactions.clear({ params: { ...params, transaction_id }, body: { date } })
    await expect(clearing("2026-01-16T00:00:00Z")).rejects.toMatchObject(locked)
    expect((await clearing(february)).cleared_date).toBe(february)
    expect((await record("in time", "2026-02-01T00:00:00.000Z")).status).toBe("CLEARED")
  })

  test("is booked on the day given by an import, and retains its own date", async () => {
    const { params, clients, row, lines } = await stage()
    await clients.Accountant.books.update({ params, ...lock })
    const rows = [row("l-1", january), row("l-2", february)]
    const refused = await lines(rows)
    expect(refused).toMatchObject({ imported: 1, refused: 1 })
    expect(refused.errors).toMatchObject([{ line: 1, code: "books_locked" }])
    expect(await lines(rows, "2026-02-03")).toMatchObject({ imported: 1, unchanged: 1, refused: 0 })
    const { results } = await clients.Admin.transactions.list({ params })
    expect(results.map(({ auth_date }) => auth_date)).toEqual([february, january])
    const query = { start_date: "2026-01-01", end_date: "2026-02-28" }
    const { daily_balances: days } = await clients.Admin.statements.get({ params, query })
    const moving = days.filter((_) => _.opening_balance !== _.closing_balance)
    expect(moving.map(({ date }) => date)).toEqual(["2026-02-03", "2026-02-15"])
    const late = { ...params, transaction_id: results[1]?.id ?? "" }
    const movements = await clients.Admin.transactions.movements({ params: late })
    expect(movements.results.map(({ date }) => date)).toEqual(["2026-02-03T00:00:00.000Z"])
  })

  test.each([
    ["2026-01-31", "books_locked"],
    ["2999-01-01", "date_in_future"],
  ])("cannot be booked on %s", async (book_late_on, code) => {
    const { params, clients, row, lines } = await stage()
    await clients.Accountant.books.update({ params, ...lock })
    const { errors } = await lines([row("l-1", january)], book_late_on)
    expect(errors).toMatchObject([{ line: 1, code, detail: expect.stringMatching("book_late_on") }])
  })
})

test("line items of locked days cannot change, but receipts can be added", async () => {
  const { params, clients, record } = await stage()
  const { id } = await record("e-1", january, { line_items: [{ amount: 12 }] })
  const expense = { ...params, transaction_id: id }
  await clients.Accountant.books.update({ params, ...lock })
  const changing = clients.Accountant.expenses.update({
    params: expense,
    body: { line_items: [{ amount: 11 }] },
  })
  await expect(changing).rejects.toMatchObject(locked)
  const receipt_urls = ["https://receipts.example.com/1.pdf"]
  const body = { receipt_urls, line_items: [{ amount: 12 }] }
  expect(await clients.Accountant.expenses.update({ params: expense, body })).toMatchObject({
    receipt_urls,
    line_items: [{ amount: 12 }],
  })
})

test("locked transactions show the former name and code of their categories", async () => {
  const { params, clients, record } = await stage()
  const { Admin } = clients
  const [first, second] = await Promise.all(
    ["6-1", "6-2"].map((code) =>
      Admin.accountingCodes.upsert({ params, body: { code, name: `Code ${code}` } }),
    ),
  )
  const mapped = { name: "Meals out", accounting_code_id: first?.id ?? "" }
  const { id: category_id } = await Admin.categories.create({ params, body: mapped })
  const line_items = [{ amount: 12, category_id }]
  const { id: before } = await record("e-1", january, { line_items })
  const { id: after } = await record("e-2", february, { line_items })
  const shown = async () => {
    const { results } = await Admin.transactions.list({ params })
    const of = (id: string) => results.find((row) => row.id === id)?.line_items[0]?.category
    return [of(before), of(after)].map((category) => [category?.name, category?.code])
  }
  await Admin.books.update({ params, ...lock })
  const path = { ...params, category_id }
  const body = { name: "Food", accounting_code_id: second?.id ?? "" }
  await Admin.categories.update({ params: path, body })
  const then = ["Meals out", "6-1"]
  expect(await shown()).toEqual([then, ["Food", "6-2"]])
  const one = await Admin.transactions.get({ params: { ...params, transaction_id: before } })
  expect(one.line_items[0]?.category).toMatchObject({ name: "Meals out", code: "6-1" })
  for (const { id } of [first, second].flatMap((code) => code ?? [])) {
    await Admin.accountingCodes.remove({ params: { ...params, accounting_code_id: id } })
  }
  await Admin.categories.remove({ params: path })
  expect(await shown()).toEqual([then, ["Food", null]])
  const made = await Admin.exports.create({
    params,
    body: { format: "journal-csv", start_date: "2026-01-01", end_date: "2026-01-31" },
  })
  const file = await Admin.exports.file({ params: { ...params, export_id: made.id } })
  expect(await file.text()).toContain("6-1")
  await Admin.books.update({ params, body: { locked_through: null } })
  expect(await shown()).toEqual([
    ["Food", null],
    ["Food", null],
  ])
})

test("locked transactions show their former tax rate and account", async () => {
  const { params, operator, clients, record } = await stage()
  const { Admin } = clients
  const features = { itemised_tax: true }
  await operator.businesses.update({ params, body: { features } })
  const gst = {
    name: "GST",
    rate: 0.1,
    code: "G1",
    is_default_for: "NONE",
    is_enabled: true,
  } as const
  const rate = await operator.taxRates.create({ params, body: gst })
  const rename = (name: string) =>
    Admin.accountingCodes.upsert({ params, body: { code: "6-1", name } })
  const { id: accounting_code_id } = await rename("Staff meals")
  const meals = { name: "Meals out", accounting_code_id }
  const { id: category_id } = await Admin.categories.create({ params, body: meals })
  const line_items = [{ amount: 12, category_id, tax_rate_id: rate.id }]
  const { id: before } = await record("e-1", january, { line_items })
  const { id: after } = await record("e-2", february, { line_items })
  const shown = async () => {
    const { results } = await Admin.transactions.list({ params })
    const of = (id: string) => results.find((row) => row.id === id)?.line_items[0]?.tax_rate
    const one = await Admin.transactions.get({ params: { ...params, transaction_id: before } })
    expect(one.line_items[0]?.tax_rate).toEqual(of(before))
    return [of(before), of(after)]
  }
  const exported = async () => {
    const body = { format: "csv", start_date: "2026-01-01", end_date: "2026-02-28" } as const
    const { id: export_id } = await Admin.exports.create({ params, body })
    const text = await (await Admin.exports.file({ params: { ...params, export_id } })).text()
    const [, ...lines] = text.trim().split("\r\n")
    return lines.map((line) => line.split(",")).map((cells) => [cells[9], cells[12]])
  }
  await Admin.books.update({ params, ...lock })
  const path = { ...params, tax_rate_id: rate.id }
  const vat = { name: "VAT", rate: 0.2, code: "V1", is_enabled: false }
  const changed = await operator.taxRates.update({ params: path, body: vat })
  await rename("Hospitality")
  expect(await shown()).toEqual([rate, changed])
  const then = ["Staff meals", "G1"]
  expect(await exported()).toEqual([then, ["Hospitality", "V1"]])
  await operator.taxRates.remove({ params: path })
  expect(await shown()).toEqual([rate, null])
  expect(await exported()).toEqual([then, ["Hospitality", ""]])
  await expect(Admin.taxRates.get({ params: path })).rejects.toMatchObject({ status: 404 })
  expect(await Admin.taxRates.list({ params })).toMatchObject({ count: 0, results: [] })
  await expect(record("e-3", february, { line_items })).rejects.toMatchObject({
    errors: [{ code: "unknown_tax_rate", pointer: "/line_items/0/tax_rate_id" }],
  })
  await Admin.books.update({ params, body: { locked_through: null } })
  expect(await shown()).toEqual([null, null])
  expect(await exported()).toEqual([
    ["Hospitality", ""],
    ["Hospitality", ""],
  ])
})
