import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { anAccountingCode, aTaxRate } from "../../test/accounts.ts"
import {
  aBusiness,
  aCategory,
  aTransaction,
  aUser,
  now,
  refusal,
  verdict,
} from "../../test/given.ts"
import { finished, whole } from "../core/decision.ts"
import { money, zero } from "../core/money.ts"
import { type ExportFormat, exportFormats } from "../core/records/exports.ts"
import type { Movement } from "../core/records/movements.ts"
import type { LineItem, Transaction } from "../core/records/transactions.ts"
import { postingsOf } from "./formats/postings.ts"
import { describing } from "./lines.ts"
import { walletMovements } from "./movements.ts"
import {
  decideExport,
  type ExportCommand,
  type ExportContext,
  maxExportMovements,
} from "./rules.ts"

const item = (fields: Partial<LineItem> = {}): LineItem => ({
  ...{ id: "item-1", amount: money(1_100), gst_amount: money(100), category_id: "meals" },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
  ...fields,
})

const lunch = aTransaction({
  ...{ status: "CLEARED", cleared_date: "2026-11-20T10:00:00.000Z", gst: money(100) },
  ...{ line_items: [item({ description: "Team lunch" })] },
})

const context = (fields: Partial<ExportContext> = {}): ExportContext => ({
  business: aBusiness(),
  transactions: [lunch],
  later: [],
  steps: [],
  taken: [],
  isTooMuch: false,
  categories: [aCategory("meals", { name: "Meals", accounting_code_id: "code-1" })],
  accounting_codes: [anAccountingCode({ code: "6-4200", name: "Staff meals" })],
  tax_rates: [],
  custom_fields: [],
  users: [aUser(2, { display_name: "Ann Lee" })],
  budgets: [],
  ...fields,
})

const aud = (closing: number) => [
  { currency: "AUD", opening_balance: zero, closing_balance: money(closing) },
]

const command = (fields: Partial<ExportCommand> = {}): ExportCommand => ({
  ...{ client_id: 7, id: "export-1", format: "csv", now },
  ...{ start_date: "2026-11-01", end_date: "2026-11-30", stated: aud(-1_200) },
  ...fields,
})

const decide = (given: ExportContext, wish: ExportCommand) =>
  Result.map(finished(decideExport(given, wish)), whole)

const fileOf = (format: ExportFormat, given = context(), fields: Partial<ExportCommand> = {}) =>
  Result.getOrThrow(decide(given, command({ format, ...fields })))
    .writes.flatMap((_) => (_.table === "export_parts" ? (_.after?.content ?? []) : []))
    .join("")

