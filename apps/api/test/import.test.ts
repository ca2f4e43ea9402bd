import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { importBroken, importKilled } from "./killed-import.ts"
import { root, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, path } = here
afterAll(here.leave)

const mapping = [
  ...["--map", "amount=-amount,auth_date=date,merchant_name=merchant,category=account"],
  ...["--map", "currency=currency,fx_amount=-charged,user=card,budget=department"],
  ...["--map", "custom:Cost centre=cost_centre", "--gst", "vat:VR=1/6,VS=1/21"],
]
const creating = [
  ...["--create", "budgets,users", "--user-name", "Card {}"],
  ...["--email-domain", "cards.example.com"],
]

const newBusiness = async (): Promise<string> =>
  String((await document(["business", "create", "Library", "--currency", "GBP"])).client_id)

/** Returns the numbers of a business's transactions and related rows in the tables. */
const stored = (client_id: string) => {
  const db = new Database(path("data/outlay.db"), { readonly: true })
  const one = (sql: string) => db.prepare(sql).pluck().get(Number(client_id))
  const found = {
    transactions: one("select count(*) from transactions where client_id = ?"),
    entries: one("select count(*) from ledger_entries where client_id = ?"),
    amount: one("select sum(amount) from transactions where client_id = ?"),
    balance: one("select balance from wallets where client_id = ? and currency = 'GBP'"),
    users: one("select count(*) from users where client_id = ?"),
    budgets: one("select count(*) from budgets where client_id = ?"),
    members: one("select count(*) from budget_members where client_id = ?"),
    gst: one("select sum(gst) from transactions where client_id = ?"),
  }
  db.close()
  return found
}

beforeAll(async () => {
  await document(["migrate"])
  mkdirSync(path("docs/samples"), { recursive: true })
  copyFileSync(join(root, "docs/samples/purchases.csv"), path("docs/samples/purchases.csv"))
})

