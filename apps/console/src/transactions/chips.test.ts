import { expect, test } from "vitest"
import { formatOf } from "../core/format.ts"
import { english } from "../texts/english.ts"
import { german } from "../texts/german.ts"
import { chipsOf } from "./chips.ts"
import type { Filters } from "./filters.ts"

const nothing = { budget: undefined, category: undefined, person: undefined }

const textsOf = (filters: Filters, names = {}) =>
  chipsOf(filters, english, formatOf("en-AU", "AUD"), { ...nothing, ...names }).map(
    ({ text }) => text,
  )

test("each filter is a text, in the order of the fields", () => {
  const filters: Filters = {
    most: "1000",
    least: "20.50",
    field: "Project:Perth: north",
    type: "CARD_TRANSACTION",
    status: "pending",
    to: "2026-11-30",
    from: "2026-11-01",
    person: "12",
    category: "c",
    budget: "b",
    receipt: "no",
    expense: "incomplete",
  }
  const names = { budget: "Travel", category: "Meals", person: "Liam O'Dowd" }
  expect(textsOf(filters, names)).toEqual([
    "Expense: Incomplete",
    "Without a receipt",
    "Budget: Travel",
    "Category: Meals",
    "Person: Liam O'Dowd",
    "From 1 Nov 2026",
    "To 30 Nov 2026",
    "Status: Pending",
    "Type: Card",
    "Project: Perth: north",
    "At least $20.50",
    "At most $1,000.00",
  ])
})

test("the search, the order and the page are no texts", () => {
  expect(textsOf({ search: "Cafe", sort: "amount", page: "2" })).toEqual([])
})

test("a record without a known name is named by its field, and none by its own text", () => {
  expect(textsOf({ budget: "b" })).toEqual(["Budget"])
  expect(textsOf({ category: "none" })).toEqual(["Without a category"])
})

test("texts and amounts follow the language", () => {
  const chips = chipsOf({ least: "20.50" }, german, formatOf("de", "EUR"), nothing)
  expect(chips).toEqual([{ name: "least", text: "Mindestens 20,50\u00a0€" }])
})
