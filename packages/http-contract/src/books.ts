import { Books } from "@outlay/domain/fields"
import { BooksLocked, BooksOnlyForward } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { problem } from "./shared/problem.ts"
import { CalendarDate } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const example = { locked_through: "2026-10-31" }

export const booksRecord = wire(Books, { example })

export const UpdateBooks = bodyOf(Books, {
  locked_through: Schema.NullOr(CalendarDate),
}).annotate({
  identifier: "UpdateBooks",
  description: "The new lock date of the books.",
  examples: [example] as never,
})

export const booksLocked = problem(BooksLocked, "The books are locked", {
  values: { locked_through: value.day, what: value.oneOf("date", "change") },
})

export const booksOnlyForward = problem(BooksOnlyForward, "Only an Admin can reopen the books", {
  status: 403,
  values: { locked_through: value.day },
})

const path = "/v1/businesses/{client_id}/books"
const access = { resource: "transactions", action: "update" } as const

export const books = {
  get: endpoint({
    operation: "books.get",
    method: "GET",
    path,
    access,
    summary: "Get the lock date of the books",
    description: "Returns the last locked day of the books of the business.",
    params: { client_id },
    success: one(booksRecord),
    problems: [],
  }),
  update: endpoint({
    operation: "books.update",
    method: "PUT",
    path,
    access,
    summary: "Close the books",
    description:
      "Locks the books up to and including a day. From then on, no movement can be dated on that day or earlier. Transactions up to that day keep their line items, their tax, and the category names and accounting codes that they show. An Admin can also set an earlier day, or null, to reopen the books.",
    params: { client_id },
    body: UpdateBooks,
    success: one(booksRecord),
    problems: [booksOnlyForward],
  }),
}