describe("the sample", () => {
  const sample = "docs/samples/purchases.csv"

  test("becomes transactions with users, budgets, categories, tax and custom fields", async () => {
    const id = await newBusiness()
    const args = ["import", sample, "--business", id, ...mapping, ...creating]
    const first = await document(args)
    expect(first).toMatchObject({
      received: 30,
      imported: 30,
      refused: 0,
      created: { users: 6, budgets: 6 },
    })
    const after = stored(id)
    expect(after).toMatchObject({ transactions: 30, amount: -317_483, balance: -317_483 })
    expect(await document(args)).toMatchObject({
      imported: 0,
      unchanged: 30,
      created: { users: 0, budgets: 0 },
    })
    expect(stored(id)).toEqual(after)
    const db = new Database(path("data/outlay.db"), { readonly: true })
    const row = db
      .prepare(
        `select t.*, u.first_name || ' ' || u.last_name as user, u.email, b.name as budget,
          c.name as category, t.line_items ->> '$[0].amount' as item,
          t.line_items ->> '$[0].gst_amount' as gst_amount
        from transactions as t
        join users as u on u.client_id = t.client_id and u.id = t.user_id
        join budgets as b on b.client_id = t.client_id and b.id = t.budget_id
        join categories as c
          on c.client_id = t.client_id and c.id = t.line_items ->> '$[0].category_id'
        where t.client_id = ? and t.merchant_name = 'Lantern Print House'`,
      )
      .get(Number(id))
    db.close()
    expect(row).toMatchObject({
      user: "Card 3158",
      email: "card-3158@cards.example.com",
      budget: "Schools Service",
      category: "Advertising",
      amount: -13_800,
      item: 13_800,
      gst: 2300,
      gst_amount: 2300,
      auth_date: "2026-01-19T00:00:00.000Z",
      custom_fields:
        '[{"custom_field_id":null,"field_name":"Cost centre","entry_text":"Outreach"}]',
    })
  })

  test("creates its categories, their codes and the values of its fields", async () => {
    const id = await newBusiness()
    const args = [
      ...["import", sample, "--business", id, ...mapping, "--map", "accounting_code=account_code"],
      ...["--create", "budgets,users,categories,fields", "--email-domain", "cards.example.com"],
    ]
    const made = { categories: 4, accounting_codes: 15, custom_fields: 1, options: 7 }
    const first = await document(args)
    expect(first).toMatchObject({ imported: 30, created: { users: 6, budgets: 6, ...made } })
    const again = await document(args)
    const none = { categories: 0, accounting_codes: 0, custom_fields: 0, options: 0 }
    expect(again).toMatchObject({ unchanged: 30, created: none })
    const db = new Database(path("data/outlay.db"), { readonly: true })
    const all = (sql: string) => db.prepare(sql).all(Number(id))
    expect(
      all(`select c.name, c.custom, a.code, a.name as called from categories as c
        join accounting_codes as a on a.client_id = c.client_id and a.id = c.accounting_code_id
        where c.client_id = ? and c.name in ('Books', 'Travel') order by 1`),
    ).toEqual([
      { name: "Books", custom: 1, code: "6-1200", called: "Books" },
      { name: "Travel", custom: 0, code: "6-2500", called: "Travel" },
    ])
    expect(
      all("select name, field_type, budget_setting from custom_fields where client_id = ?"),
    ).toEqual([{ name: "Cost centre", field_type: "LIST", budget_setting: "SOME" }])
    expect(all("select * from custom_field_budgets where client_id = ?")).toHaveLength(6)
    const values = "transactions as t, json_each(t.custom_fields) as v where t.client_id = ?"
    expect(all(`select 1 from ${values} and v.value ->> 'custom_field_id' is null`)).toEqual([])
    expect(all(`select 1 from ${values}`).length).toBeGreaterThan(20)
    db.close()
    expect((await document(["verify"])).verified).toBe(true)
  })

  test("a line with a name that is too long is refused", async () => {
    const id = await newBusiness()
    const long = "x".repeat(129)
    writeFileSync(path("long.csv"), `date,merchant,amount,unit\n2026-01-05,Shop,1,${long}\n`)
    const { code, out } = await outlay([
      ...["import", "long.csv", "--business", id, "--create", "fields", "--json"],
      ...["--map", "amount=-amount,auth_date=date,merchant_name=merchant,custom:Unit=unit"],
    ])
    expect(code).toBe(3)
    expect(JSON.parse(out).errors).toMatchObject([{ line: 2, code: "too_long" }])
  })

  test("a line with a missing name is refused without --create", async () => {
    const id = await newBusiness()
    const args = ["import", sample, "--business", id, "--refused", "refused.ndjson"]
    const { code, out, err } = await outlay([...args, ...mapping])
    expect(code).toBe(3)
    expect(out).toContain("line 2: There is no active user")
    expect(out).toContain("and 20 more: all are in refused.ndjson")
    expect(err).toContain("30 lines were refused")
    const lines = readFileSync(path("refused.ndjson"), "utf8").trim().split("\n")
    expect(lines).toHaveLength(30)
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ line: 2, code: "unknown_user" })
  })
})

