import { Transactions } from "@outlay/domain"
import {
  filterStatuses,
  type LineItemInput,
  type RecordTransaction,
  transactionSorts,
  transactionTypes,
} from "@outlay/domain/fields"
import { type BigDecimal, Effect, Result, Stream } from "effect"
import fc from "fast-check"
import { onCatalogue } from "./catalogue.ts"
import { decimal, maybe, nth, weighted, work } from "./commands.ts"
import type { Known } from "./known.ts"

const signed = decimal("-0.01", "5", "-5", "-33.33", "1000", "-99.99", "-12.5", "-0.001")
const magnitudes = decimal("0.01", "5", "12.5", "33.33", "40", "99.99", "1000", "0.001")
const currency = maybe(fc.constantFrom("AUD", "USD", "JPY"))

/** Timestamps around the time of a script, some of them in the future. */
const timestamps = fc.constantFrom(
  "2026-01-01T00:00:00.000Z",
  "2026-01-31T10:00:00.000Z",
  "2026-01-31T22:00:00.000Z",
  "2026-02-01T00:00:00.000Z",
  "2026-02-28T23:59:59.999Z",
  "2026-06-01T12:00:00.000Z",
)

const texts = (...values: ReadonlyArray<string>) => fc.subarray([...values], { maxLength: 2 })
const fieldValues = texts("Project", "Region").map((names) =>
  names.map((field_name) => ({ field_name, entry_text: "Kitchen" })),
)
const receipts = texts("https://example.test/1", "https://example.test/2")

interface Line {
  readonly amount: BigDecimal.BigDecimal
  readonly gst_amount: BigDecimal.BigDecimal | undefined
  readonly category: number | undefined
  readonly custom_fields: LineItemInput["custom_fields"]
}

const lines = fc.array(
  fc.record({
    amount: magnitudes,
    gst_amount: maybe(decimal("0", "1")),
    category: maybe(nth),
    custom_fields: maybe(fieldValues),
  }),
  { maxLength: 3 },
)

/** Line items with categories of a business. */
const lineItems = (known: Known, client_id: number, input: ReadonlyArray<Line>) =>
  input.map(
    ({ category, ...item }): LineItemInput => ({
      ...item,
      category_id: category === undefined ? undefined : known.categoryOf(client_id, category),
    }),
  )

const authorise = work(
  "authorise",
  fc.record({
    of: nth,
    external: fc.nat({ max: 30 }),
    user: nth,
    amount: magnitudes,
    currency,
    fx_amount: maybe(magnitudes),
    category: maybe(nth),
    auth_date: maybe(timestamps),
  }),
  ({ of, external, user, category, ...input }) =>
    (known) => {
      const { client_id, budget_id } = known.budget(of)
      return Transactions.use((_) =>
        _.authorise(client_id, {
          ...input,
          ...{ external_id: `external ${external}`, merchant_name: "Qantas", budget_id },
          user_id: known.colleagueOfBudget(of, user),
          category_id: category === undefined ? undefined : known.categoryOf(client_id, category),
        }),
      )
    },
)

const rows = fc.record({
  of: nth,
  external: fc.nat({ max: 30 }),
  user: maybe(nth),
  inBudget: fc.boolean(),
  transaction_type: fc.constantFrom(...transactionTypes),
  status: fc.constantFrom("AUTHED", "CLEARED", "CLEARED", "DECLINED"),
  auth_date: timestamps,
  cleared_date: maybe(timestamps),
  amount: signed,
  currency,
  fx_amount: maybe(signed),
  lines: maybe(lines),
  receipt_urls: maybe(receipts),
  attendees: maybe(texts("Ann", "Bob")),
  custom_fields: maybe(fieldValues),
})

const toRow = (known: Known, input: typeof rows extends fc.Arbitrary<infer A> ? A : never) => {
  const { of, external, user, inBudget, lines, ...fields } = input
  const { client_id, budget_id } = known.budget(of)
  const row: RecordTransaction = {
    ...{ ...fields, external_id: `external ${external}`, merchant_name: "Büro & Söhne" },
    user_id: user === undefined ? null : known.colleagueOfBudget(of, user),
    budget_id: inBudget ? budget_id : null,
    line_items: lines === undefined ? undefined : lineItems(known, client_id, lines),
  }
  return { client_id, row }
}

const record = work("record", rows, (input) => (known) => {
  const { client_id, row } = toRow(known, input)
  return Transactions.use((_) => _.record(client_id, row))
})

