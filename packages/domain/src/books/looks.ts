import { all, type Look, look, one, seen } from "../core/questions.ts"
import type { BooksChangeContext, BooksContext } from "./rules.ts"

/** What is looked at before the lock date is shown. */
export const booksContext: Look<BooksContext> = look({ books: one("books") }, seen)

/** What is looked at before the lock date is changed. */
export const booksChangeContext: Look<BooksChangeContext> = look(
  {
    books: one("books"),
    categories: all("categories"),
    accounting_codes: all("accounting_codes"),
    tax_rates: all("tax_rates"),
  },
  seen,
)