describe("invalid lines", () => {
  const csv = (rows: ReadonlyArray<string>) => ["date,merchant,amount", ...rows, ""].join("\n")
  const least = ["--map", "amount=-amount,auth_date=date,merchant_name=merchant"]

  test("are refused one by one, and can be imported after correction", async () => {
    const id = await newBusiness()
    const rows = [
      "2026-01-05,Shop,1.00",
      "2026-02-30,Shop,1.00",
      "2026-01-05,Shop,1.001",
      "2026-01-05,Shop",
      '2026-01-05,5" "shop",one',
      "2026-01-05,,1.00",
      "2099-01-05,Shop,1.00",
      "2026-01-05,Shop,1.00",
    ]
    writeFileSync(path("wrong.csv"), csv(rows))
    const { code, out } = await outlay([
      "import",
      "wrong.csv",
      "--business",
      id,
      ...least,
      "--json",
    ])
    expect(code).toBe(3)
    const report = JSON.parse(out)
    expect(report).toMatchObject({ received: 8, imported: 2, refused: 6 })
    expect(report.errors.map((_: { line: number; code: string }) => [_.line, _.code])).toEqual([
      [3, "invalid_timestamp"],
      [4, "too_many_decimals"],
      [5, "wrong_number_of_cells"],
      [6, "invalid_number"],
      [7, "missing_value"],
      [8, "date_in_future"],
    ])
    writeFileSync(path("wrong.csv"), csv(rows.with(2, "2026-01-05,Shop,1.01")))
    const again = await outlay(["import", "wrong.csv", "--business", id, ...least, "--json"])
    expect(JSON.parse(again.out)).toMatchObject({ imported: 1, unchanged: 2, refused: 5 })
    expect(stored(id)).toMatchObject({ transactions: 3, balance: -301 })
  })

  test.each<[number, ReadonlyArray<string>, string]>([
    [
      1,
      ["wrong.csv", ...least, "--map", "user=card"],
      'There is no column "card". Columns of the file: date',
    ],
    [1, ["empty.csv", ...least], "The file is empty"],
    [1, ["cut.csv.gz", ...least], "Cannot read the whole file"],
    [1, ["none.csv", "--map", "amount=amount"], "There is no file none.csv."],
    [
      2,
      ["wrong.csv", "--map", "amount=amount", "--create", "pets", "--gst", "vat=1"],
      "auth_date is not mapped",
    ],
  ])("%i: %j: %s", async (expected, args, sentence) => {
    writeFileSync(path("empty.csv"), "")
    writeFileSync(path("cut.csv.gz"), gzipSync(csv(["2026-01-05,Shop,1.00"])).subarray(0, -9))
    const { code, err } = await outlay(["import", ...args, "--business", "1"])
    expect(code).toBe(expected)
    expect(err).toContain(sentence)
  })
})

test("lines with an id, and identical ones without, remain distinct in every run", async () => {
  const id = await newBusiness()
  const [own, like, wrong] = ["a,2026-01-05,Shop,1.00", ",2026-01-05,Shop,1.00", ",2026,Shop,1.00"]
  const write = (rows: ReadonlyArray<string>) =>
    writeFileSync(path("ids.csv"), ["id,date,merchant,amount", ...rows].join("\n"))
  const run = async () => {
    const map = "external_id=id,amount=-amount,auth_date=date,merchant_name=merchant"
    const args = ["import", "ids.csv", "--business", id, "--map", map, "--json"]
    return JSON.parse((await outlay(args)).out)
  }
  write([own, like, wrong, like, "a,2026-01-05,Shop,9.00"])
  expect(await run()).toMatchObject({ imported: 3, unchanged: 1, refused: 1 })
  write([own, like, like, like, "b,2026-01-05,Shop,9.00"])
  expect(await run()).toMatchObject({ imported: 2, unchanged: 3, refused: 0 })
  expect(stored(id)).toMatchObject({ transactions: 5, balance: -1300 })
})

test("NDJSON rows have the format of the interface", async () => {
  const id = await newBusiness()
  const row = {
    external_id: "a",
    transaction_type: "CARD_TRANSACTION",
    status: "CLEARED",
    auth_date: "2026-01-05T00:00:00Z",
    merchant_name: "Shop",
    amount: -12.3,
  }
  const lines = [row, { ...row, external_id: "b" }, { ...row, colour: "red" }, row]
  const text = lines.map((line) => JSON.stringify(line)).join("\n")
  writeFileSync(path("rows.ndjson.gz"), gzipSync(`${text}\n{"a":1,"a":2}\nnot json\n`))
  const { out } = await outlay(["import", "rows.ndjson.gz", "--business", id, "--json"])
  const report = JSON.parse(out)
  expect(report).toMatchObject({ received: 6, imported: 2, unchanged: 1, refused: 3 })
  expect(report.errors.map((_: { line: number }) => _.line)).toEqual([3, 5, 6])
})

