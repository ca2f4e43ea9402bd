import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const books = under("Closing the books (extension)")
const exports = under("Exports (extension)")
const transactions = under("Transactions (`/v2`)")

/** Bookkeeping. A target without books or exports is untestable here. */
export const bookkeeping = requirementsOf("conventions", [
  books("books-date", {
    sentence:
      "`GET|PUT /books` `{locked_through: date or null}` (Admin, Accountant; only forward unless Admin).",
    sent: "The books are read, closed, closed later and earlier, by an Admin and by others.",
    accepted:
      "The date that was set; 403 for an Accountant who moves it back, and for a Manager; 400 for a value that is not a date.",
  }),
  books("books", {
    sentence:
      "A movement dated on or before it is refused (400 `books_locked`) when the caller dates it",
    sent: "Transactions of the last locked millisecond and of the first open one are recorded.",
    accepted: "The first is refused and not listed; the second is listed.",
  }),
  books("books-kept", {
    sentence: "line items, categories and codes of what is locked no longer change.",
    sent: "Line items for a transaction of a locked day, and for one of an open day; another code for their category.",
    accepted:
      "400 `books_locked` and nothing changed; success. The code that was locked; the new one.",
  }),
  exports("exports", {
    sentence:
      "`POST /exports` `{format, start_date, end_date, only_new?}` → 201; `GET /exports`, `GET /exports/{id}`, `GET /exports/{id}/file`.",
    sent: "An export is created, listed and read, and its file downloaded; invalid formats and days.",
    accepted: "201 with an id, by which it is listed and read; a file; 400.",
  }),
  exports("export-formats", {
    sentence:
      "Formats: `csv`, `xlsx`, `journal-csv` (debit, credit, account, tax code), `xero`, `quickbooks-iif`, `beancount`, `ledger`.",
    sent: "An export in each format.",
    accepted: "A file for each; the journal has columns of debit, credit, account and tax code.",
  }),
  exports("export-bytes", {
    sentence:
      "An export is a batch with a stable id: the same batch gives the same bytes; `only_new` takes what no batch has taken.",
    sent: "A file is read before and after its transaction changes; further exports with `only_new`.",
    accepted:
      "The same bytes; transactions of the earlier batch are left out, later ones are there.",
  }),
  exports("export-balances", {
    sentence: "Every batch balances to the cent with the statement of its days.",
    sent: "A journal of some days, and the statement of these days.",
    accepted:
      "Debits equal credits, and one account changes by the statement's closing less its opening.",
  }),
  transactions("tax-rate", {
    sentence:
      "LineItem also carries `tax_rate` when the business has itemised tax: a TaxRate, or null if none resolved; otherwise absent.",
    sent: "Line items with and without itemised tax, before and after there is a tax rate.",
    accepted: "Null, then the tax rate with its fields; without itemised tax no such field.",
  }),
  under("Small things")("line-tax-rate", {
    sentence:
      "A line item takes `tax_rate_id`; without it the earliest made of the enabled rates whose `is_default_for` fits resolves (DOMESTIC in the business's own currency, else INTERNATIONAL).",
    sent: "Line items of a domestic and a foreign transaction, with and without `tax_rate_id`.",
    accepted: "The given rate; otherwise the first enabled one of that kind.",
  }),
])
