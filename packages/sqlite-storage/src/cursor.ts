import type { StorageUnavailable } from "@outlay/domain"
import type { Statement } from "@outlay/sql-storage"
import { Cause, Effect, Stream } from "effect"
import type { Viewed } from "./view.ts"

/** Rows that are read at once. */
const pageSize = 1_000

/**
 * Streams the rows of a statement as SQLite finds them, with one page in memory at a time. Until
 * the stream ends, nothing can be written on the connection.
 */
export const cursor = <P, O>(
  { isOnDisk, snapshot, prepare, failed }: Viewed,
  statement: Statement<P, O>,
  params: P,
): Stream.Stream<O, StorageUnavailable> => {
  const attempt = <A>(f: () => A): Effect.Effect<A, StorageUnavailable> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(f())
      } catch (error) {
        return failed(error)
      }
    })
  const open = attempt(() => {
    // Fails if the engine has stopped.
    const { statement: known, idle, bind, decode } = prepare(statement)
    snapshot.forbid()
    try {
      // A separate statement, because the same one may be streamed twice at the same time.
      const found = idle.pop() ?? known.database.prepare(known.source)
      const end = () => void idle.push(found)
      return { rows: found.iterate(...bind(params)), decode, end }
    } catch (error) {
      snapshot.allow()
      throw error
    }
  })
  type Open = Effect.Success<typeof open>
  const close = ({ rows, end }: Open) =>
    Effect.sync(() => {
      rows.return?.()
      end()
      snapshot.allow()
    })
  const page = ({ rows, decode }: Open) =>
    attempt(() => {
      const read: Array<O> = []
      while (read.length < pageSize) {
        const { value, done } = rows.next()
        if (done) break
        read.push(decode(value as object))
      }
      return read
    })
  return Effect.acquireRelease(Effect.andThen(isOnDisk, open), close).pipe(
    Effect.map((rows) =>
      Effect.flatMap(page(rows), ([first, ...others]) =>
        first === undefined ? Cause.done() : Effect.succeed([first, ...others] as const),
      ),
    ),
    Stream.fromPull,
    Stream.scoped,
  )
}
