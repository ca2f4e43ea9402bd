import type { StorageUnavailable } from "@outlay/domain"
import { postgres, type Statement } from "@outlay/sql-storage"
import { Cause, Effect, Stream } from "effect"
import type { Answer } from "./connection.ts"
import { failed } from "./questions.ts"
import type { Session } from "./session.ts"

/** How many rows are read at once. */
const pageSize = 1_000

/** Each has a name of its own: two may be read side by side in one transaction. */
let cursors = 0

/** The rows of a statement as PostgreSQL finds them, a page in memory at a time. */
export const cursor = <P, O>(
  acquire: Effect.Effect<Session, StorageUnavailable>,
  release: (session: Session) => Effect.Effect<void>,
  statement: Statement<P, O>,
  params: P,
): Stream.Stream<O, StorageUnavailable> => {
  const { sql, bind, decode } = statement.in(postgres)
  const ask = (session: Session, text: string, values: ReturnType<typeof bind>) =>
    Effect.callback<Answer, StorageUnavailable>((resume) =>
      session.ask(text, values, (error, answer) =>
        resume(error ? failed(error) : Effect.succeed(answer)),
      ),
    )
  const open = Effect.flatMap(acquire, (session) => {
    const name = `rows_${cursors++ % 100}`
    return Effect.as(ask(session, `declare ${name} no scroll cursor for ${sql}`, bind(params)), {
      session,
      name,
    })
  })
  type Open = Effect.Success<typeof open>
  const close = ({ session, name }: Open) => {
    if (session.aborted === null) session.control(`close ${name}`)
    return release(session)
  }
  const page = ({ session, name }: Open) =>
    Effect.map(ask(session, `fetch ${pageSize} from ${name}`, []), ({ rows }) => rows.map(decode))
  return Effect.acquireRelease(open, close).pipe(
    Effect.map((rows) =>
      Effect.flatMap(page(rows), ([head, ...others]) =>
        head === undefined ? Cause.done() : Effect.succeed([head, ...others] as const),
      ),
    ),
    Stream.fromPull,
    Stream.scoped,
  )
}
