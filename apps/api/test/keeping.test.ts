import { createHash } from "node:crypto"
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { expenseStatus } from "@outlay/domain/rules"
import Database from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { migrations } from "../../../packages/sql-storage/src/migrations/index.ts"
import { copyDemo, type Demo } from "./demo.ts"
import { workplace } from "./outlay.ts"

const here = workplace()
const { outlay, outlayProcess, document, path } = here
afterAll(here.leave)

let demo: Demo

beforeAll(async () => {
  demo = await copyDemo(here)
})

test("the demo is a business whose amounts match its ledger", async () => {
  expect(demo).toMatchObject({ client_id: 1, users: 24, budgets: 13 })
  expect(demo.transactions).toBeGreaterThan(200)
  expect(await document(["verify"])).toMatchObject({
    verified: true,
    transactions: demo.transactions,
    differences: [],
    faults: [],
  })
  const { wallets } = await document(["business", "show", "1"])
  expect(wallets.map((_: { currency: string }) => _.currency)).toEqual(["AUD", "USD"])
  expect(wallets.every((_: { balance: number }) => _.balance > 0)).toBe(true)
})

test("the demo uses every part of the interface", async () => {
  const db = new Database(path("data/outlay.db"), { readonly: true })
  const count = (from: string) => db.prepare(`select count(*) from ${from}`).pluck().get()
  const rows: ReadonlyArray<readonly [from: string, rows: number]> = [
    ["policies", 2],
    ["topups where status = 'PENDING'", 2],
    ["topups where status = 'DECLINED'", 1],
    ["topups where actioned_by is not null and status = 'APPROVED'", 1],
    ["invites where used = 0", 2],
    // A demo sends no messages about events before it was made, not even invites.
    ["messages", 0],
    ["budget_members where invite_id is not null", 1],
    ["custom_fields", 2],
    ["custom_field_options where enabled = 0", 1],
    ["custom_field_budgets", 4],
    ["accounting_codes", 13],
    ["categories where accounting_code_id is not null", 12],
    ["tax_rates", 3],
    ["users where delegate_approver is not null and out_of_office_mode = 1", 1],
    ["users where expense_delegate <> '[]'", 2],
    ["budgets where available_amount = 4120 and name = 'Office and supplies'", 1],
    ["budgets where available_amount < 0 and name = 'Team lunches'", 1],
    ["transactions where decline_code = 'insufficient_funds'", 1],
    ["transactions where decline_code = 'category_not_allowed'", 1],
    ["transactions where decline_code = 'not_a_member'", 1],
  ]
  expect(rows.map(([from]) => [from, count(from)])).toEqual(rows)
  for (const { name, field_type } of [
    { name: "Project", field_type: "LIST" },
    { name: "Purchase order", field_type: "FREE_TEXT" },
  ]) {
    expect(count(`custom_fields where name = '${name}' and field_type = '${field_type}'`)).toBe(1)
    expect(count(`transactions where custom_fields like '%"${name}"%'`)).toBeGreaterThan(3)
  }
  expect(count('transactions where line_items like \'%"tax_rate_id":"%\'')).toBeGreaterThan(200)
  expect(count("transactions where expense_status = 'COMPLETE'")).toBeGreaterThan(100)
  db.close()
})

type Expense = Parameters<typeof expenseStatus>[0]

/** Returns the transactions of a database with the fields of their expense part. */
const rowsOf = (db: Database.Database) =>
  db
    .prepare<[], Record<string, string>>("select * from transactions")
    .all()
    .map(
      (row) =>
        ({
          ...row,
          receipt_urls: JSON.parse(row["receipt_urls"] ?? "[]"),
          custom_fields: JSON.parse(row["custom_fields"] ?? "[]"),
          line_items: JSON.parse(row["line_items"] ?? "[]"),
        }) as unknown as Expense & Record<"id" | "budget_id" | "expense_status", string>,
    )

const categoriesOf = (db: Database.Database) =>
  new Map(
    db
      .prepare<[], { id: string }>("select id from categories")
      .all()
      .map(({ id }) => [id, { id, enabled: true, is_deleted: false }] as const),
  )

const budgetsOf = (db: Database.Database) =>
  new Map(
    db
      .prepare<[], Record<"id" | "limit_categories" | "categories", string>>(
        "select * from budgets",
      )
      .all()
      .map(({ id, limit_categories, categories }) => [
        id,
        { limit_categories: Number(limit_categories) === 1, categories: JSON.parse(categories) },
      ]),
  )

/**
 * Adds one minor unit, or one, to every kind of stored amount. The movement is of the first day and
 * the hold of the last, because on the same day they would cancel each other.
 */
