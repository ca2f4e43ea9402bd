import { all, type Look, look, one, seen } from "../core/questions.ts"
import type { BooksChangeContext, BooksContext } from "./rules.ts"

/** Reads the rows that show the lock date. */
export const booksContext: Look<BooksContext> = look({ books: one("books") }, seen)

/** Loads the rows for a change of the lock date. */
export const booksChangeContext: Look<BooksChangeContext> = look(
  {
    books: one("books"),
    categories: all("categories"),
    accounting_codes: all("accounting_codes"),
    tax_rates: all("tax_rates"),
  },
  seen,
)