const importRows = work(
  "import",
  fc.record({
    of: nth,
    rows: fc.array(rows, { maxLength: 6 }),
    book_late_on: maybe(fc.constantFrom("2026-01-01", "2026-02-02")),
  }),
  ({ of, rows, book_late_on }) =>
    (known) =>
      Transactions.use((_) =>
        _.importRows(
          known.budget(of).client_id,
          Stream.fromIterable(
            rows.map((input, index) => ({
              line: index + 1,
              row: Result.succeed(toRow(known, { ...input, of }).row),
            })),
          ),
          () => Effect.void,
          { book_late_on },
        ),
      ),
)

const movement = fc.record({
  of: nth,
  date: maybe(timestamps),
  amount: maybe(magnitudes),
  fx_amount: maybe(magnitudes),
})

const clear = work(
  "clear",
  movement,
  ({ of, ...input }) =>
    (known) =>
      Transactions.use((_) => _.clear(known.transaction(of), input)),
)

const reverse = work(
  "reverse",
  movement,
  ({ of, ...input }) =>
    (known) =>
      Transactions.use((_) => _.reverse(known.transaction(of), { ...input, amount: undefined })),
)

const refund = work(
  "refund",
  movement,
  ({ of, ...input }) =>
    (known) =>
      Transactions.use((_) => _.refund(known.transaction(of), input)),
)

const update = work(
  "update transaction",
  fc.record({
    of: nth,
    merchant_name: maybe(fc.constant("Renamed")),
    attendees: maybe(texts("Ann", "Bob")),
    receipt_urls: maybe(receipts),
    custom_fields: maybe(fieldValues),
    lines: maybe(lines),
    user: maybe(fc.option(nth)),
    budget: maybe(fc.option(nth)),
  }),
  ({ of, lines, user, budget, ...patch }) =>
    (known) => {
      const key = known.transaction(of)
      return Transactions.use((_) =>
        _.update(key, {
          ...patch,
          line_items: lines === undefined ? undefined : lineItems(known, key.client_id, lines),
          user_id: typeof user === "number" ? known.user(user).user_id : user,
          budget_id: typeof budget === "number" ? known.budget(budget).budget_id : budget,
        }),
      )
    },
)

const list = work(
  "list transactions",
  fc.record({
    of: nth,
    min_auth_date: maybe(fc.constantFrom("2026-01-31", "2026-02-01")),
    max_auth_date: maybe(fc.constantFrom("2026-01-31", "2026-06-01")),
    min_cleared_date: maybe(fc.constantFrom("2026-01-31", "2026-02-01")),
    expense_status: maybe(fc.constantFrom("COMPLETE", "INCOMPLETE_EXPENSE")),
    status: maybe(fc.subarray([...filterStatuses])),
    updated_after: maybe(timestamps),
    user: maybe(nth),
    budget: maybe(nth),
    transaction_type: maybe(fc.subarray([...transactionTypes])),
    has_receipt: maybe(fc.boolean()),
    has_category: maybe(fc.boolean()),
    search: maybe(fc.constantFrom("büro", "QANT", "Söhne", "named", "%")),
    min_amount: maybe(decimal("0", "5", "12.5", "0.001")),
    max_amount: maybe(decimal("33.33", "99.99")),
    category: maybe(nth),
    custom_field: maybe(fc.constantFrom("Project:Kitchen", "Region:Kitchen", "Project:kitchen")),
    sort: maybe(fc.constantFrom(...transactionSorts)),
    offset: fc.nat({ max: 5 }),
    limit: fc.integer({ min: 1, max: 5 }),
  }),
  ({ of, user, budget, category, offset, limit, ...filter }) =>
    (known) =>
      Transactions.use((_) =>
        _.list(
          known.client(of),
          {
            ...filter,
            category_id:
              category === undefined ? undefined : known.categoryOf(known.client(of), category),
            user_id: user === undefined ? undefined : known.user(user).user_id,
            budget_id: budget === undefined ? undefined : known.budget(budget).budget_id,
          },
          { offset, limit },
        ),
      ),
)

/** Commands on transactions, mixed with those on what they depend on. */
export const onTransactions = weighted(
  [14, onCatalogue],
  [8, authorise],
  [10, record],
  [3, importRows],
  [5, clear],
  [2, reverse],
  [6, refund],
  [6, update],
  [6, list],
)
