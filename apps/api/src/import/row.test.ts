import { money } from "@outlay/domain"
import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { gstOf, readGst } from "./gst.ts"
import { readMapping } from "./mapping.ts"
import { draftOf, lineIds, type Reading } from "./row.ts"

const least = "amount=amount,auth_date=date,merchant_name=merchant"

describe("--map", () => {
  test("reads columns, negated numbers, fixed texts, custom fields and quoted names", () => {
    const read = readMapping([
      "amount=-amount,auth_date=date",
      'merchant_name="Paid to, name",custom:Cost centre=cost_centre,currency==GBP',
      'description="literal:Bought, by card"',
    ])
    expect(Result.getOrThrow(read)).toEqual({
      fields: new Map<string, object>([
        ["amount", { column: "amount", negated: true }],
        ["auth_date", { column: "date", negated: false }],
        ["merchant_name", { column: "Paid to, name", negated: false }],
        ["currency", { constant: "GBP" }],
        ["description", { constant: "Bought, by card" }],
      ]),
      customFields: new Map([["Cost centre", { column: "cost_centre", negated: false }]]),
    })
  })

  test.each([
    ["", "amount is not mapped: add amount=<column>."],
    [`${least},amuont=a`, 'There is no target "amuont": there are external_id'],
    [`${least},amount=b`, "amount is mapped twice."],
    [`${least},user`, '"user" is no pair: write target=column.'],
    [`${least},user=`, "user has no column. Use user=<column>."],
    [`${least},user=-card`, "Only amount, fx_amount and gst can be negated, not user."],
  ])("refuses %j", (text, fault) => {
    const read = readMapping([text])
    expect(Result.isFailure(read) ? read.failure.join("\n") : "").toContain(fault)
  })
})

describe("--gst", () => {
  test.each([
    ["VR", 600, 100],
    ["VR", -1000, 167],
    ["VR", 15, 2],
    ["VR", 9, 2],
    ["VS", -2100, 100],
    ["VZ", 600, 0],
    ["", 600, 0],
  ])("the tax of %s in %d minor units is %d", (code, amount, gst) => {
    const rule = Result.getOrThrow(readGst("vat:VR=1/6,VS=1/21"))
    expect(rule.column).toBe("vat")
    expect(gstOf(rule, code, money(amount))).toBe(gst)
  })

  test.each(["VR=1/6", "vat:VR", "vat:VR=20%", "vat:VR=7/6", "vat:VR=1/0"])(
    "refuses %j",
    (text) => {
      expect(Result.isFailure(readGst(text))).toBe(true)
    },
  )
})

const heading = ["date", "merchant", "amount", "paid", "currency", "vat", "card", "unit"]
const reading: Reading = {
  mapping: Result.getOrThrow(
    readMapping([
      "amount=-amount,auth_date=date,merchant_name=merchant,fx_amount=-paid,currency=currency",
      "user=card,budget=unit,custom:Unit=unit",
    ]),
  ),
  gst: Result.getOrThrow(readGst("vat:VR=1/6")),
  currency: "GBP",
  columns: new Map(heading.map((column, at) => [column, at])),
}
const line = ["2017-01-03", "Cloud Ltd", "17.58", "20.83", "USD", "VR", "9391", " Parks "]

const refusal = (cells: ReadonlyArray<string>) => {
  const draft = draftOf(reading, cells)
  return Result.isFailure(draft) ? draft.failure : null
}

describe("a line", () => {
  test("becomes a row of the operator's import", () => {
    expect(Result.getOrThrow(draftOf(reading, line))).toEqual({
      row: {
        transaction_type: "CARD_TRANSACTION",
        status: "CLEARED",
        auth_date: "2017-01-03T00:00:00.000Z",
        merchant_name: "Cloud Ltd",
        amount: -17.58,
        currency: "USD",
        fx_amount: -20.83,
        gst: 2.93,
        custom_fields: [{ field_name: "Unit", entry_text: "Parks" }],
      },
      user: "9391",
      budget: "Parks",
      category: null,
      accounting_code: null,
      fields: [{ field_name: "Unit", entry_text: "Parks" }],
      description: null,
      amount: -1758,
      gst: 293,
    })
  })

  test("has no values for blank cells, and no foreign amount without a currency", () => {
    const draft = Result.getOrThrow(
      draftOf(reading, ["2017-01-03", "Cloud Ltd", "-0.30", "", "", "", "", " "]),
    )
    expect(draft).toMatchObject({ user: null, budget: null, amount: 30, gst: 0 })
    expect(Object.keys(draft.row)).not.toContain("currency")
    expect(Object.keys(draft.row)).not.toContain("custom_fields")
  })

  test("stores a withdrawn currency as text, and passes an invalid code on unchanged", () => {
    const paid = (currency: string) =>
      Result.getOrThrow(draftOf(reading, line.with(4, currency))).row
    expect(paid("HRK")).toMatchObject({
      custom_fields: [
        { field_name: "Unit", entry_text: "Parks" },
        { field_name: "Original amount", entry_text: "-20.83 HRK" },
      ],
    })
    expect(Object.keys(paid("HRK"))).not.toContain("fx_amount")
    expect(paid("Kuna")).toMatchObject({ currency: "Kuna", fx_amount: -20.83 })
  })

  test.each([
    [line.slice(1), "wrong_number_of_cells", "The line has 7 cells, but the header has 8."],
    [line.with(2, "£5"), "invalid_number", 'amount "£5" is not a number such as -12.30.'],
    [line.with(2, "1e3"), "invalid_number", 'amount "1e3" is not a number such as -12.30.'],
    [line.with(2, ""), "missing_value", "amount is blank."],
    [line.with(1, "  "), "missing_value", "merchant_name is blank."],
    [line.with(0, ""), "missing_value", "auth_date is blank."],
    [line.with(2, "1.001"), "too_many_decimals", "GBP amounts can have at most 2 decimal places."],
    [line.with(2, "12345678901234.56"), "amount_out_of_range", 'amount "12345678901234.56" has'],
  ])("%j is refused: %s", (cells, code, detail) => {
    expect(refusal(cells)).toMatchObject({ code })
    expect(refusal(cells)?.detail).toContain(detail)
  })

  test("has an id derived from its content and its ordinal among identical lines", () => {
    const [first, second] = [lineIds(), lineIds()]
    const ids = [first(line), first(line), first(line.with(2, "1.00"))]
    expect(new Set(ids).size).toBe(3)
    expect([second(line), second(line.with(2, "1.00")), second(line)]).toEqual([
      ids[0],
      ids[2],
      ids[1],
    ])
  })
})
