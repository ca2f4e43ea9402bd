import { describe, expect, test } from "vitest"
import { parseSearch, writeSearch } from "../app/search.ts"
import {
  filterCount,
  filtersIn,
  queryOf,
  turnedBounds,
  withFilter,
  withoutFilters,
} from "./filters.ts"

const budget = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"

describe("filters in the address", () => {
  test("survive a round trip", () => {
    const text = `?expense=incomplete&receipt=no&person=12&budget=${budget}&from=2026-11-01&page=3`
    const filters = filtersIn(parseSearch(text))
    expect(filtersIn(parseSearch(writeSearch({ ...filters })))).toEqual(filters)
    expect(Object.keys(filters)).toHaveLength(6)
  })

  test("a text stays text, even if it looks like a number", () => {
    for (const search of ["1", "true", "null", '"x"', "{}", "a&b=c", "50 % off", "Café"]) {
      expect(filtersIn(parseSearch(writeSearch({ search })))).toEqual({ search })
    }
  })

  test.each([
    ["status", "DROP TABLE"],
    ["expense", "both"],
    ["receipt", "true"],
    ["type", "CARD"],
    ["person", "0"],
    ["person", "12x"],
    ["budget", "Travel"],
    ["category", "Travel"],
    ["field", "Project"],
    ["field", ":Perth"],
    ["field", "Project:"],
    ["sort", "budget"],
    ["from", "2026-13-01"],
    ["to", "yesterday"],
    ["page", "-1"],
    ["search", "   "],
    ["search", "x".repeat(129)],
    ["least", "-1"],
    ["most", "1,5"],
    ["most", "12345678901"],
    ["unknown", "x"],
  ])("%s=%s is left out", (name, value) => {
    expect(filtersIn({ [name]: value })).toEqual({})
  })

  test("another filter leads back to the first page, and an empty one is removed", () => {
    const filters = filtersIn({ expense: "complete", receipt: "no", page: "4" })
    expect(withFilter(filters, { receipt: undefined })).toEqual({ expense: "complete" })
    expect(filterCount(filters)).toBe(2)
  })

  test("a sort order is no filter, leads to the first page, and survives clearing filters", () => {
    const filters = withFilter({ receipt: "no", page: "4" }, { sort: "amount" })
    expect(filters).toEqual({ receipt: "no", sort: "amount" })
    expect(filterCount(filters)).toBe(1)
    expect(withoutFilters(filters)).toEqual({ sort: "amount" })
  })
})

test.each([
  [{ least: "9", most: "10" }, null],
  [{ least: "10", most: "10.00" }, null],
  [{ least: "10", most: "9" }, "amounts"],
  [{ least: "10" }, null],
  [{ from: "2026-11-02", to: "2026-11-02" }, null],
  [{ from: "2026-11-02", to: "2026-11-01" }, "days"],
] as const)("%j has %j in the wrong order", (filters, turned) => {
  expect(turnedBounds(filters)).toBe(turned)
})

describe("the query of the API", () => {
  test.each([
    [{}, { limit: 50, offset: 0 }],
    [{ page: "3" }, { limit: 50, offset: 100 }],
    [{ status: "pending" }, { status: ["AUTHED"] }],
    [{ expense: "incomplete" }, { expense_status: "INCOMPLETE_EXPENSE" }],
    [{ receipt: "no" }, { has_receipt: false }],
    [{ type: "BILL" }, { transaction_type: ["BILL"] }],
    [
      { type: "spending" },
      { transaction_type: ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT", "CHARGE"] },
    ],
    [{ search: " taxi " }, { search: "taxi" }],
    [
      { least: "0.5", most: "1200" },
      { min_amount: 0.5, max_amount: 1200 },
    ],
    [{ person: "7" }, { user_id: 7 }],
    [{ budget }, { budget_id: budget }],
    [{ category: budget }, { category_id: budget }],
    [{ category: "none" }, { has_category: false }],
    [{ field: "Project:Perth: office" }, { custom_field: "Project:Perth: office" }],
    [{ sort: "-amount" }, { sort: "-amount" }],
    [
      { from: "2026-11-01", to: "2026-11-30" },
      { min_auth_date: "2026-11-01", max_auth_date: "2026-11-30" },
    ],
  ] as const)("%j asks for %j", (filters, query) => {
    expect(queryOf(filters)).toMatchObject(query)
  })
})
