import type { StorageUnavailable } from "@outlay/domain"
import { postgres, type Statement } from "@outlay/sql-storage"
import { Cause, Effect, Stream } from "effect"
import type { StatementResult } from "./connection.ts"
import { type Sender, sentAll } from "./questions.ts"
import type { Session } from "./session.ts"

/** Rows that are read at once. */
const pageSize = 1_000

/** Each cursor has its own name: two may be read at the same time in one transaction. */
let cursors = 0

/**
 * Streams the rows of a statement as PostgreSQL finds them, with one page in memory at a time. The
 * cursor is opened together with its first page, and a page that is not full is the last: few rows
 * take one round trip.
 */
export const cursor = <P, O>(
  acquire: Effect.Effect<Session, StorageUnavailable>,
  release: (session: Session) => Effect.Effect<void>,
  statement: Statement<P, O>,
  params: P,
): Stream.Stream<O, StorageUnavailable> => {
  const { sql, bind, decode } = statement.in(postgres)
  const rows = ({ rows }: StatementResult) => rows.map(decode)
  const pull = Effect.fnUntraced(function* () {
    const session = yield* Effect.acquireRelease(acquire, release)
    const name = `rows_${cursors++}`
    const fetch = { text: `fetch ${pageSize} from ${name}`, values: [], read: rows }
    let isOpen = false
    let isDone = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (isOpen && session.aborted === null) session.control(`close ${name}`)
      }),
    )
    // The server would store a prepared statement for each of these names.
    const sender: Sender = {
      ask: (text, values, callback) => session.askOnce(text, values, callback),
    }
    return Effect.suspend(() => {
      if (isDone) return Cause.done()
      const declare = () => ({
        text: `declare ${name} no scroll cursor for ${sql}`,
        values: bind(params),
        read: () => null,
      })
      const questions = isOpen ? [fetch] : [declare(), fetch]
      isOpen = true
      return Effect.flatMap(sentAll(sender, questions), (results) => {
        const [head, ...others] = results.at(-1) as ReadonlyArray<O>
        isDone = others.length + 1 < pageSize
        return head === undefined ? Cause.done() : Effect.succeed([head, ...others] as const)
      })
    })
  })
  return Stream.scoped(Stream.fromPull(pull()))
}
