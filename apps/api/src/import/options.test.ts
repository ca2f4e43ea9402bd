import { Effect, Option, Result } from "effect"
import { describe, expect, test } from "vitest"
import { identify } from "./names.ts"
import { type ImportInput, readOptions } from "./options.ts"

const input: ImportInput = {
  file: "a.csv",
  business: 1,
  format: Option.none(),
  map: ["amount=a,auth_date=b,merchant_name=c"],
  gst: Option.none(),
  create: Option.none(),
  userName: "{}",
  emailDomain: Option.none(),
  refused: Option.none(),
  bookLateOn: Option.none(),
  dryRun: false,
  databaseUrl: Option.none(),
  json: false,
}

const read = (changes: Partial<ImportInput>) =>
  Effect.runSync(Effect.result(readOptions({ ...input, ...changes })))

describe("the flags of an import", () => {
  test.each<[Partial<ImportInput>, string]>([
    [
      { file: "a.xls" },
      "--format is required, because the file name ends in neither .csv nor .ndjson.",
    ],
    [{ file: "a.ndjson" }, "--map is only for CSV: NDJSON rows already have field names."],
    [{ map: [] }, "amount is not mapped: add amount=<column>."],
    [{ gst: Option.some("vat") }, '"vat" is not a valid rule'],
    [
      { gst: Option.some("v:A=1/6"), map: ["amount=a,auth_date=b,merchant_name=c,gst=d"] },
      "--gst computes the tax, and gst= in --map reads it from a column: use only one of them.",
    ],
    [
      { create: Option.some("pets,users") },
      '--create makes budgets, users, categories, fields, and no "pets".',
    ],
    [
      { map: ["amount=a,auth_date=b,merchant_name=c,accounting_code=d"] },
      "accounting_code= in --map requires --create categories.",
    ],
    [{ emailDomain: Option.some("localhost") }, "--email-domain must be a domain such as"],
    [{ userName: "Card" }, '--user-name must contain {}, as in "Card {}".'],
  ])("the error of %j contains: %s", (changes, fault) => {
    const options = read(changes)
    expect(Result.isFailure(options) ? options.failure.message : "").toContain(fault)
  })

  test("report all errors at once", () => {
    const options = read({ map: [], userName: "Card", create: Option.some("pets") })
    expect(Result.isFailure(options) && options.failure.message.split("\n")).toHaveLength(5)
  })

  test.each<[Partial<ImportInput>, object]>([
    [{ create: Option.some("users, budgets") }, { createUsers: true, createBudgets: true }],
    [
      { create: Option.some("categories,fields") },
      { createUsers: false, createCategories: true, createFields: true },
    ],
    [{ file: "A.CSV.gz" }, { createUsers: false, createBudgets: false }],
    [{ file: "a.jsonl.gz", map: [] }, { mapping: null }],
    [{ file: "-", format: Option.some("ndjson"), map: [] }, { mapping: null }],
  ])("%j means %j", (changes, expected) => {
    expect(Result.getOrThrow(read(changes))).toMatchObject(expected)
  })
})

describe("a user in a file", () => {
  test.each([
    ["8577", { name: "Card 8577", email: "card-8577@cards.example" }],
    ["Zoë O'Dowd", { name: "Card Zoë O'Dowd", email: "card-zoe-o-dowd@cards.example" }],
    ["ann@example.com", { name: "ann", email: "ann@example.com" }],
  ])("%s is %j", (text, expected) => {
    expect(identify({ userName: "Card {}", emailDomain: "cards.example" }, text)).toEqual(expected)
  })

  test("has no address if no domain is given", () => {
    expect(identify({ userName: "{}", emailDomain: null }, "8577").email).toBeNull()
  })
})
