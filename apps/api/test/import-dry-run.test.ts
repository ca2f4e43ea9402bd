import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, begin, path } = here
afterAll(here.leave)

const columns = ["id", "date", "merchant", "amount", "card", "unit", "account", "code", "centre"]

/** Lines for more than two batches, including the interesting ones. */
const lineOf = (n: number): ReadonlyArray<string> => {
  const day = `2026-0${1 + (n % 6)}-${String(1 + (n % 28)).padStart(2, "0")}`
  const amount = ((n % 977) / 100 + 0.01).toFixed(2)
  const kind = n % 11
  const names = [`${n % 60}`, `Unit ${n % 7}`, `Kind ${kind}`, `6-${kind}`, `Centre ${n % 5}`]
  return [`row ${n}`, day, `Shop ${n % 40}`, amount, ...names]
}

const spoiled = new Map<number, ReadonlyArray<string>>([
  [700, lineOf(700).with(3, "one")],
  [1700, lineOf(1700).with(3, "1.001")],
  // A line with the id of one two batches earlier and another amount, then one of this batch.
  [2300, lineOf(5).with(3, "9.99")],
  [2301, lineOf(2299)],
  [2302, lineOf(2302).with(2, "")],
])

const lines = Array.from({ length: 2400 }, (_, n) => spoiled.get(n) ?? lineOf(n))

const mapped = [
  ...["--map", "external_id=id,amount=-amount,auth_date=date,merchant_name=merchant"],
  ...["--map", "user=card,budget=unit,category=account,accounting_code=code"],
  ...["--map", "custom:Cost centre=centre", "--email-domain", "cards.example.com"],
]
const creating = ["--create", "budgets,users,categories,fields"]

const newBusiness = async (): Promise<string> =>
  String((await document(["business", "create", "Library", "--currency", "GBP"])).client_id)

/** Returns a digest of every file next to the database. */
const found = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(path("data")).map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(path(`data/${name}`)))
        .digest("hex"),
    ]),
  )

beforeAll(async () => {
  await document(["migrate"])
  writeFileSync(path("many.csv"), [columns, ...lines].map((line) => line.join(",")).join("\n"))
  const row = {
    transaction_type: "CARD_TRANSACTION",
    status: "CLEARED",
    auth_date: "2026-01-05T00:00:00Z",
    merchant_name: "Shop",
    amount: -12.3,
  }
  const rows = Array.from({ length: 1100 }, (_, n) => ({ ...row, external_id: `r${n % 1050}` }))
  writeFileSync(path("rows.ndjson"), rows.map((each) => JSON.stringify(each)).join("\n"))
})

/** Runs an import as a dry run, then really, then as a dry run again. Returns the three reports. */
const threeTimes = async (args: ReadonlyArray<string>) => {
  const run = async (flags: ReadonlyArray<string>) => {
    const { code, out } = await outlay(["import", ...args, "--json", ...flags])
    const { seconds, dry_run, ...report } = JSON.parse(out)
    expect(dry_run).toBe(flags.includes("--dry-run"))
    return { code, report }
  }
  const before = found()
  const dry = await run(["--dry-run"])
  expect(found()).toEqual(before)
  const real = await run([])
  const after = found()
  const again = await run(["--dry-run"])
  expect(found()).toEqual(after)
  return { dry, real, again }
}

test("a dry run reports what the import will do, across batches, and saves nothing", async () => {
  const id = await newBusiness()
  const { dry, real, again } = await threeTimes([
    ...["many.csv", "--business", id, ...mapped, ...creating],
  ])
  expect(dry).toEqual(real)
  expect(dry).toMatchObject({
    code: 3,
    report: {
      ...{ received: 2400, imported: 2395, unchanged: 2, refused: 3 },
      errors: [
        { line: 702, code: "invalid_number" },
        { line: 1702, code: "too_many_decimals" },
        { line: 2304, code: "missing_value" },
      ],
      created: {
        ...{ users: 60, budgets: 7, categories: 11, accounting_codes: 11 },
        ...{ custom_fields: 1, options: 5 },
      },
    },
  })
  expect(again.report).toMatchObject({ imported: 0, unchanged: 2397, created: { users: 0 } })
})

test("names that may not be created are refused in a dry run as well", async () => {
  const id = await newBusiness()
  const few = [...mapped.slice(0, 2), "--map", "user=card"]
  const { dry, real } = await threeTimes(["many.csv", "--business", id, ...few])
  expect(dry).toEqual(real)
  expect(dry).toMatchObject({ code: 3, report: { imported: 0, refused: 2400 } })
})

test("rows as NDJSON have the same report in a dry run", async () => {
  const id = await newBusiness()
  const { dry, real } = await threeTimes(["rows.ndjson", "--business", id])
  expect(dry).toEqual(real)
  expect(dry).toMatchObject({ code: 0, report: { imported: 1050, unchanged: 50, refused: 0 } })
})

test("a dry run reports that nothing was saved, and still writes refused lines", async () => {
  const id = await newBusiness()
  const { code, out, err } = await outlay([
    ...["import", "many.csv", "--business", id, ...mapped, ...creating],
    ...["--dry-run", "--refused", "refused.ndjson"],
  ])
  expect(code).toBe(3)
  expect(out).toContain("line 702: ")
  expect(out).toContain("dry run: nothing was saved\n")
  expect(err).toMatch(/^outlay: 3 lines were refused; the others would be imported\.\n$/mu)
  expect(readFileSync(path("refused.ndjson"), "utf8").trim().split("\n")).toHaveLength(3)
})

test.each<[number, ReadonlyArray<string>, string]>([
  [1, ["none.csv", "--business", "1"], "There is no file none.csv."],
  [1, ["many.csv", "--business", "99"], "There is no business 99."],
  [
    5,
    ["many.csv", "--business", "1", "--database-url", "sqlite:none.db"],
    "There is no database none.db",
  ],
])("%i: %j is refused equally in a dry run: %s", async (code, args, sentence) => {
  const before = found()
  const all = ["import", ...args, ...mapped, ...creating]
  const dry = await outlay([...all, "--dry-run"])
  expect(dry).toEqual(await outlay(all))
  expect(dry).toMatchObject({ code, out: "", err: expect.stringContaining(sentence) })
  expect(found()).toEqual(before)
})

test("an interrupted dry run saves nothing", async () => {
  const id = await newBusiness()
  const before = found()
  const many = Array.from({ length: 100_000 }, (_, n) => lineOf(n).join(","))
  writeFileSync(path("long.csv"), [columns.join(","), ...many].join("\n"))
  const args = ["import", "long.csv", "--business", id, "--dry-run"]
  const child = begin([...args, ...mapped, ...creating])
  const exit = ended(child)
  const text = watched(child)
  while (readdirSync(path("data")).every((name) => !name.includes("-copy-"))) {
    await new Promise((done) => setTimeout(done, 20))
  }
  child.kill("SIGTERM")
  const code = await exit
  // The message is compared too, so that a failure shows it.
  expect({ code, out: text.out, message: /outlay:.*/u.exec(text.err)?.[0] ?? null }).toEqual({
    code: 130,
    out: "",
    message: "outlay: Stopped. This was a dry run: nothing was saved.",
  })
  expect(found()).toEqual(before)
})