test("the file of refused lines has all of them; the report has the first 1,000", async () => {
  const id = await newBusiness()
  const lines = Array.from({ length: 1_500 }, (_, n) => `{"external_id":"wrong ${n}"}`)
  writeFileSync(path("wrong.ndjson"), `${lines.join("\n")}\n`)
  const args = ["import", "wrong.ndjson", "--business", id, "--refused", "all.ndjson", "--json"]
  const report = JSON.parse((await outlay(args)).out)
  expect(report).toMatchObject({ received: 1_500, imported: 0, refused: 1_500 })
  const written = readFileSync(path("all.ndjson"), "utf8").trim().split("\n")
  const numbers = written.map((line): number => JSON.parse(line).line)
  expect(numbers).toEqual(lines.map((_, n) => n + 1))
  expect(report.errors.map((_: { line: number }) => _.line)).toEqual(numbers.slice(0, 1_000))
})

test("an import killed several times has the same result as an uninterrupted one", async () => {
  const rows = Array.from({ length: 4000 }, (_, n) => {
    const day = String(1 + (n % 28)).padStart(2, "0")
    return `2026-0${1 + (n % 6)}-${day},Shop ${n % 40},${((n % 977) / 100 + 0.01).toFixed(2)},${n % 60},Unit ${n % 7}`
  })
  writeFileSync(
    path("many.csv"),
    ["date,merchant,amount,card,unit", ...rows, ...rows.slice(0, 50)].join("\n"),
  )
  const argsOf = (id: string) => [
    ...["import", "many.csv", "--business", id, ...creating],
    ...["--map", "amount=-amount,auth_date=date,merchant_name=merchant,user=card,budget=unit"],
  ]
  const whole = await newBusiness()
  await document(argsOf(whole))
  const parts = await newBusiness()
  const { killed, report } = await importKilled(here, parts, argsOf(parts), [1, 2_001, 4_000])
  expect(killed).toBeGreaterThan(0)
  expect(report.imported + report.unchanged).toBe(4050)
  expect(stored(parts)).toEqual(stored(whole))
  expect((await document(["verify"])).verified).toBe(true)
})

describe("an interrupted import reports how many lines are saved", () => {
  const rows = 100_000
  const long = async () => {
    const lines = Array.from({ length: rows }, (_, n) => `row ${n},2026-01-05,Shop,1.00`)
    writeFileSync(path("long.csv"), ["id,date,merchant,amount", ...lines].join("\n"))
    const id = await newBusiness()
    const columns = "external_id=id,amount=-amount,auth_date=date,merchant_name=merchant"
    return { id, args: ["import", "long.csv", "--business", id, "--map", columns] }
  }
  const savedLines = (count: number) =>
    `${new Intl.NumberFormat("en").format(count)} lines are saved. Run the same command again`

  test("after Ctrl-C", async () => {
    const { id, args } = await long()
    const broken = await importBroken(here, id, args, (child) => child.kill("SIGINT"))
    expect(broken.message).toContain(`outlay: Stopped. ${savedLines(broken.rows)}`)
    expect(broken.code).toBe(130)
    expect(broken.rows).toBeLessThan(rows)
  })

  test("if another program locks the database", async () => {
    const { id, args } = await long()
    const other = new Database(path("data/outlay.db"), { timeout: 10_000 })
    const broken = await importBroken(here, id, args, () => other.exec("begin immediate"))
    other.close()
    expect(broken.message).toContain("Storage is unavailable (SQLITE_BUSY: database is locked)")
    expect(broken.message).toContain(savedLines(broken.rows))
    expect(broken.code).toBe(5)
  })
})