const tampers: ReadonlyArray<readonly [check: string, sql: string]> = [
  ["wallet balance", "update wallets set balance = balance + 1 where currency = 'AUD'"],
  [
    "daily movement",
    "update daily_movements set amount = amount - 1 where date = (select min(date) from daily_movements)",
  ],
  [
    "budget available",
    "update budgets set available_amount = available_amount + 1 where name = 'Travel'",
  ],
  ["budget spent", "update budgets set spent_amount = spent_amount + 1 where name = 'Events'"],
  [
    "member available",
    "update budget_members set available_amount = available_amount + 1 where id = (select min(id) from budget_members)",
  ],
  [
    "member spent",
    "update budget_members set spent_amount = spent_amount - 1 where id = (select max(id) from budget_members)",
  ],
  [
    "holds",
    "update ledger_entries set amount = amount + 1 where id = (select max(id) from ledger_entries where debit_account = 'holds')",
  ],
  [
    "moved by transaction",
    "update transactions set fx_amount = fx_amount - 1 where id = (select min(id) from transactions where status = 'CLEARED' and currency = 'AUD')",
  ],
  [
    "expense complete",
    "update transactions set line_items = json_set(line_items, '$[0].amount', line_items ->> '$[0].amount' + 1) where id = (select min(id) from transactions where expense_status = 'COMPLETE' and transaction_type = 'CARD_TRANSACTION')",
  ],
  [
    "expense complete",
    "update transactions set receipt_urls = '[]' where id = (select max(id) from transactions where expense_status = 'COMPLETE' and transaction_type = 'CARD_TRANSACTION')",
  ],
  [
    "expense complete",
    "update transactions set expense_status = 'INCOMPLETE_EXPENSE' where id = (select min(id) from transactions where transaction_type = 'CHARGE')",
  ],
  ["transaction count", "update transaction_counts set count = count + 1 where day = ''"],
  ["spend sum", "update spend_sums set refunded = refunded + 1 where kind = 'all'"],
]

describe("verify", () => {
  test("finds and reports every amount that is wrong by a cent, and exits with 4", async () => {
    await document(["backup", "tampered.db"])
    const db = new Database(path("tampered.db"))
    for (const [, sql] of tampers) expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    db.close()
    const url = ["--database-url", "sqlite:tampered.db"]
    const { code, out, err } = await outlay(["verify", "--json", ...url])
    expect(code).toBe(4)
    expect(err).toContain("not match the ledger and the events")
    const { differences } = JSON.parse(out)
    const found = new Set(differences.map((_: { check: string }) => _.check))
    for (const [check] of tampers) expect(found).toContain(check)
    expect(
      differences.filter((_: { check: string }) => _.check === "expense complete"),
    ).toHaveLength(3)
    const wallet = differences.find((_: { check: string }) => _.check === "wallet balance")
    expect(wallet.found - wallet.expected).toBe(1 - held(differences))
  })

  /** Effect of a tampered hold: one cent less in the entries of the wallet. */
  const held = (differences: ReadonlyArray<{ check: string; expected: number; found: number }>) =>
    differences.some(({ check }) => check === "holds") ? -1 : 0

  test("checks completeness with the same rules as the service, row by row", async () => {
    await document(["backup", "fields.db"])
    const db = new Database(path("fields.db"))
    db.exec(`insert into custom_fields (client_id, id, name, field_type,
      budget_setting, is_manager_only, created_by, is_deleted, created, updated)
      values (1, 'b', 'Audit', 'FREE_TEXT', 'ALL_CURRENT_AND_NEW', 1, 'MANUAL', 0, '', '')`)
    const project = db.prepare("select id from custom_fields where name = 'Project'").pluck().get()
    const budget = db.prepare("select id from budgets where name = 'Fleet and fuel'").pluck().get()
    db.prepare("insert into custom_field_budgets values (1, ?, ?, null)").run(project, budget)
    const required = Map.groupBy(
      db
        .prepare<[], { readonly budget_id: string; readonly id: string; readonly texts: string }>(
          `select l.budget_id, f.id, iif(f.field_type = 'FREE_TEXT', 'null', (
            select json_group_array(text) from custom_field_options as o
            where o.custom_field_id = f.id
          )) as texts
          from custom_field_budgets as l join custom_fields as f on f.id = l.custom_field_id`,
        )
        .all(),
      (_) => _.budget_id,
    )
    const categories = categoriesOf(db)
    const budgets = budgetsOf(db)
    // Transactions stored as incomplete must be incomplete under the current rules.
    db.exec(`update transactions set expense_status = 'INCOMPLETE_EXPENSE'
      where substr(id, -1) in ('1', '8')`)
    const differing = rowsOf(db).filter((row) => {
      if (row.expense_status === "COMPLETE") return false
      const fields = (required.get(row.budget_id) ?? []).map(({ id, texts }) => ({
        id,
        texts: texts === "null" ? null : new Set<string>(JSON.parse(texts)),
      }))
      const budget = budgets.get(row.budget_id) ?? null
      return expenseStatus(row, { categories, budget, required: fields }) === "COMPLETE"
    })
    db.close()
    expect(differing.length).toBeGreaterThan(3)
    const { out } = await outlay(["verify", "--json", "--database-url", "sqlite:fields.db"])
    const found = JSON.parse(out).differences.filter(
      (_: { check: string }) => _.check === "expense complete",
    )
    expect(found.map((_: { of: string }) => _.of)).toEqual(differing.map(({ id }) => id).sort())
  })

  test("reports differences as text, with the amounts", async () => {
    const { out } = await outlay(["verify", "--database-url", "sqlite:tampered.db"])
    expect(out).toMatch(/client_id +check +of +expected +found +difference/u)
    expect(out).toContain("0.01 AUD")
  })
})

