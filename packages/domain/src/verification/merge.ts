import { Cause, Effect, Pull, Stream } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

type Key = string | number
type Rows<A> = Stream.Stream<A, StorageUnavailable>

/** A stream in the order of a key, which several rows may share. */
export interface Sorted<A> {
  readonly rows: Rows<A>
  readonly keyOf: (row: A) => Key
}

/** All rows of several streams with one key. */
export interface Group<T extends ReadonlyArray<unknown>> {
  readonly key: Key
  readonly of: { readonly [I in keyof T]: ReadonlyArray<T[I]> }
}

/** Number of groups per chunk. */
const pageSize = 500

/** Position in a stream. */
class Head<A> {
  readonly #pull: Pull.Pull<ReadonlyArray<A>, StorageUnavailable>
  readonly #keyOf: (row: A) => Key
  #rows: ReadonlyArray<A> = []
  #at = 0
  #isDone = false

  constructor(pull: Pull.Pull<ReadonlyArray<A>, StorageUnavailable>, keyOf: (row: A) => Key) {
    this.#pull = pull
    this.#keyOf = keyOf
  }

  /** True if the next page must be read first. */
  get isEmpty(): boolean {
    return this.#at >= this.#rows.length && !this.#isDone
  }

  /** Key of the next row; null after the last. */
  get key(): Key | null {
    return this.#at < this.#rows.length ? this.#keyOf(this.#rows[this.#at] as A) : null
  }

  next(): A {
    return this.#rows[this.#at++] as A
  }

  readonly fill: Effect.Effect<void, StorageUnavailable> = Effect.suspend(() =>
    Pull.matchEffect(this.#pull, {
      onSuccess: (rows) =>
        Effect.sync(() => {
          this.#rows = rows
          this.#at = 0
        }),
      onDone: () =>
        Effect.sync(() => {
          this.#isDone = true
        }),
      onFailure: (cause) => Effect.failCause(cause),
    }),
  )
}

/**
 * Groups the rows of several streams by key, in the order of the keys, with one page of each stream
 * in memory.
 */
export const merged = <T extends ReadonlyArray<unknown>>(
  ...streams: { readonly [I in keyof T]: Sorted<T[I]> }
): Rows<Group<T>> =>
  Effect.forEach(streams as ReadonlyArray<Sorted<unknown>>, ({ rows, keyOf }) =>
    Effect.map(Stream.toPull(rows), (pull) => new Head(pull, keyOf)),
  ).pipe(
    Effect.map((heads) =>
      Effect.flatMap(page(heads), ([first, ...others]) =>
        first === undefined ? Cause.done() : Effect.succeed([first, ...others] as const),
      ),
    ),
    Stream.fromPull,
    Stream.scoped,
    Stream.map((group) => group as unknown as Group<T>),
  )

/** Storages with a network round trip read the pages concurrently. */
const atOnce = { concurrency: "unbounded", discard: true } as const

const page = Effect.fnUntraced(function* (heads: ReadonlyArray<Head<unknown>>) {
  const groups: Array<{ key: Key; of: ReadonlyArray<ReadonlyArray<unknown>> }> = []
  while (groups.length < pageSize) {
    if (heads.some(({ isEmpty }) => isEmpty)) {
      const empty = heads.filter(({ isEmpty }) => isEmpty)
      yield* Effect.forEach(empty, ({ fill }) => fill, atOnce)
    }
    const key = leastOf(heads)
    if (key === null) break
    const of: Array<ReadonlyArray<unknown>> = []
    for (const head of heads) {
      const rows: Array<unknown> = []
      while (head.key === key) {
        rows.push(head.next())
        if (head.isEmpty) yield* head.fill
      }
      of.push(rows)
    }
    groups.push({ key, of })
  }
  return groups
})

const leastOf = (heads: ReadonlyArray<Head<unknown>>): Key | null => {
  let smallestKey: Key | null = null
  for (const { key } of heads)
    if (key !== null && (smallestKey === null || key < smallestKey)) smallestKey = key
  return smallestKey
}