const files: ReadonlyArray<readonly [ExportFormat, ReadonlyArray<string>]> = [
  [
    "csv",
    [
      "movement_id,transaction_id,date,movement,transaction_type,merchant,description,category,account_code,account_name,amount,tax,tax_code,currency,wallet_amount,wallet_currency,user,budget,custom_fields\r",
      "transaction-1-1,transaction-1,2026-11-20,RECORD,CARD_TRANSACTION,Harbour Kitchen,Team lunch,Meals,6-4200,Staff meals,-11.00,-1.00,,AUD,-11.00,AUD,Ann Lee,,\r",
      "transaction-1-1,transaction-1,2026-11-20,RECORD,CARD_TRANSACTION,Harbour Kitchen,,,,Uncategorised,-1.00,0.00,,AUD,-1.00,AUD,Ann Lee,,\r",
      "",
    ],
  ],
  [
    "journal-csv",
    [
      "entry,date,account_code,account_name,debit,credit,currency,tax_code,memo\r",
      "transaction-1-1,2026-11-20,,Outlay AUD,,12.00,AUD,,Harbour Kitchen | RECORD | Team lunch\r",
      "transaction-1-1,2026-11-20,6-4200,Staff meals,10.00,,AUD,,Harbour Kitchen | RECORD | Team lunch\r",
      "transaction-1-1,2026-11-20,,Tax,1.00,,AUD,,Harbour Kitchen | RECORD | Team lunch\r",
      "transaction-1-1,2026-11-20,,Uncategorised,1.00,,AUD,,Harbour Kitchen | RECORD | Team lunch\r",
      "",
    ],
  ],
  [
    "xero",
    [
      "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount\r",
      "Harbour Kitchen transaction-1-1,20/11/2026,Harbour Kitchen,OUTLAY-AUD,Tax Exempt,-12.00\r",
      "Harbour Kitchen transaction-1-1,20/11/2026,Team lunch,6-4200,Tax Exempt,11.00\r",
      "Harbour Kitchen transaction-1-1,20/11/2026,Uncategorised,Uncategorised,Tax Exempt,1.00\r",
      "",
    ],
  ],
  [
    "quickbooks-iif",
    [
      "!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO\r",
      "!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO\r",
      "!ENDTRNS\r",
      "TRNS\tGENERAL JOURNAL\t11/20/2026\tOutlay AUD\t\t-12.00\ttransaction-1-1\tHarbour Kitchen | RECORD | Team lunch\r",
      "SPL\tGENERAL JOURNAL\t11/20/2026\tStaff meals\t\t10.00\ttransaction-1-1\tHarbour Kitchen | RECORD | Team lunch\r",
      "SPL\tGENERAL JOURNAL\t11/20/2026\tTax\t\t1.00\ttransaction-1-1\tHarbour Kitchen | RECORD | Team lunch\r",
      "SPL\tGENERAL JOURNAL\t11/20/2026\tUncategorised\t\t1.00\ttransaction-1-1\tHarbour Kitchen | RECORD | Team lunch\r",
      "ENDTRNS\r",
      "",
    ],
  ],
  [
    "beancount",
    [
      'plugin "beancount.plugins.auto_accounts"',
      "",
      '2026-11-20 * "Harbour Kitchen" "Harbour Kitchen | RECORD | Team lunch"',
      '  movement: "transaction-1-1"',
      "  Assets:Outlay-AUD  -12.00 AUD",
      "  Expenses:6-4200-Staff-meals  10.00 AUD",
      "  Assets:Tax  1.00 AUD",
      "  Expenses:Uncategorised  1.00 AUD",
      "",
    ],
  ],
  [
    "ledger",
    [
      "2026-11-20 * (transaction-1-1) Harbour Kitchen",
      "    ; Harbour Kitchen | RECORD | Team lunch",
      "    Assets:Outlay AUD    -12.00 AUD",
      "    Expenses:6-4200 Staff meals    10.00 AUD",
      "    Assets:Tax    1.00 AUD",
      "    Expenses:Uncategorised    1.00 AUD",
      "",
      "",
    ],
  ],
]

