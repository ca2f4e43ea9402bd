import type { StorageUnavailable } from "@outlay/domain"
import type { TableName } from "@outlay/domain/fields"
import type { Decision } from "@outlay/domain/ports"
import { Context, type Effect, type Stream } from "effect"
import type { Cache } from "./cache.ts"
import type { Dialect, Value } from "./dialect.ts"

/** A statement, compiled for one dialect. */
export interface Compiled<in P, out O> {
  readonly sql: string
  /** Returns the parameters in the order of the text. */
  readonly bind: (params: P) => ReadonlyArray<Value>
  /** Decodes a row of the driver, which may be changed in place. */
  readonly decode: (row: object) => O
}

/** A statement that is described once: see `prepared`. */
export interface Statement<in P, out O> {
  /** Table whose records it returns; null if it returns something else. */
  readonly table: TableName | null
  /** Compiles the statement for a dialect, once. */
  readonly in: (dialect: Dialect) => Compiled<P, O>
}

/** A statement that writes a row. */
export interface Writing extends Statement<any, unknown> {
  /**
   * A statement that writes this many rows at once, whose values follow one another; it costs less
   * than writing them one by one.
   */
  readonly many?: { readonly statement: Statement<any, unknown>; readonly rows: number }
}

/**
 * Rows to write by one statement, as data. An engine may send them one by one or all at once, as
 * long as they are written in order.
 */
export interface Step<R = any> {
  readonly statement: Writing
  readonly rows: ReadonlyArray<R>
  /**
   * Returns a row's values in the order of the text. It is called when the row is written, so that
   * the values of thousands of rows are not in memory at the same time. Null if a row has its
   * parameters by name.
   */
  readonly values: ((row: R, index: number) => ReadonlyArray<Value>) | null
  /** True if each row must change exactly one; otherwise a defect rolls back the unit. */
  readonly exact: boolean
  /** Returns what a query will find in the transaction once these rows are written. */
  readonly leaves?: () => KnownResult
}

/** A statement with its result. */
export interface KnownResult<P = any> {
  readonly statement: Statement<P, unknown>
  readonly params: P
  readonly result: unknown
}

/** One of several queries that are sent together. */
export interface Asking<P = any, O = any> {
  readonly statement: Statement<P, O>
  readonly params: P
  /** True if the result is the first row or null, instead of all rows. */
  readonly first: boolean
  /** True if thousands of rows are expected: an engine may read them in slices. */
  readonly isLong?: boolean
}

/** Reads of the state at one instant. */
export interface Reading {
  /** `weigh` returns the size of a row, in characters of its lists. */
  readonly all: <P, O>(
    statement: Statement<P, O>,
    params: P,
    weigh: (row: object) => number,
  ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
  readonly get: <P, O>(
    statement: Statement<P, O>,
    params: P,
  ) => Effect.Effect<O | null, StorageUnavailable>
  /** True if this process runs the statements itself, so that a long one blocks everything else. */
  readonly isInProcess: boolean
  /** Lets other work run; null if everything is read at once. */
  readonly pause: Effect.Effect<void> | null
  /** Rows that are cached as of that instant. */
  readonly cache: Pick<Cache, "namedRows" | "trim">
}

/** Maximum number of characters read in one turn of the event loop, which takes about 5 ms. */
export const sliceWeight = 524_288

/**
 * Returns a function that weighs the row with the count of a slice. A full slice has more rows
 * after it, and more than one slice is read at once only in a unit of work.
 */
export const sliceCounts =
  ({ pause }: Reading, perSlice: number) =>
  (row: object): number =>
    pause === null && (row as { readonly count: number }).count === perSlice
      ? Number.POSITIVE_INFINITY
      : 0

/**
 * The part of a database engine that ports need. A statement that violates a constraint is a
 * defect, because the rules are checked before.
 */
export class Sql extends Context.Service<
  Sql,
  {
    /** True if businesses are on several servers: a query of all cannot be recursive then. */
    readonly isDivided: boolean
    /** Cached reads; they may be half a second old if other processes have written. */
    readonly cache: Pick<Cache, "remembering">
    /** To be called in a transaction before decisions are written: drops their cached rows. */
    readonly wrote: (
      decisions: ReadonlyArray<Decision<unknown>>,
    ) => Effect.Effect<void, StorageUnavailable>
    readonly all: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
    /** Returns the first row, or null. */
    readonly get: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Effect.Effect<O | null, StorageUnavailable>
    /** Returns the results of all queries, in order. An engine may send them together. */
    readonly together: (
      queries: ReadonlyArray<Asking>,
    ) => Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable>
    /**
     * Streams rows as the database finds them, with few of them in memory at a time. Must run in a
     * transaction, in which nothing is written until the stream has ended.
     */
    readonly stream: <P, O>(
      statement: Statement<P, O>,
      params: P,
    ) => Stream.Stream<O, StorageUnavailable>
    /**
     * Reads the state of one instant. If it is more than one slice, it starts again and reads in
     * many turns of the event loop, each not much more than a slice. Commits of others in between
     * are not visible. In a unit of work, everything is read at once.
     */
    readonly view: <A, E, R>(
      read: (reading: Reading) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** Returns the number of rows that it changed. */
    readonly run: <P>(
      statement: Statement<P, unknown>,
      params: P,
    ) => Effect.Effect<number, StorageUnavailable>
    /** Writes many rows. An engine may send them together, but preserves their order. */
    readonly batch: (steps: ReadonlyArray<Step>) => Effect.Effect<void, StorageUnavailable>
    /** Lets other work run between the steps of a unit of work that has run for long. */
    readonly rest: Effect.Effect<void>
    /**
     * Locks a business inside a transaction: other units of the business wait until it ends. Later
     * reads see everything that earlier units committed.
     */
    readonly lock: (client_id: number) => Effect.Effect<void, StorageUnavailable>
    /**
     * Commits what `work` wrote if it succeeds, and rolls it back if it fails. Transactions nest:
     * an inner one that fails rolls back only itself. Returns when the commit is durable. With
     * `dryRun`, successful work is also rolled back. `work` may run again, after all that it wrote
     * was rolled back.
     */
    readonly transaction: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      options?: { readonly dryRun?: boolean },
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * Like `transaction`, for work that fails only before it writes, and so never needs a rollback
     * of its own: it costs less than a nested transaction. If it fails later, the transaction
     * around it is rolled back too, even if that one continues.
     */
    readonly joined: <A, E, R>(
      work: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("@outlay/sql-storage/Sql") {}
