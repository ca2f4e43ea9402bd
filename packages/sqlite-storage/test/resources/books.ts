import { Books } from "@outlay/domain"
import { booksChangeContext, booksContext } from "@outlay/domain/ports"
import fc from "fast-check"
import { nth, work } from "../agreement/commands.ts"
import type { Resource } from "../resources.ts"

const updateBooks = work(
  "update books",
  fc.record({
    of: nth,
    locked_through: fc.constantFrom(null, "2025-12-31", "2026-01-31", "2026-02-01"),
  }),
  ({ of, ...books }) =>
    (known) =>
      Books.use((_) => _.update(known.client(of), books)),
)

const getBooks = work(
  "get books",
  nth,
  (of) => (known) => Books.use((_) => _.get(known.client(of))),
)

export const resource: Resource = {
  table: "books",
  looks: [booksContext, booksChangeContext],
  commands: [
    [2, updateBooks],
    [1, getBooks],
  ],
}