describe("fileOf", () => {
  test.each(files)("%s", (format, lines) => {
    expect(fileOf(format).split("\n")).toEqual(lines)
  })

  test("xlsx is a reproducible archive with one sheet", () => {
    const file = fileOf("xlsx")
    const text = atob(file)
    expect(text.slice(0, 4)).toBe("PK\u0003\u0004")
    expect(text).toContain("<c><v>-11.00</v></c>")
    expect(text.match(/<row>/gu)).toHaveLength(3)
    expect(fileOf("xlsx")).toBe(file)
  })

  test.each(exportFormats)("%s resists hostile texts", (format) => {
    const hostile = '=1+1"\t;[2019/01/01]<a>&\\ date:: (((\u{1F600},\nb'
    const given = context({
      transactions: [
        { ...lunch, merchant_name: hostile, line_items: [item({ description: hostile })] },
      ],
      categories: [aCategory("meals", { name: hostile })],
    })
    const made = Result.getOrThrow(decide(given, command({ format }))).result
    const file = fileOf(format, given)
    const bytes = format === "xlsx" ? atob(file).length : new TextEncoder().encode(file).length
    expect(made.size).toBe(bytes)
    if (/csv|xero/u.test(format)) expect(/(?:^|[,"])=1/mu.test(file)).toBe(false)
    if (format === "ledger") {
      expect(file.split("\n")).toHaveLength(8)
      expect(/^ +;.*[[\]:]/mu.test(file)).toBe(false)
    }
    if (format === "quickbooks-iif") {
      for (const line of file.split("\r\n").slice(3, -2)) expect(line.split("\t")).toHaveLength(8)
    }
  })
})

test("locked movements have their original account and tax code", () => {
  const through = "2026-11-20"
  const line_items = [item({ tax_rate_id: "rate-1" })]
  const later = { id: "later", cleared_date: null, auth_date: "2026-11-21T09:00:00.000Z" }
  const given = context({
    transactions: [
      { ...lunch, line_items },
      { ...lunch, ...later, line_items },
    ],
    accounting_codes: [
      anAccountingCode({ name: "Hospitality", locked: [{ through, name: "Staff meals" }] }),
    ],
    tax_rates: [aTaxRate({ code: "V1", locked: [{ ...aTaxRate({ code: "G1" }), through }] })],
  })
  const lines = fileOf("csv", given, { stated: aud(-2_400) })
    .split("\r\n")
    .slice(1, -1)
  const coded = lines.map((line) => line.split(",")).filter((cells) => cells[8] !== "")
  expect(coded.map((cells) => [cells[0], cells[9], cells[12]])).toEqual([
    ["transaction-1-1", "Staff meals", "G1"],
    ["later-1", "Hospitality", "V1"],
  ])
})

test.each<readonly [ExportFormat, boolean]>([
  ["csv", true],
  ["xero", true],
  ["quickbooks-iif", true],
  ["journal-csv", false],
  ["beancount", false],
  ["ledger", false],
])("a file of %s shows a movement that changed only the value: %s", (format, shows) => {
  const clearing: Movement = {
    ...{ client_id: 7, transaction_id: "transaction-1", number: 2, kind: "CLEAR", date: now },
    ...{ amount: money(-100), fx_amount: zero, balance_after: zero, created: now },
  }
  const usd = { currency: "USD", wallet_currency: "USD", fx_amount: money(-800), line_items: [] }
  const given = context({
    transactions: [{ ...lunch, ...usd }],
    ...{ later: [clearing], steps: [clearing] },
  })
  const stated = aud(-800).map((balance) => ({ ...balance, currency: "USD" }))
  const file = fileOf(format, given, { stated })
  expect(file).toContain("transaction-1-1")
  expect(file.includes("transaction-1-2")).toBe(shows)
})

describe("decideExport", () => {
  test("exports the movements, with balances and an event", () => {
    const result = decide(context(), command())
    expect(verdict(result)).toEqual([
      "exports created",
      "export_parts created",
      "exported_movements created",
      "event export.created",
    ])
    expect(Result.getOrThrow(result).result).toMatchObject({
      ...{ count: 1, name: "outlay-2026-11-01-2026-11-30-csv.csv", only_new: false },
      balances: [{ ...aud(-1_200)[0], earlier_amount: 0, amount: -1_200 }],
    })
  })

  test("exports only movements that no export contains if `only_new` is true", () => {
    const taken = [
      { client_id: 7, transaction_id: "transaction-1", number: 1, export_id: "export-0" },
    ]
    const refund: Movement = {
      ...{ client_id: 7, transaction_id: "transaction-1", number: 2, kind: "REFUND" },
      ...{ date: now, amount: money(200), fx_amount: money(200), balance_after: zero },
      created: now,
    }
    const given = context({ taken, later: [refund], steps: [refund] })
    const made = (only_new: boolean) =>
      Result.getOrThrow(decide(given, command({ only_new, stated: aud(-1_000) })))
    expect(made(true).result).toMatchObject({
      count: 1,
      balances: [{ earlier_amount: -1_200, amount: 200, closing_balance: -1_000 }],
    })
    expect(made(false).result).toMatchObject({
      count: 2,
      balances: [{ earlier_amount: 0, amount: -1_000, closing_balance: -1_000 }],
    })
    const marks = made(false).writes.filter(({ table }) => table === "exported_movements")
    expect(marks).toMatchObject([{ after: { transaction_id: "transaction-1", number: 2 } }])
  })

  test.each<readonly [string, ExportContext, Partial<ExportCommand>, string]>([
    [
      "an end before the start, before too many movements",
      context({ isTooMuch: true }),
      { end_date: "2026-10-31" },
      "ExportEndsBeforeStart",
    ],
    ["more movements than can be loaded", context({ isTooMuch: true }), {}, "ExportTooLarge"],
    [
      "more movements than the maximum",
      context({
        transactions: Array.from({ length: maxExportMovements + 1 }, (_, n) => ({
          ...lunch,
          id: `transaction-${n}`,
        })),
      }),
      {},
      "ExportTooLarge",
    ],
  ])("refuses %s", (_, given, fields, expected) => {
    expect(refusal(decide(given, command(fields)))._tag).toBe(expected)
  })

  test("throws if the movements differ from the statement", () => {
    expect(() => decide(context(), command({ stated: aud(-1_199) }))).toThrow(
      "The movements of the AUD wallet differ from its statement",
    )
  })
})

const october = { auth_date: "2026-10-31T23:59:59.999Z" } as const
const usd = { currency: "USD", wallet_currency: "USD", fx_amount: money(-800) } as const

describe("walletMovements", () => {
  const cleared: Movement = {
    ...{ client_id: 7, transaction_id: "transaction-1", number: 2, kind: "CLEAR" },
    ...{ date: "2026-11-21T10:00:00.000Z", amount: money(-200), fx_amount: money(-200) },
    ...{ balance_after: zero, created: now },
  }
  const rows: ReadonlyArray<
    readonly [string, Partial<Transaction>, ReadonlyArray<Movement>, ReadonlyArray<number>]
  > = [
    ["a hold", { status: "AUTHED" }, [], [-1_200]],
    ["a hold and its clearing", { status: "CLEARED" }, [cleared], [-1_000, -200]],
    ["a clearing of the whole hold", {}, [{ ...cleared, amount: zero, fx_amount: zero }], [-1_200]],
    ["a clearing that changed only the value", usd, [{ ...cleared, fx_amount: zero }], [-800, 0]],
    ["nothing", { amount: zero, fx_amount: zero }, [], []],
    ["a declined transaction", { status: "DECLINED", movement_count: 0 }, [], []],
    ["another month", { auth_date: "2026-10-31T23:59:59.999Z" }, [], []],
    ["another month, booked in this one", { ...october, booked_on: "2026-11-02" }, [], [-1_200]],
    ["this month, booked in the next", { booked_on: "2026-12-02" }, [], []],
    ["a wallet of its own currency", usd, [], [-800]],
  ]
  test.each(rows)("%s", (_, fields, later, expected) => {
    const moving = { transactions: [aTransaction(fields)], later, steps: later }
    const found = finished(walletMovements(moving, "2026-11-01", "2026-11-30"))
    expect(found.map(({ wallet_amount }) => wallet_amount)).toEqual(expected)
  })
})

test("lines add up to their movement, and postings to 0, for any line items", () => {
  const cents = fc.nat({ max: 99_999 })
  fc.assert(
    fc.property(
      ...[cents, cents, fc.array(fc.tuple(cents, cents), { maxLength: 5 }), fc.boolean()],
      (own, foreign, items, isCredit) => {
        const sign = isCredit ? 1 : -1
        const transaction = aTransaction({
          ...{ status: "CLEARED", currency: "USD", wallet_currency: "USD" },
          ...{ amount: money(sign * own), fx_amount: money(sign * (foreign + 1)) },
          line_items: items.map(([amount, part]) =>
            item({ amount: money(amount), gst_amount: money(Math.min(amount, part)) }),
          ),
        })
        const given = context({ transactions: [transaction] })
        const [moved] = finished(walletMovements(given, "2026-11-01", "2026-11-30"))
        if (moved === undefined) throw new Error("It moved its wallet")
        const entry = describing(given)(moved)
        const sum = (field: "amount" | "wallet_amount") =>
          entry.lines.reduce((total, line) => total + line[field], 0)
        expect([sum("amount"), sum("wallet_amount")]).toEqual([entry.amount, entry.wallet_amount])
        for (const posted of ["wallet", "business"] as const) {
          expect(postingsOf(entry, posted).reduce((total, { amount }) => total + amount, 0)).toBe(0)
        }
      },
    ),
  )
})
