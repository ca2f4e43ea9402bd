import { Context, Effect, Layer } from "effect"
import { now as currentTime } from "../core/now.ts"
import type { UpdateBooks } from "../core/records/books.ts"
import { Store } from "../core/store.ts"
import { CurrentActor } from "../core/unit-of-work.ts"
import { booksChangeContext, booksContext } from "./looks.ts"
import { decideBooks, shownBooks } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  const get = Effect.fnUntraced(function* (client_id: number) {
    const now = yield* currentTime
    return shownBooks(yield* store.read(client_id, booksContext), { client_id, now })
  })

  const update = Effect.fn("Books.update")(function* (client_id: number, books: UpdateBooks) {
    const command = {
      ...books,
      client_id,
      actor: yield* CurrentActor,
      now: yield* currentTime,
    }
    return yield* store.change(client_id, booksChangeContext, (context) =>
      decideBooks(context, command),
    )
  })

  return {
    /** Returns the lock date of the books. `locked_through` is a UTC day, or null. */
    get,
    /**
     * Closes the books through a UTC day; null reopens all of them. Refused: `BooksOnlyForward` for
     * an earlier day, or null, unless the caller is an Admin, the operator or a program.
     */
    update,
  }
})

/** "Closing the books": movements and line items up to the lock date are final. */
export class Books extends Context.Service<Books, Effect.Success<typeof make>>()(
  "@outlay/domain/Books",
) {
  static readonly layer = Layer.effect(Books, make)
}
