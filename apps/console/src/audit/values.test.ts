import { describe, expect, test } from "vitest"
import type { Event } from "../api/records.ts"
import { changesIn, currencyOf, kindOf } from "./values.ts"

describe("values of events", () => {
  test.each([
    ["available_amount", 12.5, "amount"],
    ["amount", -3, "amount"],
    ["balance", 0, "amount"],
    ["opening_balance", 0, "amount"],
    ["number", 9045, "count"],
    ["size", 20_480, "bytes"],
    ["rate", 0.1, "rate"],
    ["client_id", 9045, "other"],
    ["role_id", "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", "role"],
    ["delegate_approver", 7, "user"],
    ["current_period_end", "2026-11-30T23:59:59.999Z", "instant"],
    ["out_of_office_start_date", "2026-11-30", "day"],
    ["name", "2026-11-30 was a day", "other"],
    ["user", { id: 7 }, "other"],
  ])("%s of %j is of the kind %s", (field, value, kind) => {
    expect(kindOf(field, value)).toBe(kind)
  })

  const data = (record: object) => record as Event["data"] & Readonly<Record<string, unknown>>

  test("foreign amounts have the currency of the record, others that of the business", () => {
    const currency = currencyOf(data({ currency: "JPY" }), "AUD")
    expect(["fx_amount", "amount", "gst"].map(currency)).toEqual(["JPY", "AUD", "AUD"])
    expect(currencyOf(data({ name: "Travel" }), "AUD")("balance")).toBe("AUD")
    const ofWallet = currencyOf(data({ currency: "JPY", opening_balance: 0 }), "AUD")
    expect(["opening_balance", "amount"].map(ofWallet)).toEqual(["JPY", "JPY"])
  })

  test("a new record shows all values, a changed one the differences", () => {
    const record = data({ id: "1", name: "Travel", code: null, updated: "2026-11-30" })
    expect(changesIn({ data: record, previous: null })).toEqual([
      { field: "id", before: undefined, after: "1" },
      { field: "name", before: undefined, after: "Travel" },
    ])
    const person = data({ role: "Manager", role_id: "1" })
    const [change, ...others] = changesIn({ data: person, previous: null })
    expect([change?.field, others]).toEqual(["role", []])
    const previous = { code: "6-1", updated: "2026-11-29" } as unknown as Event["previous"]
    expect(changesIn({ data: record, previous })).toEqual([
      { field: "code", before: "6-1", after: null },
    ])
  })
})