describe("backup and restore", () => {
  test("a backup contains the database, and replaces a file only if requested", async () => {
    await document(["backup", "kept/a.db"])
    expect((await outlay(["backup", "kept/a.db"])).err).toContain("--force to replace it")
    expect((await document(["verify", "--database-url", "sqlite:kept/a.db"])).verified).toBe(true)
  })

  test("a database that is only read is unchanged and has no new files next to it", async () => {
    const before = readFileSync(path("kept/a.db"))
    const url = ["--database-url", "sqlite:kept/a.db"]
    await document(["verify", ...url])
    await document(["backup", "kept/b.db", ...url])
    await document(["verify", "--database-url", "sqlite:kept/b.db"])
    expect(readdirSync(path("kept"))).toEqual(["a-receipts", "a.db", "b-receipts", "b.db"])
    expect(readFileSync(path("kept/a.db")).equals(before)).toBe(true)
  })

  test("a database that another process has open retains its log", async () => {
    const db = new Database(path("kept/b.db"))
    db.pragma("user_version = 7")
    const log = readFileSync(path("kept/b.db-wal"))
    expect(log.length).toBeGreaterThan(0)
    const verified = await outlayProcess(["verify", "--database-url", "sqlite:kept/b.db"])
    expect(verified.code).toBe(0)
    expect(readFileSync(path("kept/b.db-wal")).equals(log)).toBe(true)
    expect(db.pragma("user_version", { simple: true })).toBe(7)
    db.close()
  })

  test("a restored database equals the one that was backed up", async () => {
    copyFileSync(path("tampered.db"), path("own.db"))
    const url = ["--database-url", "sqlite:own.db"]
    const refused = await outlay(["restore", "kept/a.db", ...url])
    expect(refused).toMatchObject({ code: 1, out: "" })
    await document(["restore", "kept/a.db", "--force", ...url])
    expect((await document(["verify", ...url])).verified).toBe(true)
  })

  test("a backup of an older version is migrated when restored, without changing it", async () => {
    const [first] = migrations
    const db = new Database(path("older.db"))
    db.exec(first?.sql ?? "")
    db.exec(
      "create table migrations (id integer primary key, name text, checksum text, applied text)",
    )
    db.pragma(`application_id = ${0x6f75746c}`)
    const checksum = createHash("sha256")
      .update(first?.sql ?? "")
      .digest("hex")
    const step = db.prepare("insert into migrations values (?, ?, ?, ?)")
    step.run(first?.id, first?.name, checksum, "2026-11-21T09:00:00.000Z")
    db.close()
    const before = readFileSync(path("older.db"))
    const url = ["--database-url", "sqlite:newer.db"]
    await document(["restore", "older.db", ...url])
    expect((await document(["migrate", ...url])).applied).toEqual([])
    expect((await document(["verify", ...url])).verified).toBe(true)
    expect(readFileSync(path("older.db")).equals(before)).toBe(true)
  })

  test.each([
    ["text.db", "not a database at all, and longer than the header of one would be: ".repeat(20)],
    ["empty.db", ""],
  ])("%s is not a backup, and the database is unchanged", async (file, content) => {
    writeFileSync(path(file), content)
    const before = readFileSync(path("own.db"))
    const url = ["--database-url", "sqlite:own.db"]
    const { code, err } = await outlay(["restore", file, "--force", ...url])
    expect(code).toBe(5)
    expect(err).toBe(`outlay: ${file} was not restored: it is no backup, or damaged.\n`)
    expect(readFileSync(path("own.db")).equals(before)).toBe(true)
  })

  test("a damaged backup is refused, and the database is unchanged", async () => {
    const bytes = readFileSync(path("kept/a.db"))
    bytes.fill(0xff, 8192, 8192 + 4096 * 20)
    writeFileSync(path("damaged.db"), bytes)
    const before = readFileSync(path("own.db"))
    const url = ["--database-url", "sqlite:own.db"]
    const { code, err } = await outlay(["restore", "damaged.db", "--force", ...url])
    expect(code).toBe(5)
    expect(err).toMatch(/damaged|malformed|cannot be opened/u)
    expect(readFileSync(path("own.db")).equals(before)).toBe(true)
  })
})
