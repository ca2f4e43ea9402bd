import { transaction } from "../../../interface/world/scenarios.ts"
import { type Answer, checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
import { expectStatus, office, rowsOf, variant } from "./rows.ts"

const item = { amount: "10.10", gst_amount: "0.10", category: "gifts", description: "A line" }

const sold = variant(
  "exports",
  {},
  transaction("lunch", {
    amount: "-10.10",
    user: "ann",
    line_items: [{ ...item, custom_fields: [] }],
  }),
  transaction("taxi", {
    amount: "-20.05",
    auth_date: "2026-03-04T12:00:00.000Z",
    cleared_date: "2026-03-05T12:00:00.000Z",
  }),
  transaction("deposit", { transaction_type: "DEPOSIT_DIRECT_CREDIT", amount: "50.00" }),
  transaction("april", {
    amount: "-3.33",
    auth_date: "2026-04-01T00:00:00.000Z",
    cleared_date: "2026-04-01T12:00:00.000Z",
  }),
)

const march = { start_date: "2026-03-01", end_date: "2026-03-31" }

const ask = (trial: Trial, body: Json): Promise<Answer> =>
  askBeside(trial, "POST", "/exports", { body })

/** Creates an export and returns its id. */
const created = async (trial: Trial, format: string, changes: Json = {}): Promise<string> => {
  const response = await ask(trial, { format, ...march, ...changes })
  expectStatus(trial, response, 201, `an export as ${format}`)
  const { id } = response.body ?? {}
  trial.expect((id ?? "") !== "", "an id", response)
  return String(id)
}

const fileOf = async (trial: Trial, id: string): Promise<string> => {
  const file = await askBeside(trial, "GET", `/exports/${id}/file`)
  expectStatus(trial, file, 200, "the file")
  return file.text
}

const operations = async (trial: Trial) => {
  await needBeside(trial, "/exports")
  const id = await created(trial, "csv")
  const { results } = await readBeside(trial, "/exports")
  const listed = (results ?? []).map((row: Json) => row.id)
  trial.expect(listed.join() === id, `the export ${id}`, listed)
  const { id: read, format, start_date, end_date } = await readBeside(trial, `/exports/${id}`)
  const shown = [read, format, start_date, end_date].join()
  trial.expect(shown === [id, "csv", ...Object.values(march)].join(), "what was asked for", shown)
  const file = await fileOf(trial, id)
  const named = ["Merchant lunch", "Merchant taxi"].every((name) => file.includes(name))
  trial.expect(named && !file.includes("Merchant april"), "the merchants of March", file)
  for (const body of [
    { format: "papyrus", ...march },
    { format: "csv", start_date: "2026-03-01" },
    { format: "csv", start_date: "2026-03-02", end_date: "2026-03-01" },
    { format: "csv", start_date: "2026-02-30", end_date: "2026-03-01" },
  ]) {
    expectStatus(trial, await ask(trial, body), 400, JSON.stringify(body))
  }
}

const names = ["csv", "xlsx", "journal-csv", "xero", "quickbooks-iif", "beancount", "ledger"]

/** Returns the rows of comma-separated values, whose cells may be quoted. */
const rowsOfFile = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split(/\r?\n/u)
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, bare]) =>
        (quoted ?? bare ?? "").replaceAll('""', '"').replace(/^\uFEFF/u, ""),
      ),
    )

/** Returns the index of the column whose title matches. */
const columnOf = (trial: Trial, titles: ReadonlyArray<string>, word: RegExp): number => {
  const index = titles.findIndex((title) => word.test(title))
  trial.expect(index >= 0, `a column ${word.source}`, titles)
  return index
}

const formats = async (trial: Trial) => {
  await needBeside(trial, "/exports")
  for (const format of names) {
    const file = await fileOf(trial, await created(trial, format))
    trial.expect(file.length > 0, `${format}: a file`, file)
    if (format !== "journal-csv") continue
    const [titles = []] = rowsOfFile(file)
    for (const word of [/debit/iu, /credit/iu, /account/iu, /tax/iu]) columnOf(trial, titles, word)
  }
}

const again = async (trial: Trial) => {
  await needBeside(trial, "/exports")
  const id = await created(trial, "csv")
  const before = await fileOf(trial, id)
  const changed = await askBeside(
    trial,
    "PATCH",
    `/transactions/${idOf(trial, "transactions", "lunch")}`,
    { version: "v2", body: { line_items: [{ amount: 10.1, description: "Another" }] } },
  )
  need(trial, changed, "other line items")
  const path = { category_id: idOf(trial, "categories", "gifts") }
  need(
    trial,
    await trial.business.call("categories.update", { path, body: { name: "Presents" } }),
    "a renamed category",
  )
  trial.expect((await fileOf(trial, id)) === before, "the same bytes", "other bytes")
}

const onlyNew = async (trial: Trial) => {
  await needBeside(trial, "/exports")
  await created(trial, "csv", { start_date: "2026-03-01", end_date: "2026-03-02" })
  const rest = { ...march, only_new: true }
  const second = await fileOf(trial, await created(trial, "csv", rest))
  const right = second.includes("Merchant taxi") && !second.includes("Merchant lunch")
  trial.expect(right, "Merchant taxi, and no more Merchant lunch", second)
  const [row] = transaction("new", { amount: "-1.00" })({
    ...office,
    transactions: [],
  }).transactions
  const { client_id } = trial.business
  await trial.act("record-transaction", { client_id, transaction: row })
  const third = await fileOf(trial, await created(trial, "csv", rest))
  const isExpected = third.includes("Merchant new") && !third.includes("Merchant taxi")
  trial.expect(isExpected, "Merchant new alone", third)
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100)

const balances = async (trial: Trial) => {
  await needBeside(trial, "/exports")
  const file = await fileOf(trial, await created(trial, "journal-csv"))
  const [titles = [], ...lines] = rowsOfFile(file)
  const debit = columnOf(trial, titles, /debit/iu)
  const credit = columnOf(trial, titles, /credit/iu)
  const accounts = titles.flatMap((title, index) => (/account/iu.test(title) ? [index] : []))
  const changes = new Map<string, number>()
  for (const line of lines) {
    const account = accounts.map((index) => line[index]).join(" ")
    const change = cents(line[debit]) - cents(line[credit])
    changes.set(account, (changes.get(account) ?? 0) + change)
  }
  const sum = [...changes.values()].reduce((total, change) => total + change, 0)
  trial.expect(sum === 0, "debits equal credits", file)
  const query = Object.entries(march)
  const statement = await recordOf(trial, "statements.get", { query })
  const moved = cents(statement.closing_balance) - cents(statement.opening_balance)
  trial.expect(
    [...changes.values()].includes(moved),
    `an account that changes by ${moved / 100}, as the statement does`,
    Object.fromEntries(changes),
  )
}

const recorded = rowsOf("export-bytes", [
  ["only-new", "what a batch took is not taken again", onlyNew, sold],
]).map((row) => ({ ...row, needs: ["record-transaction"] as const }))

export const exports = checksOf("settled", [
  ...rowsOf("exports", [["each", "an export is created, listed and read", operations, sold]]),
  ...rowsOf("export-formats", [["each", "each format is a file", formats, sold]]),
  ...rowsOf("export-bytes", [["same", "a file never changes", again, sold]]),
  ...recorded,
  ...rowsOf("export-balances", [["journal", "it adds up to the statement", balances, sold]]),
])
