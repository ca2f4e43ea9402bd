import { type Look, look, one, seen } from "../core/questions.ts"
import type { BooksContext } from "./rules.ts"

/** What is looked at before the lock date is shown or changed. */
export const booksContext: Look<BooksContext> = look({ books: one("books") }, seen)
