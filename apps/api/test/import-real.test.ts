import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { makeClient } from "@outlay/client"
import Database from "better-sqlite3"
import { afterAll, expect, test } from "vitest"
import { leftOut, realImport, realPurchases, realRows } from "../../../scripts/real-data.ts"
import { importKilled } from "./killed-import.ts"
import { workplace } from "./outlay.ts"
import { startService } from "./service.ts"

const here = workplace()
const { document, path } = here
afterAll(here.leave)

type Row = Readonly<Record<string, string>>

/** Parses the lines of a CSV file by column name, independently of the command's own parser. */
const rowsOf = (text: string): ReadonlyArray<Row> => {
  const [heading = [], ...lines] = text
    .split(/\r?\n/u)
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
        ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
  return lines.map((cells) =>
    Object.fromEntries(heading.map((name, at) => [name, (cells[at] ?? "").trim()])),
  )
}

const fold = (name: string): string => name.toLowerCase()
const pence = (text: string): number => Math.round(Number(text) * 100)

/** Returns a sixth of an amount, rounded half-even to the penny. */
const sixth = (amount: number): number => {
  const [whole, rest] = [Math.floor(amount / 6), amount % 6]
  return rest > 3 || (rest === 3 && whole % 2 === 1) ? whole + 1 : whole
}

/** Fields of a transaction that are in the file: normalised names, amounts in pence. */
interface Seen {
  readonly [field: string]: unknown
}

const ofFile = (row: Row): Seen => {
  const { date = "", amount = "", original_amount = "", original_currency = "" } = row
  const own = original_currency === "" || original_currency === "HRK"
  const paid = original_amount === "" ? amount : original_amount
  const gst = row["vat"] === "VR" ? sixth(Math.abs(pence(amount))) : 0
  const costCentre = row["cost_centre_name"] ?? ""
  const values = [["Cost centre", costCentre]]
  if (original_currency === "HRK") values.push(["Original amount", `${-Number(paid)} HRK`])
  const account = row["account_name"] ?? ""
  return {
    day: date,
    merchant: row["merchant"],
    amount: 0 - pence(amount),
    currency: own ? "GBP" : original_currency,
    fx_amount: 0 - pence(own ? amount : paid),
    gst,
    user: `Card ${row["card_last4"]}`,
    budget: fold(row["directorate"] ?? ""),
    values: values.filter(([, text]) => text !== ""),
    items:
      account === "" ? [] : [[fold(account), row["account_code"], Math.abs(pence(amount)), gst]],
  }
}

type Client = ReturnType<typeof makeClient>["promise"]
type Transaction = Awaited<ReturnType<Client["transactions"]["list"]>>["results"][number]

const minor = (amount: number): number => Math.round(amount * 100)

const ofService = (transaction: Transaction): Seen => {
  expect(transaction).toMatchObject({
    ...{ transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ cleared_date: transaction.auth_date, attendees: [], receipt_urls: [] },
  })
  return {
    day: transaction.auth_date.replace("T00:00:00.000Z", ""),
    merchant: transaction.merchant_name,
    amount: minor(transaction.amount),
    currency: transaction.currency,
    fx_amount: minor(transaction.fx_amount),
    gst: minor(transaction.gst),
    user: transaction.user?.name,
    budget: fold(transaction.budget?.name ?? ""),
    values: transaction.custom_fields.map((_) => [_.field_name, _.entry_text]),
    items: transaction.line_items.map(({ category, amount, gst_amount }) => [
      ...[fold(category?.name ?? ""), category?.code],
      ...[minor(amount), minor(gst_amount)],
    ]),
  }
}

/** Sorts both sides in the same order. */
const sorted = (seen: ReadonlyArray<Seen>): ReadonlyArray<string> =>
  seen.map((each) => JSON.stringify(each)).toSorted()

const readBack = async (client: Client, client_id: number): Promise<ReadonlyArray<Transaction>> => {
  const found: Array<Transaction> = []
  for (;;) {
    const query = { offset: found.length, limit: 500 }
    const { results, count } = await client.transactions.list({ params: { client_id }, query })
    found.push(...results)
    if (found.length >= count) return found
  }
}

/** Counts the records of an import that was restarted twice, in an otherwise empty database. */
const madeIn = (file: string) => {
  const db = new Database(file, { readonly: true })
  const one = (sql: string) => Number(db.prepare(sql).pluck().get())
  const made = {
    ...Object.fromEntries(
      ["users", "budgets", "accounting_codes", "custom_fields", "custom_field_options"].map(
        (table) => [table, one(`select count(*) from ${table}`)],
      ),
    ),
    balance: one("select balance from wallets where currency = 'GBP'"),
  }
  db.close()
  return made
}

const reason = leftOut === null ? "" : ` (${leftOut})`

test.runIf(leftOut === null)(
  `54,237 purchases of a council, imported with interruptions, match the file${reason}`,
  async () => {
    await document(["migrate"])
    const { client_id } = await document(["business", "create", "Council", "--currency", "GBP"])
    const args = realImport(String(client_id))
    const { killed, report } = await importKilled(here, String(client_id), args, [10_000, 30_000])
    expect(killed).toBeGreaterThan(0)
    expect(report.imported + report.unchanged).toBe(realRows)
    expect(report).toMatchObject({ received: realRows, refused: 0 })
    expect(await document(args)).toMatchObject({ imported: 0, unchanged: realRows })
    const rows = rowsOf(gunzipSync(readFileSync(realPurchases)).toString("utf8"))
    const distinct = (column: string) => new Set(rows.flatMap((row) => row[column] || [])).size
    expect(madeIn(path("data/outlay.db"))).toEqual({
      ...{ users: 1037, budgets: 8, custom_fields: 1, balance: -1_125_857_628 },
      accounting_codes: distinct("account_code"),
      custom_field_options: distinct("cost_centre_name"),
    })
    const service = await startService(path("data/outlay.db"))
    const issued = await document(["token", "create", "Reader", "--business", String(client_id)])
    const { promise: client } = makeClient({ baseUrl: service.url, token: issued.token })
    const began = performance.now()
    const found = await readBack(client, client_id)
    const seconds = Math.round(performance.now() - began) / 1000
    process.stdout.write(`read back in ${seconds} s\n`)
    const [expected, seen] = [sorted(rows.map(ofFile)), sorted(found.map(ofService))]
    const at = expected.findIndex((text, n) => text !== seen[n])
    expect([seen.length, seen[at]]).toEqual([expected.length, expected[at]])
    const params = { client_id }
    const fields = await client.customFields.list({ params })
    expect(fields.results).toMatchObject([
      { name: "Cost centre", field_type: "LIST", budget_setting: "SOME" },
    ])
    const custom_field_id = fields.results[0]?.id ?? ""
    const linked = await client.customFieldBudgets.list({ params: { client_id, custom_field_id } })
    expect(linked.count).toBe(8)
    await service.stop()
    expect((await document(["verify"])).verified).toBe(true)
  },
)
